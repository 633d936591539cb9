// The state of figures in the URL fragment: #rope=encoding%3Drope%26length%3D64. Each figure has its own key and
// keeps the keys of others.

const WRITE_AFTER = 300

/** The state of a figure in a URL; undefined when there is none. */
export function stateIn(hash: string, name: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get(name) ?? undefined
}

/** A URL with the state of a figure in it. */
export function linkWith(address: string, name: string, state: string): string {
  const [page = '', hash = ''] = address.split('#', 2)
  const parameters = new URLSearchParams(hash)
  if (state) parameters.set(name, state)
  else parameters.delete(name)
  const fragment = String(parameters)
  return fragment ? `${page}#${fragment}` : page
}

/** The page with one figure as it is, all others as they start. */
export function shareLink(address: string, name: string, state: string): string {
  const [page = ''] = address.split('#', 1)
  return state ? linkWith(page, name, state) : `${page}#${encodeURIComponent(name)}`
}

/** Syncs a figure's state with the URL: reads on hashchange, writes at most every 300 ms. */
export class Fragment {
  readonly #name: string
  readonly #onState: (state: string) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: string | undefined

  constructor(name: string, onState: (state: string) => void) {
    this.#name = name
    this.#onState = onState
    addEventListener('hashchange', this.#read)
    this.#read()
  }

  write(state: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#last = state
      const address = linkWith(location.href, this.#name, state)
      try {
        history.replaceState(history.state, '', address)
      } catch {
        // a frame without its own URL
      }
    }, WRITE_AFTER)
  }

  close(): void {
    clearTimeout(this.#timer)
    removeEventListener('hashchange', this.#read)
  }

  readonly #read = (): void => {
    const state = stateIn(location.hash, this.#name)
    if (state === undefined || state === this.#last) return
    this.#last = state
    this.#onState(state)
  }
}

// The state of figures in the fragment of the page's address: #rope=encoding%3Drope%26length%3D64. Each figure has a name of its own
// there, and leaves what belongs to others alone.

import { LONGEST_STATE } from './figure-state.js'

const WRITE_AFTER = 300

/** The state of a figure in an address; undefined when it has none. */
export function stateIn(hash: string, name: string): string | undefined {
  const text = new URLSearchParams(hash.slice(1)).get(name) ?? undefined
  return text !== undefined && text.length <= LONGEST_STATE ? text : undefined
}

/** An address with the state of a figure in it. */
export function linkWith(address: string, name: string, state: string): string {
  const [page = '', hash = ''] = address.split('#', 2)
  const parameters = new URLSearchParams(hash)
  if (state) parameters.set(name, state)
  else parameters.delete(name)
  const fragment = String(parameters)
  return fragment ? `${page}#${fragment}` : page
}

/** Reads a figure's state from the address when it changes, and writes it there, at most every 300 ms. */
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
        // a frame without an address of its own: the figure goes on without
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

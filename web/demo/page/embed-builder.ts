// Generates code that embeds a figure of this page in its current state.

import { frameCode, mdxCode, modulesCode, type Shown, scriptCode } from './embed-codes.js'
import { root } from './settings.js'

const writers: Readonly<Record<string, (shown: Shown, site: URL) => string>> = {
  script: scriptCode,
  modules: modulesCode,
  frame: frameCode,
  mdx: mdxCode,
}

export function startBuilder(): void {
  const builder = document.querySelector<HTMLElement>('embed-builder')
  if (builder) new Builder(builder).start()
}

class Builder {
  readonly #root: HTMLElement
  readonly #figure: HTMLSelectElement
  readonly #kind: HTMLSelectElement
  readonly #code: HTMLElement
  readonly #status: HTMLElement
  readonly #figures = [...document.querySelectorAll<HTMLElement>('.live')]

  constructor(element: HTMLElement) {
    this.#root = element
    const part = <T extends HTMLElement>(name: string) => element.querySelector(`[data-part=${name}]`) as T
    this.#figure = part('figure')
    this.#kind = part('kind')
    this.#code = part('code')
    this.#status = part('status')
  }

  start(): void {
    for (const hidden of this.#root.querySelectorAll('[hidden]')) hidden.removeAttribute('hidden')
    this.#figure.append(
      // spread: one per figure of the page
      ...this.#figures.map((figure, i) => new Option(`${i + 1}. ${nameOf(figure)}`, String(i))),
    )
    this.#root.addEventListener('change', () => this.#write())
    document.addEventListener('wf-state', () => this.#write())
    this.#root.querySelector('[data-part=copy]')?.addEventListener('click', () => void this.#copy())
    this.#write()
  }

  #write(): void {
    const figure = this.#figures[Number(this.#figure.value)]
    const writer = writers[this.#kind.value]
    if (!figure || !writer) return
    if (!isLive(figure)) {
      void customElements.whenDefined(figure.localName).then(() => this.#write())
      return
    }
    this.#code.textContent = writer(shownBy(figure), root)
    this.#status.textContent = ''
  }

  async #copy(): Promise<void> {
    const { copied = '', refused = '' } = this.#root.dataset
    try {
      await navigator.clipboard.writeText(this.#code.textContent ?? '')
      this.#status.textContent = copied
    } catch {
      this.#status.textContent = refused
    }
  }
}

/** The heading above it, and its element. */
function nameOf(figure: HTMLElement): string {
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2[id], h3[id]')]
  const above = headings.filter(
    (heading) => heading.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  const text = above.at(-1)?.textContent?.replace('§', '').trim() ?? ''
  return `${text} · ${figure.localName}`
}

type Live = HTMLElement & { state: Shown['settings'] }

/** Figures get their names one after the other. */
const isLive = (figure: HTMLElement): figure is Live => 'state' in figure

function shownBy({ localName: tag, state: settings }: Live): Shown {
  return { tag, language: document.documentElement.lang, settings }
}

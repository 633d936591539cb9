// Generates code that embeds a figure of this page in its current state, and says what its readers download.

import { embedCodes, type Shown } from './embed-codes.js'
import { downloadOf, type EmbedSizes } from './embed-sizes.js'
import { root } from './settings.js'

export function startBuilder(): void {
  const builder = document.querySelector<HTMLElement>('embed-builder')
  if (builder) new Builder(builder).start()
}

class Builder {
  readonly #root: HTMLElement
  readonly #figure: HTMLSelectElement
  readonly #kind: HTMLSelectElement
  readonly #code: HTMLElement
  readonly #size: HTMLElement
  readonly #status: HTMLElement
  readonly #figures = [...document.querySelectorAll<HTMLElement>('.live')]
  #sizes: Promise<EmbedSizes | undefined> | undefined

  constructor(element: HTMLElement) {
    this.#root = element
    const part = <T extends HTMLElement>(name: string) => element.querySelector(`[data-part=${name}]`) as T
    this.#figure = part('figure')
    this.#kind = part('kind')
    this.#code = part('code')
    this.#size = part('size')
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
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      this.#sizes = sizesOfSite()
      void this.#measure()
    }).observe(this.#root)
    this.#write()
  }

  #write(): void {
    const figure = this.#figures[Number(this.#figure.value)]
    const writer = embedCodes[this.#kind.value]
    if (!figure || !writer) return
    if (!isLive(figure)) {
      void customElements.whenDefined(figure.localName).then(() => this.#write())
      return
    }
    this.#code.textContent = writer(shownBy(figure), root)
    this.#status.textContent = ''
    void this.#measure()
  }

  /** In the words of the page: data-size has a gap for the number. */
  async #measure(): Promise<void> {
    const sizes = await this.#sizes
    const bytes =
      sizes && downloadOf(sizes, this.#kind.value, this.#figures[Number(this.#figure.value)]?.localName)
    const { size = '' } = this.#root.dataset
    this.#size.textContent = bytes === undefined ? '' : size.replace('…', String(Math.round(bytes / 1000)))
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

/** The build measures them; the development server has none. */
async function sizesOfSite(): Promise<EmbedSizes | undefined> {
  const answer = await fetch(new URL('embed/sizes.json', root))
  return answer.ok ? ((await answer.json()) as EmbedSizes) : undefined
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

function shownBy(figure: Live): Shown {
  const { localName: tag, state: settings } = figure
  const height = Math.ceil(figure.getBoundingClientRect().height)
  return { tag, language: document.documentElement.lang, settings, height }
}

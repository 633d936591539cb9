// The contents follow the reader: a bar names the section that is being read, and opens the list. It lies over the page, so that
// nothing moves when it comes and goes.

import { giveWay } from './give-way.js'

export function startContents(): void {
  const contents = document.querySelector<HTMLElement>('.contents')
  const bar = document.querySelector<HTMLElement>('.following')
  if (!contents || !bar) return
  new Following(contents, bar).start()
  giveWay(bar)
}

/** The section that crosses this line is the one that is read. */
const READING_LINE = '-30% 0px -70% 0px'
const isBelow = (section: Element | undefined) =>
  !!section && section.getBoundingClientRect().top > 0.3 * innerHeight

/** All below the upper edge of the window counts as seen. */
const ABOVE = '0px 0px 1000000px 0px'

class Following {
  readonly #contents: HTMLElement
  readonly #bar: HTMLElement
  readonly #list: HTMLDetailsElement
  readonly #name: HTMLElement
  /** Text of the button while the reader is above the first section. */
  readonly #unread: string | null
  readonly #links: readonly HTMLAnchorElement[]

  constructor(contents: HTMLElement, bar: HTMLElement) {
    this.#contents = contents
    this.#bar = bar
    this.#list = bar.querySelector('details') as HTMLDetailsElement
    this.#name = bar.querySelector('summary') as HTMLElement
    this.#unread = this.#name.textContent
    this.#links = [contents, bar].flatMap((place) => [...place.querySelectorAll('a')])
  }

  start(): void {
    const sections = document.querySelectorAll('article > section')
    const read = new IntersectionObserver(
      (entries) => {
        const here = entries.find(({ isIntersecting }) => isIntersecting)
        if (here || isBelow(sections[0])) this.#mark(here?.target)
      },
      { rootMargin: READING_LINE },
    )
    for (const section of sections) read.observe(section)
    const passed = new IntersectionObserver(
      (entries) => this.#show(entries.at(-1)?.isIntersecting === false),
      { rootMargin: ABOVE },
    )
    passed.observe(this.#contents)
    this.#bar.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#close())
    this.#bar.addEventListener('click', ({ target }) => {
      if ((target as Element).closest('a')) this.#list.open = false
    })
    document.addEventListener('pointerdown', ({ target }) => {
      if (!this.#bar.contains(target as Node)) this.#list.open = false
    })
  }

  #show(shown: boolean): void {
    if (!shown) this.#list.open = false
    this.#bar.hidden = !shown
  }

  #close(): void {
    if (!this.#list.open) return
    this.#list.open = false
    this.#name.focus()
  }

  /** Above the first section none is read. */
  #mark(section: Element | undefined): void {
    const id = section?.getAttribute('aria-labelledby')
    this.#name.textContent = this.#unread
    for (const link of this.#links) {
      const isRead = link.hash === `#${id}`
      if (isRead) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
      if (isRead && this.#bar.contains(link)) this.#name.textContent = link.textContent
    }
  }
}

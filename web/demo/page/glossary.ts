// The meaning of a marked word, on hover, focus and tap. The words of a section are one stop for Tab; the arrow keys lead from one to the next.

import { makeOneStop } from './roving.js'

const OPEN_AFTER = 150
/** Time to move the pointer from the word into the note. */
const CLOSE_AFTER = 250
const EDGE = 8

export function startGlossary(): void {
  const list = document.querySelector<HTMLElement>('.glossary')
  if (!list) return
  const note = new Note(list)
  for (const section of document.querySelectorAll<HTMLElement>('article > section')) {
    const terms = [...section.querySelectorAll<HTMLAnchorElement>('a.term')]
    for (const term of terms) note.serve(term)
    makeOneStop(terms, section)
  }
}

class Note {
  readonly #box = document.createElement('div')
  readonly #keys: string
  #term: HTMLAnchorElement | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The last position of the pointer. */
  #pointer: { clientX: number; clientY: number } | undefined

  constructor(list: HTMLElement) {
    this.#keys = list.dataset.keys ?? ''
    this.#box.id = 'term-note'
    this.#box.className = 'term-note'
    this.#box.hidden = true
    this.#box.setAttribute('role', 'tooltip')
    this.#box.addEventListener('pointerenter', () => clearTimeout(this.#timer))
    this.#box.addEventListener('pointerleave', () => this.#closeSoon())
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#close())
    document.addEventListener('pointerdown', ({ target }) => this.#isOutside(target) && this.#close())
    document.addEventListener('pointermove', (event) => {
      this.#pointer = event
    })
    addEventListener('resize', () => this.#close())
    new ResizeObserver(() => this.#term && this.#place(this.#term)).observe(document.body) // figures that load move words
    document.body.append(this.#box)
  }

  serve(term: HTMLAnchorElement): void {
    let known = false // open already when the pointer went down: a focus that follows from a tap opens it
    term.addEventListener(
      'pointerenter',
      (event) => event.pointerType === 'mouse' && this.#hasMoved(event) && this.#openSoon(term),
    )
    term.addEventListener('pointerleave', () => this.#closeSoon())
    term.addEventListener('pointerdown', () => {
      known = this.#term === term
    })
    term.addEventListener('focus', () => this.#open(term))
    term.addEventListener('blur', () => this.#closeSoon())
    term.addEventListener('click', (event) => {
      const follows = event.detail === 0 || known || event.ctrlKey || event.metaKey
      if (follows) return
      event.preventDefault()
      this.#open(term)
    })
  }

  #isOutside(target: EventTarget | null): boolean {
    return target instanceof Node && !this.#box.contains(target) && !this.#term?.contains(target)
  }

  /** A word also comes under a pointer that rests: where a note has closed above it, or what loads moves it. */
  #hasMoved({ clientX, clientY }: PointerEvent): boolean {
    return this.#pointer?.clientX !== clientX || this.#pointer.clientY !== clientY
  }

  #openSoon(term: HTMLAnchorElement): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#open(term), OPEN_AFTER)
  }

  #closeSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#term !== document.activeElement && this.#close(), CLOSE_AFTER)
  }

  #open(term: HTMLAnchorElement): void {
    clearTimeout(this.#timer)
    const name = document.querySelector(term.hash)
    if (this.#term === term || !name) return
    this.#close()
    this.#term = term
    this.#fill(name, term)
    term.setAttribute('aria-describedby', this.#box.id)
    this.#box.hidden = false
    this.#place(term)
  }

  #fill(name: Element, term: HTMLAnchorElement): void {
    const title = document.createElement('b')
    title.textContent = name.textContent
    this.#box.replaceChildren(title, ` ${name.nextElementSibling?.textContent ?? ''}`)
    if (!term.matches(':focus-visible')) return
    const keys = document.createElement('span')
    keys.className = 'keys'
    keys.textContent = this.#keys
    this.#box.append(keys)
  }

  /** Below the word, or above it where there is more room; without a gap, so that the pointer can move into it. */
  #place(term: HTMLAnchorElement): void {
    const { style } = this.#box
    style.left = '0'
    style.top = '0'
    const lines = [...term.getClientRects()]
    const { left, top, bottom } = lines[0] ?? term.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = this.#box
    const { clientWidth, clientHeight } = document.documentElement
    const above = lines.length === 1 && bottom + offsetHeight > clientHeight && top > offsetHeight
    const under = lines.at(-1)?.bottom ?? bottom
    style.left = `${Math.max(EDGE, Math.min(left, clientWidth - offsetWidth - EDGE)) + scrollX}px`
    style.top = `${(above ? top - offsetHeight : under) + scrollY}px`
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#term?.removeAttribute('aria-describedby')
    this.#term = undefined
    this.#box.hidden = true
  }
}

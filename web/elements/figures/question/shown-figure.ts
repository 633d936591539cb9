// The figure of the page that shows what a question is about.

import type { Shows } from './collection/question.js'

type Figure = HTMLElement & { state: unknown }

/** By its id, else the first of its kind; undefined where the page has none. */
export function figureFor({ element }: Shows, id: string): Figure | undefined {
  const named = id ? document.getElementById(id) : null
  const found = named?.localName === element ? named : document.querySelector<HTMLElement>(element)
  return (found as Figure | null) ?? undefined
}

/** Sets it, brings it into sight and moves the focus there, so that the keyboard goes on where the eyes do. */
export function setFigure(shows: Shows, id: string): void {
  const figure = figureFor(shows, id)
  if (!figure) return
  figure.state = shows.state
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  figure.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' })
  if (!figure.hasAttribute('tabindex')) figure.tabIndex = -1
  figure.focus({ preventScroll: true })
}

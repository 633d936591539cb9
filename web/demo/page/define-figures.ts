// Figures get their names in the order of the page, one after the other, each in a task of its own: all at once they would keep the
// page busy for too long, and the first one would wait for all. One that is in view from the start has the engine for itself until it
// is drawn.

import { allElements } from '../../elements/all-elements.js'
import { defineElement } from '../../elements/parts/element/define-element.js'
import { fetchFirstModels } from './first-models.js'

export async function defineFigures(): Promise<void> {
  for (const [name, element] of inOrderOfPage()) {
    await new Promise((resolve) => setTimeout(resolve))
    const drawn = firstInView(name)
    defineElement(name, element)
    await drawn
  }
}

/** In milliseconds: so long the others wait for a figure that is in view from the start. */
const PATIENCE = 2000

/** Until the first figure of the page is drawn or refused, if it has this name and is in view; a fragment leads away from it. */
function firstInView(name: string): Promise<unknown> | undefined {
  const figure = document.querySelector('.live')
  if (location.hash || figure?.localName !== name || figure.getBoundingClientRect().top > innerHeight)
    return undefined
  if (figure.id === 'fig-hero') fetchFirstModels()
  return new Promise((resolve) => {
    for (const event of ['wf-ready', 'wf-error']) figure.addEventListener(event, resolve, { once: true })
    setTimeout(resolve, PATIENCE)
  })
}

/** Tags in the order in which the page has them; tags without an element on the page come last. */
function inOrderOfPage() {
  const tags = [...document.querySelectorAll('.live')].map(({ localName }) => localName)
  const place = (name: string) => (tags.includes(name) ? tags.indexOf(name) : tags.length)
  return Object.entries(allElements).sort(([a], [b]) => place(a) - place(b))
}

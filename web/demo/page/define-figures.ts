// Figures get their names in the order of the page, one after the other, each in a task of its own: all at once they would keep the
// page busy for too long, and the first one would wait for all.

import { allElements } from '../../elements/all-elements.js'
import { defineElement } from '../../elements/parts/element/define-element.js'

export async function defineFigures(): Promise<void> {
  for (const [name, element] of inOrderOfPage()) {
    await new Promise((resolve) => setTimeout(resolve))
    defineElement(name, element)
  }
}

/** Tags in the order in which the page has them; tags without an element on the page come last. */
function inOrderOfPage() {
  const tags = [...document.querySelectorAll('.live')].map(({ localName }) => localName)
  const place = (name: string) => (tags.includes(name) ? tags.indexOf(name) : tags.length)
  return Object.entries(allElements).sort(([a], [b]) => place(a) - place(b))
}

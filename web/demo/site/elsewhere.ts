// What stands on which side page, by the ids in their HTML: links to the article of the first edition, which had all of it, lead there
// (page/moved.ts).

import { pages } from '../../content/pages/index.js'
import type { PageName } from '../../content/pages/page.js'
import type { Measured } from './measured.js'
import { type Place, pathOf } from './places.js'
import { sidePage } from './side-page.js'

export function elsewhere({ language }: Place, measured: Measured): Partial<Record<PageName, string[]>> {
  const found = pages.map(({ name }) => {
    const place = { page: name, language, path: pathOf(name, language) }
    const { main } = sidePage(name)(place, measured)
    const ids = Array.from(main.matchAll(/ id="([^"]+)"/g), ([, id]) => id ?? '')
    return [name, ids.filter((id) => !isGlossary(id))] as const
  })
  return Object.fromEntries(found)
}

/** Every page ends with its words. */
const isGlossary = (id: string) => id === 'glossary' || id.startsWith('term-')

// A side page: what a chapter has no room for, at an address of its own.

import type { Section } from '../article/section.js'
import type { Bilingual } from '../bilingual.js'

/** Its folder, and the id of its title. */
export type PageName = 'details' | 'biases' | 'content' | 'generating' | 'stretching' | 'models' | 'mistakes'

export interface Page {
  readonly name: PageName
  readonly title: Bilingual
  readonly lead: Bilingual
  readonly sections: readonly Section[]
}

export const page = (name: PageName, title: Bilingual, lead: Bilingual, ...sections: Section[]): Page => ({
  name,
  title,
  lead,
  sections,
})

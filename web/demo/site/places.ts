// The pages of the site, in both languages, and the addresses that lead from one to another.

import type { Language } from '../../content/bilingual.js'
import { pages } from '../../content/pages/index.js'
import type { PageName } from '../../content/pages/page.js'

/** Pages that are lists, in the order of the header. */
export const listNames = ['catalogue', 'gallery', 'api'] as const

export type SitePage = 'article' | PageName | (typeof listNames)[number]

export const pageNames: readonly SitePage[] = ['article', ...pages.map(({ name }) => name), ...listNames]

/** A page in one language: '' or 'zh/', then its folder. */
export interface Place {
  page: SitePage
  language: Language
  /** From the root of the site, with a slash at the end, or empty. */
  path: string
}

/** The others have their names. */
const folders: Partial<Readonly<Record<SitePage, string>>> = {
  article: '',
  catalogue: 'encodings/',
  gallery: 'figures/',
}

export const pathOf = (page: SitePage, language: Language): string =>
  `${language === 'zh' ? 'zh/' : ''}${folders[page] ?? `${page}/`}`

/** From a page to the root of the site: '' is not an address, './' is. */
export function rootOf({ path }: Place): string {
  return '../'.repeat(path.split('/').length - 1) || './'
}

export function linkFrom(place: Place, page: SitePage, language: Language): string {
  return `${rootOf(place)}${pathOf(page, language)}`
}

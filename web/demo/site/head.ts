// What a page says of itself in its head: for search engines, for the cards that other sites make of links to it.

import { existsSync, readFileSync } from 'node:fs'
import { type Citation, citation, root } from './citation.js'
import { escaped } from './html.js'

/** A picture of a card: its name in cards/ of the site, and its file in the repository. */
interface Card {
  readonly name: string
  readonly file: string
}

export const siteCard: Card = { name: 'whereformer.png', file: 'docs/images/demo.png' }

/** A figure without a committed picture yet has that of the site. */
export function figureCard(tag: string): Card {
  const file = `tests/browser/elements/pictures/${tag}-light.png`
  return existsSync(root + file) ? { name: `${tag}.png`, file } : siteCard
}

export interface Described {
  title: string
  description: string
  /** From the root of the site, with a slash at the end, or empty. */
  path: string
  /** From the page to the root of the site. */
  toRoot: string
  card: Card
}

/** Addresses are whole where the page of the project is known; cards need that, and a canonical address has no sense without. */
export function headOf(page: Described, { authors, url }: Citation = citation): string {
  const { title, description, path, toRoot, card } = page
  const site = url?.replace(/\/?$/, '/')
  const { width, height } = sizeOf(card)
  return [
    meta('name', 'description', description),
    meta('name', 'author', authors.map(({ name }) => name).join(', ')),
    ...(site
      ? [`<link rel="canonical" href="${site}${path}" />`, meta('property', 'og:url', site + path)]
      : []),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Whereformer'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', `${site ?? toRoot}cards/${card.name}`),
    meta('property', 'og:image:width', String(width)),
    meta('property', 'og:image:height', String(height)),
    meta('name', 'twitter:card', width > height ? 'summary_large_image' : 'summary'),
    `<link vite-ignore rel="license" href="${toRoot}LICENSE.txt" />`,
  ].join('\n')
}

/** The build leaves these addresses as they are. */
const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta vite-ignore ${kind}="${name}" content="${escaped(content)}" />`

/** The header of a PNG file: signature, length and name of its first chunk, then width and height. */
function sizeOf({ file }: Card): { width: number; height: number } {
  const bytes = readFileSync(root + file)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

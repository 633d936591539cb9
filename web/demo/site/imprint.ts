// Who publishes this, and where: what package.json and CITATION.cff say. What they do not say yet is not on the page.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../../content/bilingual.js'
import { escaped } from './html.js'
import { siteWords } from './words.js'

/** The fields of package.json that the page shows; tools/release/publisher.mjs says which the publisher fills in. */
export interface Manifest {
  name: string
  license: string
  author?: string | { name: string; url?: string }
  repository?: string | { url: string }
}

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export const manifest = JSON.parse(readFileSync(file('package.json'), 'utf8')) as Manifest
export const isCitable = existsSync(file('CITATION.cff'))

/** @returns links and names, as HTML; with a repository there are a package, a licence and a citation to link to */
export function imprint(
  { name, license, author, repository }: Manifest,
  citable: boolean,
  language: Language,
) {
  const words = siteWords[language].imprint
  const source = addressOf(repository)
  const inSource = (path: string) => `${source}/blob/HEAD/${path}`
  const licence = words.licence(escaped(license))
  return [
    ...(source ? [link(source, words.source), link(`https://www.npmjs.com/package/${name}`, 'npm')] : []),
    ...(source && citable ? [link(inSource('CITATION.cff'), words.cite)] : []),
    source ? link(inSource('LICENSE'), licence) : licence,
    ...(author ? [authorOf(author)] : []),
  ]
}

const link = (address: string, name: string): string => `<a href="${escaped(address)}">${name}</a>`

/** git+https://host/owner/name.git and github:owner/name as an address for people; another kind of address has none. */
function addressOf(repository: Manifest['repository']): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url
  const short = url?.match(/^(?:github:)?([\w.-]+\/[\w.-]+)$/)?.[1]
  const plain = short ? `https://github.com/${short}` : url?.replace(/^git\+/, '')
  return plain?.startsWith('https://') ? plain.replace(/\.git$/, '') : undefined
}

/** As npm has it: an object, or “Name <mail> (address)”; the mail is not shown. */
function authorOf(author: NonNullable<Manifest['author']>): string {
  const [name = '', url] =
    typeof author === 'string'
      ? [author.replace(/\s*[<(].*$/, ''), author.match(/\((https:[^)]*)\)/)?.[1]]
      : [author.name, author.url]
  return url ? link(url, escaped(name)) : escaped(name)
}

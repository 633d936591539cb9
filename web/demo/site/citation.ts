// What CITATION.cff says of the software: name, authors, version, licence and, once the publisher has filled them in, addresses.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export interface Citation {
  title: string
  abstract: string
  authors: readonly { name: string; website?: string }[]
  version: string
  license: string
  keywords: readonly string[]
  'date-released'?: string
  'repository-code'?: string
  /** The page of the project. */
  url?: string
}

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Files of the repository that the site has, too: name there, name here. */
export const papers = { 'CITATION.cff': 'CITATION.cff', 'LICENSE.txt': 'LICENSE' } as const

export const citation = parse(readFileSync(`${root}CITATION.cff`, 'utf8')) as Citation

/** For LaTeX; braces keep the letters of names. */
export function bibtex({ title, authors, version, license, url, ...rest }: Citation): string {
  const fields = {
    title: `{${title}}`,
    author: authors.map(({ name }) => `{${name.replace(/[&%$#_]/g, '\\$&')}}`).join(' and '),
    version,
    year: rest['date-released']?.slice(0, 4),
    license,
    url: url ?? rest['repository-code'],
  }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`  ${name} = {${value}}`] : []))
  return `@software{whereformer,\n${lines.join(',\n')}\n}`
}

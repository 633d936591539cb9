// CITATION.cff (Citation File Format 1.2.0), of package.json and CHANGELOG.md: what to name when one cites the software. What the publisher has
// not filled in is not there.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { root } from './paths.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')

/** The file as it has to be now. */
export const currentCitation = () => citation(JSON.parse(read('package.json')), read('CHANGELOG.md'))

/** @param manifest the content of package.json @param changelog the text of CHANGELOG.md, which has the date of the version */
export function citation(manifest, changelog) {
  const { version, license, keywords, description, homepage, repository } = manifest
  const date = dateOf(changelog, version)
  const code = addressOf(repository)
  const fields = {
    'cff-version': '1.2.0',
    message: 'If you use this software, please cite it as below.',
    type: 'software',
    title: 'Whereformer',
    abstract: description,
    authors: [authorOf(manifest)],
    version,
    ...(date && { 'date-released': date }),
    license,
    keywords,
    ...(code && { 'repository-code': code }),
    ...(homepage && { url: homepage }),
  }
  return `# Written by npm run generate from package.json and CHANGELOG.md.\n${stringify(fields, { lineWidth: 0 })}`
}

/** The date of a version, once the changelog has it. */
function dateOf(changelog, version) {
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version} (`))
  return heading?.match(/\((\d{4}-\d\d-\d\d)\)$/)?.[1]
}

/** As npm has it: an object, or “Name <mail> (address)”; the mail is not named. A name is one entity: which part is the family's, nobody says. */
function authorOf({ author }) {
  if (!author) return { name: 'The Whereformer authors' }
  if (typeof author !== 'string') return { name: author.name, ...(author.url && { website: author.url }) }
  const website = author.match(/\((https?:[^)]*)\)/)?.[1]
  return { name: author.replace(/\s*[<(].*$/, ''), ...(website && { website }) }
}

/** git+https://host/owner/name.git and github:owner/name as an address for people; another kind of address has none. */
function addressOf(repository) {
  const url = (typeof repository === 'string' ? repository : repository?.url) ?? ''
  const short = url.match(/^(?:github:)?([\w.-]+\/[\w.-]+)$/)?.[1]
  const plain = short ? `https://github.com/${short}` : url.replace(/^git\+/, '').replace(/\.git$/, '')
  return plain.startsWith('https://') ? plain : undefined
}

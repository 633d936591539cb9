// Fields of package.json that are left to the publisher: they name a person or an address. npm and the release say which are missing; they
// are set in package.json and nowhere else.   node tools/release/publisher.mjs
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../paths.mjs'
import { main } from '../process.mjs'

const wanted = {
  author: 'who wrote it: npm pkg set author="…"',
  homepage: 'the page of the project: npm pkg set homepage=https://…',
  bugs: 'where to report bugs: npm pkg set bugs.url=https://…',
  repository:
    'where the sources are; the relative links of the README on npm and --provenance need it: npm pkg set repository.type=git repository.url=git+https://…',
}

/** @param manifest the content of package.json @returns a line for each field that it lacks */
export function leftToPublisher(manifest) {
  return Object.entries(wanted)
    .filter(([field]) => !manifest[field])
    .map(([field, what]) => `package.json has no "${field}". It is the publisher's to fill in: ${what}`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(() => {
    for (const line of leftToPublisher(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))))
      console.log(line)
  })

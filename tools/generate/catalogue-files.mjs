// Front matter and code of src/position/encodings/*.hpp → web/lib/position/catalogue.generated.ts, the table in README.md and the pages of docs/encodings.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importTypeScript } from '../build/typescript.mjs'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { catalogue } from './catalogue.mjs'
import { encodingPages } from './encoding-pages.mjs'
import { formatted } from './generated.mjs'

const target = 'web/lib/position/catalogue.generated.ts'
const readme = 'README.md'
const pages = 'docs/encodings'

/** The part of the catalogue that README.md shows: the encodings that most readers look for, one at least for each door. */
const inReadme = ['sinusoidal', 'learned', 'rope', 'alibi', 'fire', 't5', 'shaw', 'deberta', 'cope', 'mask']

function catalogueModule(entries) {
  const list = entries.map(({ file, setsDistances, see, ...entry }) => ({
    ...entry,
    parameters: entry.parameters.map(({ orTensor, ...parameter }) => parameter),
  }))
  return formatted(
    `// Generated from src/position/encodings/*.hpp by "npm run generate". Do not edit.

import type { EncodingEntry } from './catalogue-entry.js'

export const encodings: readonly EncodingEntry[] = ${JSON.stringify(list)}
`,
    target,
  )
}

function readmeWithTable(entries) {
  const row = ({ type, title, titleZh, doors, paper, link }) =>
    `| [\`${type}\`](docs/encodings/${type}.md) | ${title} ${titleZh} | ${doors.join(', ')} | [${paper}](${link}) |`
  const head = '| type | encoding | enters at | paper |\n|---|---|---|---|'
  const named = entries.reduce((sum, { variants }) => sum + variants.length, 0)
  const more = `[All ${entries.length} types, ${named} named encodings, with formulas, pictures and evidence](docs/encodings/README.md) · [test vectors](docs/test-vectors.md)`
  const table = [head, ...shown(entries).map(row), '', more].join('\n')
  const [before, rest] = readFileSync(join(root, readme), 'utf8').split(/(?<=<!-- encodings: .* -->\n)/)
  return `${before}${table}\n${rest.slice(rest.indexOf('<!-- /encodings -->'))}`
}

function shown(entries) {
  return inReadme.map((type) => {
    const entry = entries.find((one) => one.type === type)
    if (!entry) throw new Failure(`README.md shows the encoding "${type}", which the catalogue lacks.`)
    return entry
  })
}

async function pagesOf(entries) {
  const json = (path) =>
    existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {}
  return encodingPages(entries, {
    manifest: { files: {}, ...json('tests/golden/MANIFEST.json') },
    differences: json('tests/golden/DIFFERENCES.json'),
    examples: await importTypeScript('web/elements/parts/positions/example-positions.ts'),
  })
}

/** @returns path from the root → text */
export async function catalogueFiles() {
  const entries = catalogue()
  const texts = [...(await pagesOf(entries))].map(([name, text]) => [join(pages, name), text])
  return new Map([[target, catalogueModule(entries)], [readme, readmeWithTable(entries)], ...texts])
}

// Front matter and code of src/position/encodings/*.hpp → web/lib/catalogue.generated.ts, the table in README.md and the pages of docs/encodings.
// With --check: fails when one of them is stale, missing or left over. catalogue.mjs says what front matter looks like.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { catalogue } from './catalogue.mjs'
import { encodingPages } from './encoding-pages.mjs'
import { Failure } from './failure.mjs'
import { formatted } from './generated.mjs'
import { root } from './paths.mjs'
import { main } from './process.mjs'
import { importTypeScript } from './typescript.mjs'

const target = join(root, 'web/lib/catalogue.generated.ts')
const readme = join(root, 'README.md')
const pages = join(root, 'docs/encodings')

function catalogueModule(entries) {
  const list = entries.map(({ file, setsDistances, ...entry }) => entry)
  return formatted(
    `// Generated from src/position/encodings/*.hpp by tools/generate-catalogue.mjs. Do not edit.

import type { EncodingEntry } from './catalogue.js'

export const encodings: readonly EncodingEntry[] = ${JSON.stringify(list)}
`,
    relative(root, target),
  )
}

function readmeWithTable(entries) {
  const row = ({ type, title, titleZh, doors, paper, link, testedAgainst }) =>
    `| [\`${type}\`](docs/encodings/${type}.md) | ${title} ${titleZh} | ${doors.join(', ') || '–'} | [${paper}](${link}) | ${testedAgainst} |`
  const head = '| type | encoding | enters at | paper | tested against |\n|---|---|---|---|---|'
  const named = entries.reduce((sum, { variants }) => sum + variants.length, 0)
  const more = `[All ${named} named encodings, with formulas, pictures and evidence](docs/encodings/README.md) · [test vectors](docs/test-vectors.md)`
  const table = [head, ...entries.map(row), '', more].join('\n')
  const [before, rest] = readFileSync(readme, 'utf8').split(/(?<=<!-- encodings: .* -->\n)/)
  return `${before}${table}\n${rest.slice(rest.indexOf('<!-- /encodings -->'))}`
}

async function pagesOf(entries) {
  const json = (path) =>
    existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {}
  return encodingPages(entries, {
    manifest: { files: {}, ...json('tests/golden/MANIFEST.json') },
    differences: json('tests/golden/DIFFERENCES.json'),
    examples: await importTypeScript('web/elements/encoding/example-positions.ts'),
  })
}

async function generated() {
  const entries = catalogue()
  const texts = [...(await pagesOf(entries))].map(([name, text]) => [join(pages, name), text])
  return new Map([[target, catalogueModule(entries)], [readme, readmeWithTable(entries)], ...texts])
}

async function generate(check) {
  const files = await generated()
  const differs = ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text
  const stale = [...files].filter(differs)
  const present = existsSync(pages) ? readdirSync(pages).filter((name) => name.endsWith('.md')) : []
  const leftOver = present.map((name) => join(pages, name)).filter((file) => !files.has(file))
  if (check && stale.length + leftOver.length > 0) {
    const names = [...stale.map(([file]) => file), ...leftOver].map((file) => relative(root, file))
    throw new Failure(`Stale or left over: ${names.join(', ')}; run "node tools/generate-catalogue.mjs".`)
  }
  for (const [file, text] of stale) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const file of leftOver) rmSync(file)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => generate(process.argv.includes('--check')))
}

// Front matter of src/position/*.hpp → web/lib/catalogue.generated.ts and the table in README.md.
// With --check: fails when one of them is stale.
//
// `// Key: value` lines open each encoding's header; a line without a key continues the one before. Parameters:
// `// Parameter: name | kind or choices | default | range | English | 中文`, default `required` or `none` where
// there is none; a name with a dot is a key of an object inside the object.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure } from './failure.mjs'
import { modules, root } from './paths.mjs'

const target = join(root, 'web/lib/catalogue.generated.ts')
const readme = join(root, 'README.md')
const required = ['Name', 'Name-zh', 'Type', 'Paper', 'Link', 'Year', 'Doors', 'Convention', 'Tested against']

/** @returns key → value, `Parameter` → list, or null for a header that is no encoding */
export function frontMatter(source, file) {
  const fields = { Parameter: [] }
  let last
  for (const line of source.split('\n')) {
    const text = line.match(/^\/\/ (.*)$/)?.[1]
    if (text === undefined) break
    const [, key, value] = text.match(/^([A-Z][A-Za-z -]*): (.*)$/) ?? []
    if (key === 'Parameter') fields.Parameter.push(value)
    else if (key) fields[key] = value
    else if (last && last !== 'Parameter') fields[last] += ` ${text}`
    last = key ?? last
  }
  if (!fields.Type) return null
  const missing = required.filter((key) => !(key in fields))
  if (missing.length > 0) throw new Failure(`${file}: the front matter lacks ${missing.join(', ')}.`)
  return fields
}

function kindOf(words) {
  const axes = words.match(/^tensor \[(.*)\]$/)?.[1]
  if (axes) return { kind: 'tensor', shape: axes.split(', ') }
  if (words === 'list of numbers') return { kind: 'numbers' }
  if (['number', 'integer', 'boolean'].includes(words)) return { kind: words }
  return { kind: 'choice', choices: words.split(', ') }
}

// `required`, `none` (absent means something of its own), or the default.
function presenceOf(value, { kind }) {
  if (value === 'required') return { required: true }
  if (value === 'none') return { optional: true }
  return { default: kind === 'choice' ? value : JSON.parse(value) }
}

function parameter(line, file) {
  const parts = line.split('|').map((part) => part.trim())
  if (parts.length !== 6)
    throw new Failure(`${file}: a parameter has six parts, not ${parts.length}: ${line}`)
  const [name, words, value, range, description, descriptionZh] = parts
  const kind = kindOf(words)
  return {
    name,
    ...kind,
    ...presenceOf(value, kind),
    ...(range ? { range } : {}),
    description,
    descriptionZh,
  }
}

function entry(fields, file) {
  return {
    type: fields.Type,
    title: fields.Name,
    titleZh: fields['Name-zh'],
    paper: fields.Paper,
    link: fields.Link,
    year: Number(fields.Year),
    doors: fields.Doors === 'none' ? [] : fields.Doors.split(', '),
    conventions: fields.Convention,
    parameters: fields.Parameter.map((line) => parameter(line, file)),
    testedAgainst: fields['Tested against'],
  }
}

/** The entries in the order of the one list, src/position/any.hpp. */
export function catalogue() {
  const folder = join(root, 'src/position')
  const entries = readdirSync(folder)
    .filter((file) => file.endsWith('.hpp'))
    .map((file) => ({ file, fields: frontMatter(readFileSync(join(folder, file), 'utf8'), file) }))
    .filter(({ fields }) => fields)
    .map(({ file, fields }) => ({ file, ...entry(fields, file) }))
  const list = readFileSync(join(folder, 'any.hpp'), 'utf8')
  const names = list.match(/using AnyEncoding = OneOf<([^>]*)>/)[1].split(', ')
  const sorted = names.map((name) => {
    const file = `${name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()}.hpp`
    const found = entries.find((candidate) => candidate.file === file)
    if (!found) throw new Failure(`${name} is in any.hpp, but src/position/${file} has no front matter.`)
    return found
  })
  if (sorted.length !== entries.length)
    throw new Failure('An encoding header is missing from the list in any.hpp.')
  return sorted.map(({ file, ...rest }) => rest)
}

function formatted(text) {
  const biome = join(modules, '.bin/biome')
  const result = spawnSync(biome, ['format', '--stdin-file-path', target], {
    input: text,
    encoding: 'utf8',
    cwd: root,
  })
  if (result.status !== 0) throw new Failure(`Biome could not format the catalogue: ${result.stderr}`)
  return result.stdout
}

function catalogueModule(entries) {
  return formatted(`// Generated from the front matter of src/position/*.hpp by tools/generate-catalogue.mjs. Do not edit.

import type { EncodingEntry } from './catalogue.js'

export const encodings: readonly EncodingEntry[] = ${JSON.stringify(entries)}
`)
}

function readmeWithTable(entries) {
  const row = ({ type, title, titleZh, doors, paper, link, testedAgainst }) =>
    `| \`${type}\` | ${title} ${titleZh} | ${doors.join(', ') || '–'} | [${paper}](${link}) | ${testedAgainst} |`
  const head = '| type | encoding | enters at | paper | tested against |\n|---|---|---|---|---|'
  const table = [head, ...entries.map(row)].join('\n')
  const [before, rest] = readFileSync(readme, 'utf8').split(/(?<=<!-- encodings: .* -->\n)/)
  return `${before}${table}\n${rest.slice(rest.indexOf('<!-- /encodings -->'))}`
}

function main() {
  const entries = catalogue()
  const files = [
    [target, catalogueModule(entries)],
    [readme, readmeWithTable(entries)],
  ]
  for (const [file, text] of files) {
    if (!process.argv.includes('--check')) writeFileSync(file, text)
    else if (readFileSync(file, 'utf8') !== text) {
      throw new Failure(`${relative(root, file)} is stale: run "node tools/generate-catalogue.mjs".`)
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

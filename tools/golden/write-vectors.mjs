// Test vectors for every implementation: the golden data as JSON, one file per encoding.   npm run vectors
// docs/test-vectors.md describes the format.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../paths.mjs'
import { main } from '../process.mjs'
import { readTensors } from './safetensors.mjs'

const golden = join(root, 'tests/golden')
const FORMAT = 'whereformer-vectors 1'
const DIGITS = 9 // of a float32, enough to give it back

/** @returns {Map<string, object>} file name → content, index.json last */
export function vectors(folder = golden) {
  const { files } = JSON.parse(readFileSync(join(folder, 'MANIFEST.json'), 'utf8'))
  const encodings = Object.entries(files).filter(([name]) => /^encodings\/.*\.safetensors$/.test(name))
  const list = encodings.map(([name, entry]) => vectorFile(name, entry, readTensors(join(folder, name))))
  return new Map([...list.map((file) => [`${file.type}.json`, file]), ['index.json', indexOf(list)]])
}

function vectorFile(name, entry, tensors) {
  const { truth, precision, libraries, conventions, cases } = entry
  return {
    format: FORMAT,
    type: name.match(/([^/]*)\.safetensors$/)[1],
    truth,
    precision,
    libraries,
    conventions,
    cases: Object.entries(cases).map(([title, about]) => vectorCase(title, about, tensors)),
  }
}

/** A case with its tensors: tables that the position refers to are inlined. */
function vectorCase(name, { rows, position, ...about }, tensors) {
  const used = new Set()
  const inlined = inline(position, tensors, used)
  const own = [...tensors].filter(([title]) => title.startsWith(`${name}.`) && !used.has(title))
  const rest = Object.fromEntries(own.map(([title, tensor]) => [title.slice(name.length + 1), plain(tensor)]))
  return { name, ...about, position: inlined, tensors: rest }
}

function inline(value, tensors, used) {
  if (Array.isArray(value)) return value.map((item) => inline(item, tensors, used))
  if (typeof value !== 'object' || value === null) return value
  if ('$' in value) {
    used.add(value.$)
    return plain(tensors.get(value.$))
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inline(item, tensors, used)]))
}

// JSON has no infinities: they are strings that float('-Infinity') and Number('-Infinity') parse.
const number = (value) => (Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : String(value))

const plain = ({ shape, data }) => ({ shape, data: Array.from(data, number) })

function indexOf(files) {
  const about = ({ type, cases }) => ({
    type,
    file: `${type}.json`,
    cases: cases.map(({ name, op }) => ({ name, op })),
  })
  return { format: FORMAT, files: files.map(about) }
}

/** Writes all files into a separate folder. */
export function writeVectors(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of vectors()) writeFileSync(join(folder, name), `${JSON.stringify(content)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    const folder = join(root, 'build/vectors')
    writeVectors(folder)
    console.log(`Test vectors are in ${folder}`)
  })
}

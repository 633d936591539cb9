// What SECURITY.md states: the limits are those of the source, the hashes those of the files.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { withoutHash } from '../../tools/check/check-lock.mjs'
import { root } from '../../tools/paths.mjs'

const page = readFileSync(join(root, 'SECURITY.md'), 'utf8')

/** What the page calls it, the constant in the file that it names, and one unit of the page. */
const limits = [
  ['header of a safetensors file', 'LARGEST_HEADER', 2 ** 20],
  ['tensors in a file, and in all shards', 'MOST_TENSORS', 1],
  ['axes of a tensor', 'LARGEST_RANK', 1],
  ["characters of a tensor's name", 'LONGEST_NAME', 1],
  ['header of a GGUF file', 'LARGEST_HEADER', 2 ** 20],
  ['items of all lists in a GGUF file', 'MOST_ITEMS', 1],
  ['pickle of a file of `torch.save`', 'LARGEST_PICKLE', 2 ** 20],
  ['instructions of a pickle', 'MOST_STEPS', 1],
  ['shards', 'MOST_SHARDS', 1],
  ['levels of objects in options and `config.json`', 'MOST_LEVELS', 1],
  ['layers', 'MOST_LAYERS', 1],
  ['position ids', 'LARGEST_POSITION', 1],
  ['heads · length² · (width + 64) of `measure`', 'MOST_WORK', 1],
  [
    'calls of the functions of a custom encoding: heads · length², or heads · (2 · length − 1) of `byDistance` alone',
    'MOST_CALLS',
    1,
  ],
  ['bytes of weights, learned tables, their gradients and moments', 'MOST_BYTES', 2 ** 30],
  ['time that a storage may take to answer', 'LONGEST_SILENCE', 1000],
  ['time that the database of a browser may take to answer', 'LONGEST_SILENCE', 1000],
  ['parts of a stack of encodings', 'LARGEST_STACK', 1],
  ['rules of a tokenizer (normalizers, decoders, …)', 'MOST_RULES', 1],
  ['characters of a word of WordPiece', 'LONGEST_WORD', 1],
  ['characters that a rule of a tokenizer inserts', 'LONGEST_CONTENT', 1],
  ['bytes that an entry of a SentencePiece map of characters writes', 'LONGEST_TEXT', 1],
  ['characters that all Replace rules write in a call', 'MOST_WRITTEN', 1],
  ['unbounded repetitions of the same characters in a row, in a pattern', 'MOST_OVERLAPPING', 1],
  ['characters of a chat template', 'LARGEST_TEMPLATE', 1],
  [
    'steps of a chat template; an item of a loop takes sixteen, 64 characters of a text take one',
    'MOST_STEPS',
    1,
  ],
  ['characters of each text that a chat template makes', 'LARGEST_TEXT', 1],
  ['values in one list or object of a chat template', 'MOST_VALUES', 1],
  ['stop strings of a generation', 'MOST_STOPS', 1],
  ['characters of the state of a figure', 'LONGEST_STATE', 1],
  ['bytes of an array that `<wf-identify>` reads, characters of one that is pasted', 'MOST', 1],
  ['bytes of a JSON file that `<wf-your-model>` reads', 'MOST_JSON', 1],
  ['files that `<wf-your-model>` takes at once', 'MOST_FILES', 1],
  ['levels of folders that `<wf-your-model>` looks into', 'DEEPEST', 1],
]

const rows = [...page.matchAll(/^\| (.*?) \| ([\d ]+)(?: .*?)? \| `(.*?)` \|$/gm)]

test('every row of the limits is compared', () => {
  const named = rows.map(([, name]) => name)
  assert.deepEqual(named, ['memory of an instance', ...limits.map(([name]) => name)])
})

for (const [name, constant, unit] of limits) {
  test(`the limit of ${name}`, () => {
    const [, , number = '', file = ''] = rows.find(([, one]) => one === name) ?? []
    const text = readFileSync(join(root, file), 'utf8')
    const [, value = ''] = new RegExp(`const ${constant} = ([\\d_ *]+)`).exec(text) ?? []
    const product = value.split(/(?<!\*)\*(?!\*)/).map((factor) => {
      const [base, power = '1'] = factor.split('**')
      return Number(base.replaceAll('_', '')) ** Number(power)
    })
    assert.equal(
      Number(number.replaceAll(' ', '')) * unit,
      product.reduce((a, b) => a * b, 1),
    )
  })
}

test('the largest memory of an instance', () => {
  assert.match(readFileSync(join(root, 'bindings/CMakeLists.txt'), 'utf8'), /-sMAXIMUM_MEMORY=2GB\b/)
})

test('each script and .wasm file of dist/ has its hash, and nothing else has one', () => {
  assert.match(page, /`dist\/integrity\.json` has the hash of each\s+script and `\.wasm` file in `dist\/`/)
  const dist = join(root, 'dist')
  const files = readdirSync(dist, { recursive: true }).filter((file) => /\.([cm]?js|wasm)$/.test(file))
  const hash = (file) =>
    createHash('sha384')
      .update(readFileSync(join(dist, file)))
      .digest('base64')
  const wanted = Object.fromEntries(files.map((file) => [file, `sha384-${hash(file)}`]))
  assert.ok(files.length > 100)
  assert.deepEqual(JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8')), wanted)
})

test('packages without a hash are optional ones for other systems', () => {
  assert.match(
    page,
    /Every npm package that a set-up can install .* has a hash .* optional packages for other systems may have none/,
  )
  for (const folder of ['.', 'tests/bench', 'tests/frameworks', 'tests/package/consumers']) {
    const { packages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8'))
    assert.deepEqual(withoutHash(packages), [], folder)
  }
})

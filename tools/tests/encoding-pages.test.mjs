import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueFiles } from '../generate/catalogue-files.mjs'
import { encodingPages } from '../generate/encoding-pages.mjs'

const variant = (name, parameters = {}, testedAgainst = 'NumPy') => ({
  name,
  nameZh: '名',
  parameters,
  testedAgainst,
})
const parameter = (name, kind, fallback) => ({
  name,
  kind,
  default: fallback,
  description: 'what',
  descriptionZh: '何',
})
const wave = {
  file: 'wave.hpp',
  type: 'wave',
  title: 'Wave',
  titleZh: '波',
  paper: 'Somebody 2020',
  link: 'https://example.org',
  year: 2020,
  doors: ['rotate', 'bias'],
  formula: 'x = y',
  conventions: 'English words',
  conventionsZh: '中文',
  see: ['waves.md#high', 'high waves', '高波'],
  parameters: [
    { ...parameter('kind', 'choice', 'plain'), choices: ['plain', 'steep'] },
    parameter('height', 'number', 1),
  ],
  variants: [variant('Wave'), variant('Steep wave', { kind: 'steep' }), variant('High wave', { height: 9 })],
  testedAgainst: 'NumPy',
}
const examples = { examplePosition: ({ type }) => ({ type, height: 2 }) }
const golden = (position, rows = [1]) => ({ rows, position: { type: 'wave', ...position }, source: 'NumPy' })

function pageWith(cases, differences = {}) {
  const file = 'encodings/wave.safetensors'
  const evidence = {
    manifest: { files: { [file]: { cases } } },
    differences: { 'wave.safetensors': differences },
    examples,
  }
  return encodingPages([wave], evidence).get('wave.md')
}

/** The last cells of each variant's row: cases and difference. */
const evidenceOf = (page) =>
  [...page.matchAll(/^\| (?:\w+ )?[Ww]ave \|.*\| (\d+) \| (.*) \|$/gm)].map(([, ...cells]) => cells)

test('a page has formula, picture, both languages, every door and code', () => {
  const page = pageWith({})
  for (const part of [
    '```math\nx = y\n```',
    '(wave.svg)',
    'English words',
    '中文',
    '**rotate**',
    '**bias**',
    '[high waves · 高波](../waves.md#high)',
    '```js',
  ])
    assert.ok(page.includes(part), part)
  assert.match(page, /^# Wave · 波$/m)
})

test('cases go to the variant that they set most of', () => {
  const cases = {
    a: golden({}),
    b: golden({ kind: 'steep' }),
    c: golden({ height: 3 }),
    d: { ...golden({}), position: [{ type: 'rope' }, { type: 'wave', kind: 'steep' }] },
  }
  assert.deepEqual(evidenceOf(pageWith(cases)), [
    ['1', '–'],
    ['2', '–'],
    ['1', '–'],
  ])
})

test('numbered cases go to the variants in order', () => {
  const cases = { a: golden({}, [9, 4]), b: golden({}, [7]), c: golden({}, [8]), d: golden({}, [8]) }
  assert.deepEqual(
    evidenceOf(pageWith(cases)).map(([count]) => count),
    ['1', '2', '1'],
  )
})

test('the largest difference of a variant is shown, with its part of the tolerance', () => {
  const cases = { a: golden({}), b: golden({}) }
  const page = pageWith(cases, {
    a: { absolute: 1e-7, ofTolerance: 0.1 },
    b: { absolute: 2.5e-8, ofTolerance: 0.123 },
  })
  assert.deepEqual(evidenceOf(page)[0], ['2', '1e-7 (12 %)'])
})

test('the index counts and links', () => {
  const index = encodingPages([wave], { manifest: { files: {} }, differences: {}, examples }).get('README.md')
  assert.match(index, /1 types, 3 named encodings/)
  assert.match(index, /\[`wave`\]\(wave\.md\)/)
  assert.match(
    index,
    /^\| \[`wave`\]\(wave\.md\) \| Wave 波 \| \[Somebody 2020\]\(https:\/\/example\.org\) \| NumPy \|$/m,
  )
})

test('a bar in a cell does not end it', () => {
  const entry = { ...wave, variants: [variant('a | b')] }
  const page = encodingPages([entry], { manifest: { files: {} }, differences: {}, examples }).get('wave.md')
  assert.ok(page.includes('a \\| b'))
})

test('README.md shows ten encodings, the index all of them', async () => {
  const files = await catalogueFiles()
  const types = (text) =>
    [...text.matchAll(/^\| \[`(\w+)`\]\((?:docs\/encodings\/)?\1\.md\) /gm)].map(([, type]) => type)
  const shown = types(files.get('README.md'))
  const [, sources] = files.get('docs/encodings/README.md').split('## Papers and evidence')
  const pages = [...files.keys()].filter(
    (path) => /^docs\/encodings\/\w+\.md$/.test(path) && !path.endsWith('README.md'),
  )
  assert.equal(shown.length, 10)
  assert.equal(types(sources).length, pages.length)
  for (const type of shown) assert.ok(types(sources).includes(type), type)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importTypeScript } from '../build/typescript.mjs'
import { meanBeyond, ranked, spreads, widest } from '../generate/length-findings.mjs'
import { page } from '../generate/length-generalisation.mjs'

const run = (encoding, seed, exactMatch) => ({ encoding, seed, exactMatch, accuracy: exactMatch })
const record = (type, runs) => ({
  ...{ task: { type }, failures: [], chance: { exactMatch: [0.001, 0], accuracy: [0.1, 0.1] } },
  options: {
    trainLength: 16,
    testLengths: [16, 48],
    steps: 7,
    batch: 8,
    testCount: 9,
    model: {},
    optimizer: {},
  },
  origin: { version: '9.9.9', core: 'simd-abc', commit: 'c0ffee', node: '20', date: '2026-01-01' },
  runs,
})
const addition = record('reversedAddition', [
  ...[run('none', 1, [1, 0.5]), run('none', 2, [0.8, 0.1])],
  ...[run('rope', 1, [1, 0]), run('shaw', 1, [1, 0.95])],
])

async function lab() {
  const { presets } = await importTypeScript('web/lab/encodings.ts')
  const { taskOf } = await importTypeScript('web/lab/tasks/tasks.ts')
  const { defaultModel, defaultOptimizer } = await importTypeScript('web/lab/plan.ts')
  return { presets, taskOf, defaultModel, defaultOptimizer }
}

test('means are over seeds, and over the lengths beyond those of training', () => {
  assert.deepEqual(spreads(addition, 'none', 'exactMatch')[0], {
    mean: 0.9,
    min: 0.8,
    max: 1,
    values: [1, 0.8],
  })
  assert.equal(meanBeyond([addition], 'none', 'exactMatch'), 0.3)
  assert.ok(Number.isNaN(meanBeyond([addition], 'fire', 'exactMatch')))
})

test('the order leaves out what has no runs; the widest place needs two seeds', () => {
  const order = ranked(['none', 'fire', 'rope'], (encoding) => meanBeyond([addition], encoding, 'exactMatch'))
  assert.deepEqual(
    order.map(({ encoding }) => encoding),
    ['none', 'rope'],
  )
  const { encoding, length, min, max } = widest([addition], ['none', 'rope'])
  assert.deepEqual([encoding, length, min, max], ['none', 48, 0.1, 0.5])
  assert.equal(widest([addition], ['rope']), undefined)
})

test('the page has mean, range and every seed, and compares with the literature by numbers of the records', async () => {
  const text = page([addition], await lab())
  assert.match(text, /\| none \(NoPE\) · 无（NoPE） \| \*\*0\.90\*\* \(0\.80–1\.00\)<br>1\.00 0\.80 \|/)
  assert.match(text, /\| \*\*0\.95\*\*<br>0\.95 \|/)
  assert.match(text, /whereformer 9\.9\.9 \(c0ffee\), core simd-abc, Node 20, 2026-01-01/)
  assert.match(text, /none \(NoPE\) 0\.30, RoPE 0\.00\. The same encoding is first here\./)
  assert.match(text, /three times the training length is Shaw, with 0\.95 exact match\. This agrees\./)
  assert.match(text, /Sinusoids are scaled by 0\.1 here/)
  assert.match(text, /\*\*Accuracy: .*\*\*\n\n\|.*\n\| --- .*\n\| none \(NoPE\)/)
  const [first] = addition.runs
  const other = { ...addition, runs: [{ ...first, core: 'simd-def' }] }
  assert.match(page([other], await lab()), /2026-01-01\. none \(NoPE\): core simd-def\./)
  assert.doesNotMatch(text, /NaN|undefined/)
})

test('where ours differ the page says so; without records it says that', async () => {
  const other = record('reversedAddition', [run('none', 1, [1, 0]), run('rope', 1, [1, 0.2])])
  const text = page([other], await lab())
  assert.match(text, /This differs: here RoPE is first\./)
  assert.match(text, /is RoPE, with 0\.20 exact match\. This differs/)
  const empty = page([], await lab())
  assert.match(empty, /There are no records yet/)
  assert.doesNotMatch(empty, /NaN|undefined/)
})

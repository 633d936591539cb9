import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenRealSizes, items, partChosen, realSizes } from '../../tests/bench/items.mjs'
import { optionsFrom } from '../../tests/bench/options.mjs'
import { reportOf } from '../../tests/bench/report.mjs'
import { Results } from '../../tests/bench/results.mjs'
import { formerTargets, judge, targets } from '../../tests/bench/targets.mjs'

const timed = (engine, mode, ms, more) => ({
  engine,
  mode,
  samples: [ms, ms, ms],
  repeats: 1,
  difference: 0,
  ...more,
})

/** A run of one item. */
const runOf = (id, candidates) => ({ results: new Results([{ item: { id }, candidates }]) })

const judgedFor = (run, id) => judge(run).filter(({ target }) => target.work.startsWith(`${id}, `))

test('every item has the target that no peer is faster', () => {
  for (const { id } of [...items, ...realSizes])
    assert.equal(targets.filter(({ work }) => work === `${id}, times as fast as the fastest peer`).length, 1)
})

test('the fastest peer decides, whatever it is, without copies and with them', () => {
  const id = 'softmax/8x1024x1024'
  const run = runOf(id, [
    timed('whereformer relaxed', 'kernel', 8),
    timed('whereformer relaxed', 'copies', 10),
    timed('LiteRT.js', 'kernel', 6),
    timed('LiteRT.js', 'copies', 30),
    timed('tfjs-wasm', 'kernel', 12),
    timed('plain JS', 'copies', 9),
  ])
  const [{ value, met }] = judgedFor(run, id)
  assert.equal(value, 0.75)
  assert.equal(met, false)
  run.results.get(id).candidates[2].samples = [8, 8, 8]
  assert.equal(judgedFor(run, id)[0].value, 0.9) // plain JavaScript with copies
})

test('a peer with a wrong result decides nothing', () => {
  const id = 'gpt/forward-256'
  const wrong = { engine: 'LiteRT.js', mode: 'copies', refused: 'wrong: off by 1' }
  const run = runOf(id, [timed('whereformer simd', 'copies', 8), wrong])
  assert.deepEqual(judgedFor(run, id), [])
})

test('softmax in plain SIMD may be 0.75 times as fast, everything else has to be as fast', () => {
  const limits = (id) => targets.find(({ work }) => work.startsWith(`${id}, times`)).limit
  assert.deepEqual(limits('softmax/8x1024x1024'), { relaxed: 1, simd: 0.75 })
  assert.deepEqual(limits('gemm/512'), { relaxed: 1, simd: 1 })
})

test('prefill has to reach a share of the peak of the same rounds', () => {
  const id = 'real-sizes/F32/prefill-256'
  const run = runOf(id, [
    timed('peak relaxed', 'registers', 1, { flops: 1e6 }),
    timed('whereformer relaxed', 'copies', 1000, { flops: 0.84e9 }),
  ])
  const [{ value, met }] = judgedFor(run, 'prefill of 256 tokens, 135 M weights in F32')
  assert.ok(Math.abs(value - 0.84) < 1e-9)
  assert.equal(met, false)
})

test('RoPE is compared with a copy, a cold page with a blank one', () => {
  const rope = runOf('rope/8x1024x64', [
    timed('peak simd', 'copy', 1),
    timed('whereformer simd', 'kernel', 1.2),
  ])
  assert.deepEqual(
    judgedFor(rope, 'RoPE of q and k / a bare copy of them').map(({ value }) => value),
    [],
  )
  const found = judge(rope).filter(({ target }) => target.work.startsWith('RoPE of q and k / a bare copy'))
  assert.deepEqual(
    found.map(({ variant, value, met }) => [variant, value, met]),
    [['simd', 1.2, true]],
  )
  const cold = { blank: { ms: 50 }, 'whereformer simd': { ms: 96 } }
  const [judged] = judge({ results: new Results([]), cold })
  assert.deepEqual([judged.value, judged.met], [46, false])
})

test('ratios of the first table are shown, and judge nothing', () => {
  const id = 'attention/none/1024'
  const run = runOf(id, [timed('whereformer relaxed', 'kernel', 10), timed('LiteRT.js', 'kernel', 13)])
  assert.ok(formerTargets.length > 0)
  const works = new Set(formerTargets.map(({ work }) => work))
  assert.ok(judge(run).every(({ target }) => !works.has(target.work)))
  const machine = { cpu: 'a processor', cores: 2 }
  const report = reportOf({ machine, ...run, failures: {}, peers: {} })
  const [targetsPart, information] = report.split('## For information')
  assert.match(
    information,
    /attention, n = 1024, none, times as fast as LiteRT\.js +\| relaxed +\| +≥ 1\.40× \| +1\.30×/,
  )
  assert.doesNotMatch(targetsPart, /1\.40×/)
  assert.match(
    targetsPart,
    /attention\/none\/1024, times as fast as the fastest peer +\| relaxed +\| +≥ 1\.00× \| +1\.30× \| +met/,
  )
})

test('models of real size are chosen like items, and parts by their names', () => {
  assert.equal(chosenRealSizes([]).length, realSizes.length)
  assert.equal(chosenRealSizes(['real-sizes']).length, realSizes.length)
  assert.deepEqual(
    chosenRealSizes(['real-sizes/q8/decode']).map(({ id }) => id),
    ['real-sizes/q8/decode-64'],
  )
  assert.equal(chosenRealSizes(['F16']).length, 4)
  assert.deepEqual(chosenRealSizes(['softmax']), [])
  assert.equal(partChosen([], 'cold'), true)
  assert.equal(partChosen(['softmax'], 'cold'), false)
  assert.equal(partChosen(['cold'], 'cold'), true)
})

test('the number of threads is a whole number from 1 up', () => {
  assert.equal(optionsFrom([]).threads, 1)
  assert.equal(optionsFrom(['--threads', '2']).threads, 2)
  for (const wrong of ['0', '1.5', 'two'])
    assert.throws(() => optionsFrom(['--threads', wrong]), /--threads wants/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { better, fallen, recordedShares, sharesOf, worse } from '../../tests/bench/baseline.mjs'
import { Results } from '../../tests/bench/results.mjs'
import { median, pairedRatio, quantile } from '../../tests/bench/statistics.mjs'
import { isMet } from '../../tests/bench/targets.mjs'

const PEAK = 50e9 // operations per second

/** A run of one item in which both variants reach these shares of the peak, on a machine that slows down to a half midway. */
function runAt(shares, id = 'attention/none/1024') {
  const flops = 2e9
  const slowness = [1, 1, 1, 2, 2, 2, 2]
  const candidates = Object.entries(shares).flatMap(([variant, share]) => [
    candidate(`peak ${variant}`, 'registers', 1e6, (1e6 / PEAK) * 1e3),
    candidate(`whereformer ${variant}`, 'kernel', flops, (flops / (share * PEAK)) * 1e3),
  ])
  function candidate(engine, mode, flops, ms) {
    return { engine, mode, flops, samples: slowness.map((factor) => ms * factor) }
  }
  return new Results([{ item: { id }, candidates }])
}

const items = [{ id: 'attention/none/1024' }]
const recorded = { 'attention/none/1024 simd': 0.9, 'attention/none/1024 relaxed': 0.88 }

test('a share of the peak does not depend on how fast the machine is just now', () => {
  const shares = sharesOf(runAt({ simd: 0.9, relaxed: 0.88 }))
  assert.ok(Math.abs(shares['attention/none/1024 simd'] - 0.9) < 1e-9)
  assert.ok(Math.abs(shares['attention/none/1024 relaxed'] - 0.88) < 1e-9)
})

test('the same shares again are not a fall, nor is a tenth less', () => {
  assert.deepEqual(fallen(recorded, sharesOf(runAt({ simd: 0.9, relaxed: 0.88 })), items), [])
  assert.deepEqual(fallen(recorded, sharesOf(runAt({ simd: 0.815, relaxed: 0.8 })), items), [])
})

test('a planted regression of more than a tenth in one variant is found', () => {
  const found = fallen(recorded, sharesOf(runAt({ simd: 0.9, relaxed: 0.78 })), items)
  assert.deepEqual(
    found.map(({ id, variant }) => [id, variant]),
    [['attention/none/1024', 'relaxed']],
  )
})

test('an item that ran but gave no right result has fallen; one that did not run has not', () => {
  assert.equal(fallen(recorded, {}, items).length, 2)
  assert.equal(fallen(recorded, { 'attention/none/1024 simd': Number.NaN }, items).length, 2)
  assert.deepEqual(fallen(recorded, {}, [{ id: 'gemm/512' }]), [])
})

test('a wrong candidate has no share', () => {
  const results = runAt({ simd: 0.9 })
  for (const one of results.measured[0].candidates) if (one.mode === 'kernel') delete one.samples
  assert.deepEqual(sharesOf(results), {})
})

test('of two measurements the better is judged, the worse recorded', () => {
  assert.deepEqual(better({ a: 0.7, b: 0.9 }, { a: 0.88 }), { a: 0.88, b: 0.9 })
  assert.deepEqual(better({ a: 0.9 }, { a: 0.5 }), { a: 0.9 })
  assert.deepEqual(worse({ a: 0.9, b: 0.9 }, { a: 1.4, b: 0.8 }), { a: 0.9, b: 0.8 })
})

test('a kind of machine without a record is compared with nothing', () => {
  assert.equal(recordedShares({ other: { shares: {} } }, 'this one'), null)
})

test('medians and quartiles leave out rounds without a sample, and NaN spoils them', () => {
  assert.equal(median([3, null, 1, 2]), 2)
  assert.equal(quantile([1, 2, 3, 4, 5], 0.25), 2)
  assert.equal(quantile([1, 2], 0.75), 1.75)
  assert.ok(Number.isNaN(median([])))
  assert.ok(Number.isNaN(median([1, Number.NaN, 2])))
  assert.equal(pairedRatio([4, null, 9], [2, 5, 3]), 2.5)
})

test('NaN meets no target', () => {
  assert.equal(isMet('≥', Number.NaN, 0), false)
  assert.equal(isMet('≤', Number.NaN, 1), false)
  assert.equal(isMet('≤', 1, 1), true)
})

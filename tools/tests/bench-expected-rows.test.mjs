import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExpectedRows } from '../../tests/bench/page/expected-rows.js'

// A result [4, 2] whose rows 0 and 3 are compared.
const rows = new ExpectedRows({ rowCount: 4, width: 2, rows: [0, 3] }, (row) => Float64Array.of(row, -10))

test('a right result is no way off, and rows that are not compared do not matter', () => {
  assert.equal(rows.difference(Float32Array.of(0, -10, 7, 7, 7, 7, 3, -10)), 0)
})

test('a difference is relative to the largest expected number', () => {
  assert.equal(rows.difference(Float32Array.of(0, -10, 0, 0, 0, 0, 3, -9)), 0.1)
})

test('NaN in a compared row is infinitely wrong, wherever it stands', () => {
  for (const at of [0, 1, 6, 7]) {
    const result = Float32Array.of(0, -10, 0, 0, 0, 0, 3, -10)
    result[at] = Number.NaN
    assert.equal(rows.difference(result), Number.POSITIVE_INFINITY)
  }
})

test('a result of another length, or none, is infinitely wrong', () => {
  assert.equal(rows.difference(new Float32Array(7)), Number.POSITIVE_INFINITY)
  assert.equal(rows.difference(undefined), Number.POSITIVE_INFINITY)
})

test('rows that were brought back alone go to their places', () => {
  const whole = rows.spread(Float32Array.of(0, -10, 3, -10))
  assert.equal(whole.length, 8)
  assert.equal(rows.difference(whole), 0)
  assert.ok(Number.isNaN(whole[2]))
})

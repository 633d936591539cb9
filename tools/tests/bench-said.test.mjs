import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceOf, logProbabilities } from '../../tests/bench/page/real-sizes/said.js'

const step = (...logits) => logProbabilities(Float32Array.from(logits))

test('probabilities are those of a softmax, and the likeliest token is chosen', () => {
  const { id, of } = step(0, Math.log(3), 0)
  assert.equal(id, 1)
  assert.ok(Math.abs(of.get(1) - Math.log(0.6)) < 1e-6)
})

test('the same is no way off, and a constant added to all logits does not matter', () => {
  assert.deepEqual(differenceOf([step(1, 2, 4)], [step(1, 2, 4)]), { difference: 0, steps: 1 })
  assert.ok(differenceOf([step(101, 102, 104)], [step(1, 2, 4)]).difference < 1e-5)
})

test('only tokens that are told of count', () => {
  const told = { id: 2, of: new Map([[2, step(1, 2, 4).of.get(2)]]) }
  assert.equal(differenceOf([told], [step(1, 2, 4)]).difference, 0)
})

test('steps after another choice follow another text', () => {
  const expected = [step(0, 1), step(0, 1), step(0, 1)]
  const said = [step(0, 1), step(1.001, 1), step(50, 1)]
  const { difference, steps } = differenceOf(said, expected)
  assert.equal(steps, 2)
  assert.ok(difference < 3)
})

test('NaN, a token that is not there, no word at all and a missing step are infinitely wrong', () => {
  const expected = [step(0, 1)]
  for (const said of [
    [{ id: 1, of: new Map([[1, Number.NaN]]) }],
    [{ id: 1, of: new Map([[7, -1]]) }],
    [{ id: 1, of: new Map() }],
    [],
  ])
    assert.equal(differenceOf(said, expected).difference, Number.POSITIVE_INFINITY)
})

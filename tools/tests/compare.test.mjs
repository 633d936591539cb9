import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellOf, comparisons, decisiveLength, halfWidth, standing } from '../science/compare.mjs'
import { studentQuantile } from '../science/student.mjs'

/** Repeatable random numbers. */
function generator(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const SEQUENCES = 128
const LENGTHS = [16, 32, 64]
const NAMES = Array.from({ length: 12 }, (_, i) => `e${i}`)

/** Exact match of sequences that are right with this probability. */
const tested = (share, random) =>
  Array.from({ length: SEQUENCES }, () => (random() < share ? 1 : 0)).reduce((a, b) => a + b, 0) / SEQUENCES

/** @param shareOf probability that a sequence is right beyond the training length, by encoding and seed */
function experiment(name, random, shareOf) {
  const run = (encoding, seed) => {
    const share = shareOf(encoding, random)
    const lengths = LENGTHS.map((length) => ({
      length,
      loss: 1,
      sequences: SEQUENCES,
      exactMatch: length === 16 ? 1 : tested(share, random),
    }))
    return { seed, steps: 100, loss: 0.1, validationLoss: 0.1, validationExactMatch: 1, lengths }
  }
  const encodings = NAMES.map((encoding) => ({
    name: encoding,
    runs: [1, 2, 3, 4, 5].map((seed) => run(encoding, seed)),
  }))
  return { name, task: { type: 'copy' }, trainLength: 16, testLengths: LENGTHS, encodings }
}

const all = (random, shareOf) =>
  Array.from({ length: 14 }, (_, i) => experiment(`task${i}`, random, (name, r) => shareOf(i, name, r)))

const claims = (experiments) =>
  experiments.flatMap((one) =>
    comparisons(experiments, one, 'e0')
      .filter(({ verdict }) => verdict !== 'same')
      .map(({ encoding, verdict }) => `${one.name} ${encoding} ${verdict}`),
  )

test('of pure chance nothing is claimed: equal encodings, whether seeds agree or differ widely', () => {
  const random = generator(7)
  assert.deepEqual(claims(all(random, () => 0.3)), [])
  assert.deepEqual(claims(all(random, () => 1 / 16)), [])
  assert.deepEqual(claims(all(random, (_, __, r) => r())), [])
})

test('one planted effect is claimed, and nothing else', () => {
  const planted = (i, name, r) => 0.2 + 0.1 * r() + (i === 3 && name === 'e5' ? 0.5 : 0)
  assert.deepEqual(claims(all(generator(8), planted)), ['task3 e5 better'])
  const worse = (i, name, r) => 0.8 + 0.1 * r() - (i === 9 && name === 'e2' ? 0.6 : 0)
  assert.deepEqual(claims(all(generator(9), worse)), ['task9 e2 worse'])
})

test('of a loss lower is better', () => {
  const one = experiment('text', generator(1), () => 0)
  const encodings = one.encodings.slice(0, 2).map((encoding, i) => ({
    ...encoding,
    runs: encoding.runs.map((run, seed) => ({
      ...run,
      lengths: LENGTHS.map((length) => ({ length, loss: 2 + i + seed / 50, lossError: 0.01, sequences: 9 })),
    })),
  }))
  const text = { ...one, task: { type: 'text' }, encodings }
  assert.deepEqual(
    comparisons([text], text, 'e0').map(({ encoding, verdict, length }) => [encoding, verdict, length]),
    [['e1', 'worse', 32]],
  )
})

test('what has not learned the task, or has too few seeds, is not compared', () => {
  const [one] = all(generator(2), (_, name) => (name === 'e1' ? 0.9 : 0.1))
  const weak = (run) => ({
    ...run,
    lengths: run.lengths.map((s) => ({ ...s, exactMatch: 0.9 * s.exactMatch })),
  })
  const [e0, e1, ...rest] = one.encodings
  const unlearned = { ...one, encodings: [e0, { ...e1, runs: e1.runs.map(weak) }, ...rest] }
  assert.equal(standing(unlearned, unlearned.encodings[1]), 'notLearned')
  assert.ok(comparisons([unlearned], unlearned, 'e0').every(({ encoding }) => encoding !== 'e1'))
  const partly = { ...e1, runs: e1.runs.map((run) => ({ ...run, validationExactMatch: 0.5 })) }
  assert.equal(standing(one, partly), 'notLearned')
  const few = { ...one, encodings: [e0, { ...e1, runs: e1.runs.slice(0, 4) }, ...rest] }
  assert.ok(comparisons([few], few, 'e0').every(({ encoding }) => encoding !== 'e1'))
  assert.deepEqual(comparisons([one], one, 'e99'), [])
  const most = { ...e1, runs: [...e1.runs.slice(0, 3), ...e1.runs.slice(3).map(weak)] }
  assert.equal(standing(one, most), 'learned')
  assert.equal(standing(one, { name: 'e1', runs: [] }), 'none')
  assert.equal(decisiveLength({ trainLength: 16, testLengths: [16, 24] }), undefined)
})

test('an interval of a cell covers the mean over all seeds as often as it says', () => {
  const random = generator(5)
  let covered = 0
  const rounds = 200
  for (let i = 0; i < rounds; i++) {
    const one = experiment(`r${i}`, random, (_, r) => 0.4 + 0.2 * r())
    const cell = cellOf(one, one.encodings[0], 32)
    if (Math.abs(cell.mean - 0.5) <= halfWidth(cell)) covered += 1
  }
  assert.ok(covered / rounds > 0.93, `${covered} of ${rounds}`)
})

test('quantiles of Student’s t are those of tables', () => {
  const close = (got, wanted) => assert.ok(Math.abs(got - wanted) < 5e-3 * wanted, `${got} ${wanted}`)
  close(studentQuantile(4, 0.05), 2.776)
  close(studentQuantile(8, 0.05), 2.306)
  close(studentQuantile(8, 0.001), 5.041)
  close(studentQuantile(1, 0.05), 12.706)
})

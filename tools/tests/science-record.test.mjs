import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continued, emptyRecord, Listener, withRun } from '../science/record.mjs'

const task = { spec: { type: 'copy' }, chance: (length) => ({ accuracy: 1 / 3, exactMatch: 2 ** -length }) }
const options = { testLengths: [1, 2], steps: 5 }
const origin = { core: 'a' }
const encodings = ['rope', 'none']
const of = (encoding, seed) => ({ encoding, seed, exactMatch: [seed, 0] })

test('chance is kept for every test length', () => {
  const { chance, task: spec } = emptyRecord(task, options, origin)
  assert.deepEqual(chance, { accuracy: [0.33333, 0.33333], exactMatch: [0.5, 0.25] })
  assert.deepEqual(spec, { type: 'copy' })
})

test('runs are sorted by encoding and seed, and a later run replaces an earlier one', () => {
  const record = [of('none', 1), of('rope', 2), of('rope', 1), { ...of('none', 1), steps: 9 }].reduce(
    (all, run) => withRun(all, run, encodings),
    emptyRecord(task, options, origin),
  )
  assert.deepEqual(
    record.runs.map(({ encoding, seed, steps }) => [encoding, seed, steps]),
    [
      ['rope', 1, undefined],
      ['rope', 2, undefined],
      ['none', 1, 9],
    ],
  )
})

test('a failure is kept as such, until the run comes to its end', () => {
  const failed = withRun(
    emptyRecord(task, options, origin),
    { encoding: 'rope', seed: 1, error: 'NaN' },
    encodings,
  )
  assert.equal(failed.failures.length, 1)
  const mended = withRun(failed, of('rope', 1), encodings)
  assert.deepEqual([mended.failures.length, mended.runs.length], [0, 1])
})

test('runs of other options or of another core are not continued', () => {
  const earlier = withRun(emptyRecord(task, options, origin), of('rope', 1), encodings)
  const runsWith = (changed, core) =>
    continued(emptyRecord(task, { ...options, ...changed }, { core }), earlier).runs.length
  assert.equal(runsWith({}, 'a'), 1)
  assert.equal(runsWith({ steps: 6 }, 'a'), 0)
  assert.equal(runsWith({}, 'b'), 0)
})

test('a listener gives a run when it has finished, with the last test and the last loss', () => {
  const listener = new Listener()
  const run = { encoding: 'rope', seed: 3 }
  const lengths = [{ accuracy: 2 / 3, exactMatch: 0 }]
  assert.equal(listener.hear({ ...run, kind: 'step', loss: 9 }), undefined)
  assert.equal(listener.hear({ ...run, kind: 'step', loss: 1 / 3 }), undefined)
  assert.equal(listener.hear({ ...run, seed: 4, kind: 'step', loss: 5 }), undefined)
  assert.equal(listener.hear({ ...run, kind: 'test', step: 7, lengths }), undefined)
  assert.deepEqual(listener.hear({ ...run, kind: 'finish' }), {
    ...run,
    steps: 7,
    loss: 0.33333,
    accuracy: [0.66667],
    exactMatch: [0],
  })
  assert.deepEqual(listener.hear({ ...run, kind: 'failure', error: { message: 'overflow' } }), {
    ...run,
    error: 'overflow',
  })
})

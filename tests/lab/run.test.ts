import { beforeAll, describe, expect, test } from 'vitest'
import { type LabOptions, planOf, type RunPlan } from '../../web/lab/plan.js'
import { type RunHooks, run } from '../../web/lab/run.js'
import type { RunReport, StepReport, TestReport } from '../../web/lab/run-report.js'
import { tasks } from '../../web/lab/tasks/tasks.js'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { Bigrams, notFinite } from './support/bigrams.js'

const ROUND = tasks.text({ text: 'abcdefg'.repeat(60) })

const planFor = (options: Partial<LabOptions> = {}): RunPlan =>
  planOf({
    task: ROUND,
    encodings: ['none'],
    trainLength: 8,
    testLengths: [4, 16],
    steps: 60,
    batch: 8,
    testCount: 50,
    ...options,
  }).runs[0] as RunPlan

async function ran(plan: RunPlan, trainers: Bigrams, hooks: Partial<RunHooks> = {}): Promise<RunReport[]> {
  const reports: RunReport[] = []
  await run(plan, { trainers, report: (report) => reports.push(report), ...hooks })
  return reports
}

test('a learner of bigrams learns a text of bigrams, and is tested at other lengths', async () => {
  const trainers = new Bigrams()
  const reports = await ran(planFor(), trainers)
  expect(reports.map(({ kind, step }) => [kind, step])).toEqual([
    ['step', 20],
    ['step', 40],
    ['step', 60],
    ['test', 60],
  ])
  const [first, , last] = reports as [StepReport, StepReport, StepReport]
  expect(last.loss).toBeLessThan(first.loss)
  expect(last.accuracy).toBe(1)
  const { lengths } = reports[3] as TestReport
  expect(
    lengths.map(({ length, accuracy, exactMatch, sequences }) => [length, accuracy, exactMatch, sequences]),
  ).toEqual([
    [4, 1, 1, 50],
    [16, 1, 1, 50],
  ])
  expect(lengths[0]?.chance.accuracy).toBeLessThan(0.2)
  expect(trainers.disposed).toBe(1)
})

test('what cannot be learned from the last token alone stays at chance', async () => {
  const plan = planFor({ task: 'copy', testLengths: [4], testCount: 400, steps: 100 })
  const reports = await ran(plan, new Bigrams())
  const score = (reports.at(-1) as TestReport).lengths[0]
  expect(Math.abs((score?.accuracy ?? 1) - 0.1)).toBeLessThan(0.05)
  expect(score?.exactMatch).toBeLessThan(0.02)
})

test('scores over several calls are means over tokens and over sequences', async () => {
  const trainers = new Bigrams()
  const reports = await ran(planFor({ task: 'copy', testLengths: [5], steps: 3 }), trainers)
  const [, ...tests] = trainers.evaluated.slice(-3)
  expect(tests.map(({ targets }) => targets.shape)).toEqual([
    [32, 10],
    [18, 10],
  ])
  const score = (reports.at(-1) as TestReport).lengths[0]
  const each = tests.map((batch) => trainers.trainers[0]?.evaluate(batch))
  const mean = (key: 'loss' | 'accuracy' | 'exactMatch') =>
    ((each[0]?.[key] ?? 0) * 32 + (each[1]?.[key] ?? 0) * 18) / 50
  for (const key of ['loss', 'accuracy', 'exactMatch'] as const)
    expect(score?.[key]).toBeCloseTo(mean(key), 12)
})

test('the trainer gets the model, the encoding and the steps of the plan', async () => {
  const trainers = new Bigrams()
  const plan = planFor({ encodings: ['learned'], task: 'copy', seeds: [7], model: { layers: 3 }, steps: 2 })
  await ran(plan, trainers)
  expect(trainers.requests).toHaveLength(1)
  expect(trainers.requests[0]).toMatchObject({
    model: { layers: 3, heads: 4, dModel: 64, vocab: 11, position: [{ type: 'learned' }], length: 32 },
    optimizer: { schedule: 'cosine', steps: 2 },
    seed: 7,
  })
})

test('training lengths are uniform from the shortest to trainLength', async () => {
  const trainers = new Bigrams()
  await ran(planFor({ task: 'parity', steps: 200, batch: 10 }), trainers)
  const lengths = trainers.trained.flatMap(({ inputIds: { data, shape } }) =>
    Array.from({ length: shape[0] }, (_, i) => [...data.slice(i * shape[1], (i + 1) * shape[1])].indexOf(2)),
  )
  const counts = [1, 2, 3, 4, 5, 6, 7, 8].map((length) => lengths.filter((one) => one === length).length)
  // 7 degrees of freedom: P(χ² > 24.3) = 0.001
  expect(counts.reduce((sum, count) => sum + (count - 250) ** 2 / 250, 0)).toBeLessThan(24.3)
})

test('the same seed trains on the same sequences; tests are the same for all seeds', async () => {
  const of = async (seed: number) => {
    const trainers = new Bigrams()
    const reports = await ran(planFor({ task: 'copy', seeds: [seed], steps: 20 }), trainers)
    return { reports, trained: trainers.trained, evaluated: trainers.evaluated }
  }
  const [first, again, other] = [await of(1), await of(1), await of(2)]
  expect(again).toEqual(first)
  expect(other.trained).not.toEqual(first.trained)
  expect(other.evaluated).toEqual(first.evaluated)
})

test('with a shortest training length none is shorter', async () => {
  const trainers = new Bigrams()
  await ran(planFor({ task: 'firstToken', shortestTrainLength: 8, steps: 5 }), trainers)
  for (const { inputIds } of trainers.trained) expect(inputIds.shape).toEqual([8, 8])
})

test('a position of each layer is handed on as it is', async () => {
  const trainers = new Bigrams()
  const layers = [[{ type: 'mask', kind: 'window', left: 1, right: 0 }], { type: 'none' }]
  await ran(planFor({ encodings: [{ name: 'hard', position: { layers } }], steps: 1 }), trainers)
  expect(trainers.requests[0]?.model.position).toEqual({ layers })
})

test('tables that training fills: rows of the longest training sequence, buckets to three quarters of it', async () => {
  const trainers = new Bigrams()
  const position = [{ type: 't5', bidirectional: false }, { type: 'rope' }]
  const filled = { name: 'filled', position, tables: 'training' } as const
  await ran(planFor({ task: 'copy', encodings: [filled], trainLength: 8, steps: 1 }), trainers)
  expect(trainers.requests[0]?.model).toMatchObject({
    position: [{ type: 't5', bidirectional: false, maxDistance: 12 }, { type: 'rope' }],
    length: 16,
  })
})

test('positions from a random offset are consecutive and below the range', async () => {
  const trainers = new Bigrams()
  const encoding = { name: 'offset', position: { type: 'learned' }, positions: { draw: 'offset', range: 40 } }
  const plan = planFor({ task: 'firstToken', encodings: [encoding as never], testLengths: [16], steps: 60 })
  await ran(plan, trainers)
  expect(trainers.requests[0]?.model.length).toBe(40)
  const firsts = new Set<number>()
  for (const { positions, targets } of trainers.trained) {
    const [count, longest] = targets.shape
    for (let i = 0; i < count; i++) {
      const counted = [...targets.data.slice(i * longest, (i + 1) * longest)].filter(
        (id) => id !== -100,
      ).length
      const row = [...(positions?.data ?? []).slice(i * longest, i * longest + counted + 1)]
      const [first = -1] = row
      firsts.add(first)
      expect(row).toEqual(row.map((_, place) => first + place))
      expect(row.at(-1)).toBeLessThan(40)
    }
  }
  expect(firsts.size).toBeGreaterThan(30)
})

describe('remedies', () => {
  const linear = { type: 'rope', scaling: { ropeType: 'linear', factor: 'lengthRatio' } }
  const remedies = [{ name: 'linear', position: [linear] }]

  test('the trained weights are tested under each, at the same lengths, with its parameters for the length', async () => {
    const trainers = new Bigrams()
    const reports = await ran(planFor({ task: ROUND, testCount: 70, remedies }), trainers)
    const { lengths, remedies: found } = reports.at(-1) as TestReport
    expect(found?.map(({ name }) => name)).toEqual(['linear'])
    for (const [i, score] of (found?.[0]?.lengths ?? []).entries()) {
      const plain = lengths[i] as (typeof lengths)[number]
      expect(score).toMatchObject({ length: plain.length, accuracy: plain.accuracy, sequences: 70 })
      expect(score.exactMatch).toBe(plain.exactMatch)
      expect(score.loss).toBeCloseTo(plain.loss, 5)
    }
    const factors = new Set(trainers.remedies.map((position) => JSON.stringify(position)))
    const at = (factor: number) => JSON.stringify([{ ...linear, scaling: { ropeType: 'linear', factor } }])
    expect([...factors]).toEqual([at(1), at(2)]) // lengths 4 and 16, of 8
  })

  test('a finished run tells of them again', async () => {
    const plan = planFor({ remedies })
    let state: Uint8Array | undefined
    const reports = await ran(plan, new Bigrams(), { keep: (kept) => (state = kept) })
    expect(await ran(plan, new Bigrams(), { state: state as Uint8Array })).toEqual(reports)
  })

  test('drawn positions have none', () => {
    const wrong = () => planFor({ encodings: ['randomized'], remedies })
    expectRefusal(wrong, 'ERR_VALUE', 'options.encodings[0]', 'drawn positions')
    expectRefusal(
      () => planFor({ remedies: [{ name: 'x' } as never] }),
      'ERR_TYPE',
      'options.remedies[0].position',
    )
  })
})

describe('patience', () => {
  const patient = { patience: 40, steps: 2000, reportEvery: 20 }

  test('a run ends when its loss at training lengths has stopped falling, and is tested there', async () => {
    const reports = await ran(planFor({ task: 'copy', ...patient }), new Bigrams())
    const end = reports.at(-1) as TestReport
    expect(end.kind).toBe('test')
    expect(end.step).toBeLessThan(2000)
    expect(end.step % 20).toBe(0)
    expect(reports.filter(({ kind }) => kind === 'test')).toHaveLength(1)
    const losses = reports.flatMap((report) => (report.kind === 'step' ? [report.validationLoss] : []))
    const before = losses.slice(0, -2).reduce((least, loss) => Math.min(least, loss))
    for (const loss of losses.slice(-2)) expect(loss).toBeGreaterThan(before * 0.99)
  })

  test('a loss that goes on falling leads to the last step', async () => {
    const reports = await ran(planFor({ ...patient, steps: 60 }), new Bigrams())
    expect(reports.at(-1)?.step).toBe(60)
  })

  test('stopped at any step it goes on to the same end, and is not trained again', async () => {
    const plan = planFor({ task: 'copy', ...patient })
    const reports = await ran(plan, new Bigrams())
    const end = reports.at(-1)?.step as number
    let state: Uint8Array | undefined
    const keep = (kept: Uint8Array) => (state = kept)
    for (const stopAt of [30, end - 1]) {
      const controller = new AbortController()
      const before = new Bigrams()
      before.beforeStep = (step) => step === stopAt && controller.abort()
      await expectRejection(ran(plan, before, { signal: controller.signal, keep }), 'ERR_ABORTED')
      expect(await ran(plan, new Bigrams(), { state: state as Uint8Array, keep })).toEqual(reports)
      const finished = new Bigrams()
      expect(await ran(plan, finished, { state: state as Uint8Array })).toEqual(reports)
      expect(finished.requests).toEqual([])
    }
  })
})

test('a run that is stopped makes no further step, and goes on to the same bits', async () => {
  const plan = planFor({ task: 'modularAddition', encodings: ['randomized'], testEvery: 25 })
  const whole = new Bigrams()
  const reports = await ran(plan, whole)
  for (const stopAt of [0, 1, 19, 20, 21, 45]) {
    const controller = new AbortController()
    const before = new Bigrams()
    before.beforeStep = (step) => step === stopAt && controller.abort()
    let state: Uint8Array | undefined
    const stopped = ran(plan, before, { signal: controller.signal, keep: (kept) => (state = kept) })
    await expectRejection(stopped, 'ERR_ABORTED')
    expect(before.trained).toHaveLength(stopAt + 1)
    expect(before.disposed).toBe(1)
    const after = new Bigrams()
    expect(await ran(plan, after, { state: state as Uint8Array })).toEqual(reports)
    expect(after.trained).toEqual(whole.trained.slice(stopAt + 1))
    expect(after.trainers.at(-1)?.save()).toEqual(whole.trainers[0]?.save())
  }
})

test('a finished run answers from its state without training', async () => {
  const plan = planFor()
  let state: Uint8Array | undefined
  const reports = await ran(plan, new Bigrams(), { keep: (kept) => (state = kept) })
  const trainers = new Bigrams()
  expect(await ran(plan, trainers, { state: state as Uint8Array })).toEqual(reports)
  expect([trainers.requests.length, trainers.resumed]).toEqual([0, 0])
})

test('a step that the trainer refuses ends the run with its error and the last good state', async () => {
  const plan = planFor()
  const whole = await ran(plan, new Bigrams())
  const trainers = new Bigrams()
  trainers.beforeStep = (step) => {
    if (step === 33) throw notFinite()
  }
  let state: Uint8Array | undefined
  await expectRejection(ran(plan, trainers, { keep: (kept) => (state = kept) }), 'ERR_VALUE', 'loss', 'NaN')
  expect(await ran(plan, new Bigrams(), { state: state as Uint8Array })).toEqual(whole)
})

test('a trainer that crashed cannot be saved: its own error is thrown, and the state before stays', async () => {
  const trainers = new Bigrams()
  trainers.beforeStep = (step) => {
    if (step < 3) return
    for (const trainer of trainers.trainers) trainer.save = () => expect.fail('saved after a crash')
    throw notFinite()
  }
  const kept: Uint8Array[] = []
  const plan = planFor()
  const crashed = ran(plan, trainers, { keepEvery: 0, keep: (state) => kept.push(state) })
  await expectRejection(crashed, 'ERR_VALUE', 'NaN')
  expect(kept).toHaveLength(3)
  const reports = await ran(plan, new Bigrams(), { state: kept[2] as Uint8Array })
  expect(reports).toEqual(await ran(plan, new Bigrams()))
})

test('the state of another build is not gone on with: the run starts anew and says so', async () => {
  const plan = planFor()
  const states: Uint8Array[] = []
  const reports = await ran(plan, new Bigrams(), { keepEvery: 0, keep: (state) => states.push(state) })
  for (const state of [states[5], states.at(-1)] as Uint8Array[]) {
    const trainers = new Bigrams()
    trainers.info = { ...trainers.info, version: '1.0.1' }
    const warnings: string[] = []
    expect(await ran(plan, trainers, { state, warn: (message) => warnings.push(message) })).toEqual(reports)
    expect([trainers.resumed, trainers.trained.length]).toEqual([0, plan.steps])
    expect(warnings).toEqual([expect.stringMatching(/1\.0\.0 simd abc.*1\.0\.1 simd abc/)])
  }
})

test('states are kept at intervals', async () => {
  const kept: Uint8Array[] = []
  await ran(planFor({ steps: 5 }), new Bigrams(), { keepEvery: 0, keep: (state) => kept.push(state) })
  expect(kept).toHaveLength(6)
})

test('a signal that has aborted starts nothing', async () => {
  const trainers = new Bigrams()
  await expectRejection(ran(planFor(), trainers, { signal: AbortSignal.abort() }), 'ERR_ABORTED')
  expect(trainers.requests).toHaveLength(0)
})

test('random whole positions are sorted and distinct, new for each sequence, below twice the longest one', async () => {
  const trainers = new Bigrams()
  await ran(planFor({ task: 'copy', encodings: ['randomized'], steps: 40 }), trainers)
  expect(trainers.requests[0]?.model).toMatchObject({ position: [{ type: 'learned' }], length: 64 })
  const rows = [...trainers.trained, ...trainers.evaluated].flatMap(rowsOf)
  for (const { positions } of rows) {
    expect(
      positions.every(
        (p, i) => Number.isInteger(p) && p >= 0 && p < 64 && (i === 0 || p > (positions[i - 1] as number)),
      ),
    ).toBe(true)
  }
  // of one token alone the draw is uniform from 0 to 63: a bias of short sequences to low positions would show in the mean
  const seconds = rows
    .filter(({ positions }) => positions.length === 2)
    .map(({ positions }) => positions[1] as number)
  const mean = seconds.reduce((a, b) => a + b) / seconds.length
  expect(Math.abs(mean - 130 / 3 + 1)).toBeLessThan((4 * 15) / Math.sqrt(seconds.length))
  expect(new Set(rows.map(({ positions }) => positions.join())).size).toBeGreaterThan(rows.length * 0.7)
})

test('tables are as long as the longest sequence, those of CoPE as the longest of the training', async () => {
  const lengthFor = async (encoding: LabOptions['encodings'][number]) => {
    const trainers = new Bigrams()
    await ran(planFor({ encodings: [encoding], steps: 1, testCount: 1 }), trainers)
    return trainers.requests[0]?.model.length
  }
  const own = { name: 'own', position: [{ type: 'cope' }] }
  expect(await lengthFor('learned')).toBe(ROUND.tokens(16))
  expect(await lengthFor('cope')).toBe(ROUND.tokens(8))
  expect(await lengthFor(own)).toBe(ROUND.tokens(16))
  expect(await lengthFor({ ...own, tables: 'training' })).toBe(ROUND.tokens(8))
})

test('digits are numbered in their runs from a random number, all runs of a sequence from the same, other tokens are at 0', async () => {
  const trainers = new Bigrams()
  const encoding = {
    name: 'abacus',
    position: { type: 'learned' },
    positions: { draw: 'digits', range: 40 },
  } as const
  const plan = planFor({
    task: 'reversedAddition',
    encodings: [encoding],
    trainLength: 3,
    testLengths: [3],
    steps: 40,
  })
  await ran(plan, trainers)
  expect(trainers.requests[0]?.model.length).toBe(40)
  const rows = trainers.trained.flatMap(rowsOf)
  const firsts = new Set<number>()
  for (const { positions, ids } of rows) {
    const first = positions[0] as number
    firsts.add(first)
    const plus = ids.indexOf(10)
    const run = (count: number) => Array.from({ length: count }, (_, i) => first + i)
    expect(first).toBeGreaterThan(0)
    // "a b c + d e f = s u m": the last digit of the sum is a target only
    expect(positions).toEqual([...run(plus), 0, ...run(plus), 0, ...run(positions.length - 2 * plus - 2)])
    expect(Math.max(...positions)).toBeLessThan(40)
  }
  expect(firsts.size).toBeGreaterThan(25)
  const other = () => planFor({ task: 'copy', encodings: [encoding], steps: 1 })
  await expect(ran(other(), trainers)).rejects.toThrow(/abacus\.positions\.draw.*a task with digits/)
})

test('random real positions are sorted', async () => {
  const trainers = new Bigrams()
  const encoding = {
    name: 'own',
    position: [{ type: 'alibi' }],
    positions: { draw: 'real', range: 3 },
  } as const
  await ran(planFor({ task: 'sort', encodings: [encoding], steps: 3 }), trainers)
  const rows = trainers.trained.flatMap(rowsOf)
  for (const { positions } of rows) {
    expect(
      positions.every((p, i) => p >= 0 && p <= 3 && (i === 0 || p >= (positions[i - 1] as number))),
    ).toBe(true)
  }
  expect(rows.some(({ positions }) => positions.some((p) => !Number.isInteger(p)))).toBe(true)
})

/** Positions of each sequence, without those of the padding. */
function rowsOf({
  inputIds,
  targets,
  positions,
}: Bigrams['trained'][number]): { ids: number[]; positions: number[] }[] {
  const [count, longest] = targets.shape
  expect(positions?.shape).toEqual(targets.shape)
  return Array.from({ length: count }, (_, i) => {
    const row = [...targets.data.slice(i * longest, (i + 1) * longest)]
    const length = row.length - [...row].reverse().findIndex((target) => target >= 0)
    const sequence = (data: Iterable<number>) => [...data].slice(i * longest, i * longest + length)
    return { ids: sequence(inputIds.data), positions: sequence(positions?.data ?? []) }
  })
}

describe('a stored state that its plan cannot have led to', () => {
  const plan = planFor({ task: 'copy', testEvery: 20, steps: 50 })
  const other = planFor({ task: 'copy', testEvery: 20, steps: 50, seeds: [2] })
  let reports: RunReport[] = []
  let early = new Uint8Array() as Uint8Array
  let finished = early
  let ofOther = early

  beforeAll(async () => {
    const states: Uint8Array[] = []
    reports = await ran(plan, new Bigrams(), { keepEvery: 0, keep: (state) => states.push(state) })
    early = states[32] as Uint8Array
    finished = states.at(-1) as Uint8Array
    const others: Uint8Array[] = []
    await ran(other, new Bigrams(), { keepEvery: 0, keep: (state) => others.push(state) })
    ofOther = others[32] as Uint8Array
  })

  // biome-ignore lint/suspicious/noExplicitAny: anything may be stored
  type Header = any
  const parts = (state: Uint8Array) => {
    const length = new DataView(state.buffer, state.byteOffset).getUint32(0, true)
    const header: Header = JSON.parse(new TextDecoder().decode(state.subarray(4, 4 + length)))
    return { header, rest: state.subarray(4 + length) }
  }
  const joined = (header: Header, rest: Uint8Array) => {
    const text = new TextEncoder().encode(JSON.stringify(header))
    const state = new Uint8Array(4 + text.length + rest.length)
    new DataView(state.buffer).setUint32(0, text.length, true)
    state.set(text, 4)
    state.set(rest, 4 + text.length)
    return state
  }
  const changed = (state: Uint8Array, change: (header: Header) => void) => {
    const { header, rest } = parts(state)
    change(header)
    return joined(header, rest)
  }

  /** Started afresh, with one warning that holds these words. */
  async function expectAfresh(state: Uint8Array, words: string) {
    const warnings: string[] = []
    const trainers = new Bigrams()
    const again = await ran(plan, trainers, { state, warn: (message) => warnings.push(message) })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('starts from its beginning')
    expect(warnings[0]).toContain(words)
    expect([trainers.trained.length, again]).toEqual([plan.steps, reports])
  }

  test('is not the one that was stored', async () => {
    for (const [state, left] of [
      [changed(early, () => {}), plan.steps - 33],
      [changed(finished, () => {}), 0],
    ] as const) {
      const trainers = new Bigrams()
      expect(await ran(plan, trainers, { state, warn: expect.fail })).toEqual(reports)
      expect(trainers.trained).toHaveLength(left)
    }
  })

  const fields = ['key', 'build', 'step', 'last', 'random', 'reports', 'magic', 'version']
  const wrong: [string, unknown][] = [
    ['missing', undefined],
    ['null', null],
    ['a text', 'x'],
    ['negative', -1],
    ['huge', 1e9],
    ['a fraction', 0.5],
    ['an empty list', []],
    ['an empty object', {}],
  ]
  test.each(fields.flatMap((field) => wrong.map(([what, value]) => [field, what, value] as const)))(
    '%s: %s',
    async (field, _, value) => {
      if (field === 'build' && value === 'x')
        return expectAfresh(
          changed(early, (h) => (h.build = 'x')),
          'build',
        )
      for (const state of [early, finished])
        await expectAfresh(
          changed(state, (header) => (header[field] = value)),
          'state',
        )
    },
  )

  test.each<[string, (header: Header) => void, string]>([
    ['a report less', (h) => h.reports.pop(), 'state.reports'],
    ['a report twice', (h) => h.reports.push(h.reports[0]), 'state.reports'],
    ['reports in another order', (h) => h.reports.reverse(), 'state.reports[0]'],
    ['a report without a loss', (h) => delete h.reports[0].loss, 'state.reports[0].loss'],
    ['a share above 1', (h) => (h.reports[0].accuracy = 2), 'state.reports[0].accuracy'],
    ['no scores', (h) => delete h.reports[1].lengths, 'state.reports[1].lengths'],
    ['a score less', (h) => h.reports[1].lengths.pop(), 'state.reports[1].lengths'],
    ['a score of another length', (h) => (h.reports[1].lengths[0].length = 5), 'lengths[0].length'],
    ['no chance', (h) => delete h.reports[1].lengths[0].chance, 'lengths[0].chance'],
    ['a loss less', (h) => h.last.losses.pop(), 'state.last.losses'],
    ['a loss that is no number', (h) => (h.last.losses[0] = null), 'state.last.losses[0]'],
    ['no gradient', (h) => delete h.last.gradientNorm, 'state.last.gradientNorm'],
    ['another stream', (h) => (h.random.sequences = h.random.positions), 'state.random.sequences'],
    ['three words', (h) => h.random.positions.pop(), 'state'],
    ['another step', (h) => (h.step -= 1), 'state'],
    [
      'files without names',
      (h) => (h.files = h.files.map(([, size]: [string, number]) => [null, size])),
      'state.files[0]',
    ],
    ['a file of a huge size', (h) => (h.files[0][1] = 1e9), 'state.files[0]'],
    ['a file less', (h) => h.files.pop(), 'state'],
    ['files that are no list', (h) => (h.files = 7), 'state.files'],
  ])('%s', (_, change, words) => expectAfresh(changed(early, change), words))

  test('the files of another model, or of another step', async () => {
    const { header } = parts(early)
    await expectAfresh(
      joined({ ...header, files: parts(ofOther).header.files }, parts(ofOther).rest),
      'state.seed',
    )
    const wide = planFor({ task: ROUND, testEvery: 20, steps: 50 })
    const states: Uint8Array[] = []
    await ran(wide, new Bigrams(), { keepEvery: 0, keep: (state) => states.push(state) })
    const stranger = parts(states[32] as Uint8Array)
    await expectAfresh(joined({ ...header, files: stranger.header.files }, stranger.rest), 'vocab')
    const later = parts(states[34] as Uint8Array)
    await expectAfresh(joined({ ...header, files: later.header.files }, later.rest), 'step 35')
  })

  test('other bytes, and those of another run', async () => {
    await expectAfresh(finished.slice(0, 20), 'cannot be read')
    await expectAfresh(early.slice(0, -1), 'state')
    await expectAfresh(new Uint8Array(0), 'cannot be read')
    await expectAfresh(new TextEncoder().encode('\u0002\0\0\0{}'), 'other bytes')
    await expectAfresh(ofOther, 'another run')
  })
})

// The pure parts of <wf-lengths>: what curves say, what is kept, how long it takes.

import { expect, test } from 'vitest'
import { presetNames, presets, taskNames } from 'whereformer/lab'
import { comparedOf, knownNames, runName } from '../../web/elements/figures/lengths/compared.js'
import { type Experiment, sameSetting, withRun } from '../../web/elements/figures/lengths/experiment.js'
import {
  bestAt,
  curvesOf,
  farthestApart,
  holdsTo,
  longest,
} from '../../web/elements/figures/lengths/findings.js'
import { decodeKept, encodeKept } from '../../web/elements/figures/lengths/kept.js'
import { captionOf } from '../../web/elements/figures/lengths/lengths-caption.js'
import { lengthsContent } from '../../web/elements/figures/lengths/lengths-content.js'
import { lengthsCsv } from '../../web/elements/figures/lengths/lengths-csv.js'
import { TASKS } from '../../web/elements/figures/lengths/lengths-fields.js'
import { lengthsWords } from '../../web/elements/figures/lengths/messages.js'
import { Pace } from '../../web/elements/figures/lengths/pace.js'
import { recorded, recordedText } from '../../web/elements/figures/lengths/recorded.generated.js'
import { chosenEncodings, type LengthsState, lengthsIn } from '../../web/elements/figures/lengths/set-up.js'
import type { OwnFigure } from '../../web/elements/parts/formula/own-figure.js'

const run = (encoding: string, seed: number, exactMatch: number[]) => ({
  ...{ encoding, seed, exactMatch },
  accuracy: exactMatch.map((value) => (1 + value) / 2),
})

const experiment: Experiment = {
  ...{
    task: 'copy',
    trainLength: 8,
    testLengths: [8, 16, 32],
    steps: 100,
    batch: 32,
    width: 64,
    date: '2026-01-01',
  },
  runs: [
    ...[run('rope', 2, [1, 0, 0]), run('rope', 1, [1, 0.2, 0])],
    ...[run('alibi', 1, [1, 0.9, 0.6]), run('alibi', 2, [0.95, 1, 0])],
    ...[run('none', 1, [0.5, 0, 0]), run('none', 2, [1, 0, 0])],
  ],
}
const curves = curvesOf(experiment, ['rope', 'alibi', 'fire'], 'exactMatch')

test('a curve has every seed, their mean and their range; encodings without runs have none', () => {
  expect(curves.map(({ encoding }) => encoding)).toEqual(['rope', 'alibi'])
  expect(curves[0]?.seeds.map(({ seed }) => seed)).toEqual([1, 2])
  expect(curves[0]).toMatchObject({ mean: [1, 0.1, 0], low: [1, 0, 0], high: [1, 0.2, 0] })
  expect(curvesOf(experiment, ['alibi'], 'accuracy')[0]?.low).toEqual([0.975, 0.95, 0.5])
})

test('an encoding holds up to the length before the first at which its mean falls below 90 %', () => {
  expect(curves.map((curve) => holdsTo(curve, experiment.testLengths))).toEqual([8, 16])
  expect(longest(curves, experiment.testLengths)).toEqual({ length: 16, encodings: ['alibi'] })
  const weak = curvesOf({ ...experiment, runs: [run('rope', 1, [0.89, 1, 1])] }, ['rope'], 'exactMatch')
  expect(longest(weak, experiment.testLengths)).toBeUndefined()
  const unknown = [{ ...weak[0], mean: [Number.NaN, 1, 1] } as (typeof weak)[number]]
  expect(longest(unknown, experiment.testLengths)).toBeUndefined()
  expect(bestAt(curves, 0)).toEqual({ encodings: ['rope'], mean: 1 })
  expect(bestAt([], 0)).toBeUndefined()
})

test('the seeds are compared where they are farthest apart, and only where there are two', () => {
  expect(farthestApart(curves, experiment.testLengths)).toEqual({
    ...{ encoding: 'alibi', length: 32, low: 0, high: 0.6 },
  })
  const one = curvesOf({ ...experiment, runs: [run('rope', 1, [1, 0, 0])] }, ['rope'], 'exactMatch')
  expect(farthestApart(one, experiment.testLengths)).toBeUndefined()
})

test('the caption says what is shown, in both languages', () => {
  const found = { experiment, measure: 'exactMatch', labelOf: (name: string) => name.toUpperCase() } as const
  const say = (encodings: readonly string[]) => captionOf({ ...found, encodings }, lengthsWords.en).join(' ')
  expect(say(['rope', 'alibi', 'fire'])).toBe(
    'ALIBI generalises furthest: a mean of at least 90\u00a0% up to length 16. At length 32, ALIBI is best with 30\u00a0%. The result depends on the seed: for ALIBI at length 32 it ranges from 0\u00a0% to 60\u00a0%. No runs: FIRE.',
  )
  expect(say(['rope'])).toContain(
    'At length 32, none has a right answer. The seeds differ most for ROPE at length 16: 0\u00a0% to 20\u00a0%.',
  )
  expect(say(['none', 'rope'])).toContain(
    'Not compared, since the task was not learned (exact match below 95\u00a0% at the training length): NONE.',
  )
  expect(say(['fire'])).toBe('No runs for these encodings.')
  expect(captionOf({ ...found, encodings: ['rope', 'alibi'] }, lengthsWords.zh).join('')).toBe(
    'ALIBI 泛化得最远：到长度 16 为止平均不低于 90%。长度 32 时最好的是 ALIBI，30%。结果取决于种子：ALIBI 在长度 32 时从 0% 到 60% 都有。',
  )
})

test('no line is drawn without its seeds, and no two lines look alike', () => {
  const named = presetNames.slice(0, 6).map((name) => ({ name, label: name, tone: 'term-position' as const }))
  const runs = named.flatMap(({ name }) => [run(name, 1, [1, 1, 1]), run(name, 2, [1, 0, 0])])
  const request = {
    experiment: { ...experiment, runs },
    encodings: named,
    measure: 'exactMatch',
    label: '',
  } as const
  const { lines, bands } = lengthsContent(request, lengthsWords.en)
  expect(lines.map(({ name }) => name).slice(0, 3)).toEqual(['none, mean', 'none, seed 1', 'none, seed 2'])
  expect(lines[0]?.values).toEqual([100, 50, 50])
  expect(lines.filter(({ thin }) => thin)).toHaveLength(12)
  expect(bands).toHaveLength(6)
  const looks = lines
    .filter(({ name }) => name.endsWith(', mean'))
    .map(({ tone, dash }) => JSON.stringify([tone, dash]))
  expect(new Set(looks).size).toBe(6)
})

test('what has not learned the task is one thin line, without a band', () => {
  const named = ['rope', 'none'].map((name) => ({ name, label: name, tone: 'ink' as const }))
  const request = { experiment, encodings: named, measure: 'exactMatch', label: '' } as const
  const { lines, bands } = lengthsContent(request, lengthsWords.en)
  expect(lines.map(({ name, thin }) => [name, thin])).toEqual([
    ['rope, mean', undefined],
    ['rope, seed 1', true],
    ['rope, seed 2', true],
    ['none, mean', true],
  ])
  expect(bands).toHaveLength(1)
  const said = { ...experiment, notLearned: ['rope'] }
  expect(curvesOf(said, ['rope', 'none'], 'accuracy').map(({ learned }) => learned)).toEqual([false, true])
})

test('a run joins the experiment with the same settings, replaces itself, and makes it the first', () => {
  const other = { ...experiment, steps: 200 }
  const kept = withRun([other, experiment], experiment, run('rope', 1, [0, 0, 0]), '2026-02-02')
  expect(kept.map(({ steps, date }) => [steps, date])).toEqual([
    [100, '2026-02-02'],
    [200, '2026-01-01'],
  ])
  expect(kept[0]?.runs).toHaveLength(6)
  expect(kept[0]?.runs.at(-1)).toEqual(run('rope', 1, [0, 0, 0]))
  expect(withRun(kept, { ...experiment, steps: 1 }, run('rope', 1, [0]), '2026-02-03', 2)).toHaveLength(2)
  expect(sameSetting(experiment, { ...experiment, testLengths: [8, 16] })).toBe(false)
})

test('what is kept can be read again; anything else is nothing', () => {
  expect(decodeKept(encodeKept([experiment]))).toEqual([experiment])
  expect(decodeKept(undefined)).toEqual([])
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  for (const wrong of [
    3,
    null,
    {},
    { version: 2, experiments: [experiment] },
    { version: 1, experiments: [{}, null] },
  ])
    expect(decodeKept(bytes(wrong))).toEqual([])
  expect(decodeKept(Uint8Array.of(1, 2, 3))).toEqual([])
  const short = { ...experiment, runs: [run('rope', 1, [1])] }
  expect(decodeKept(bytes({ version: 1, experiments: [short, experiment] }))).toEqual([experiment])
})

test('test lengths are read from text, encodings from names that the lab has', () => {
  expect(lengthsIn('24, 8 8，16')).toEqual([8, 16, 24])
  for (const wrong of ['', '0', '257', '1.5', 'x', '1 2 3 4 5 6 7 8 9'])
    expect(lengthsIn(wrong)).toBeUndefined()
  expect(chosenEncodings({ encodings: ' alibi rope  nonsense rope' }, presetNames)).toEqual(['rope', 'alibi'])
  expect(chosenEncodings({ encodings: presetNames.join(' ') }, presetNames)).toHaveLength(6)
  for (const task of TASKS) expect(taskNames).toContain(task)
})

test('the reader’s own encoding is compared with the others, first; another formula has other runs', () => {
  const formula = { kind: 'bias', text: '-abs(d)' }
  const position = { type: 'alibi' } as const
  const own = { formula, position } as unknown as OwnFigure
  const state = { encodings: 'rope custom alibi' } as LengthsState
  const compared = comparedOf(state, { presets, own }, 'en')
  expect(compared.map(({ name, label }) => [name, label])).toEqual([
    ['bias=-abs(d)', 'Your own encoding'],
    ['rope', 'RoPE'],
    ['alibi', 'ALiBi'],
  ])
  expect(compared[0]?.trained).toEqual({ name: 'bias=-abs(d)', position })
  expect(compared[1]?.trained).toBe('rope')
  expect(comparedOf(state, { presets, own: undefined }, 'en')).toHaveLength(2) // not loaded yet
  expect(chosenEncodings(state, knownNames({ presets }))).toEqual(['custom', 'rope', 'alibi'])
  const given = (value: number) =>
    runName({
      formula: undefined,
      position: { type: 'relativeBias', table: { data: Float32Array.of(value), shape: [1, 1] } },
    })
  expect(given(1)).toMatch(/^custom [0-9a-f]+$/)
  expect(given(1)).toBe(given(1))
  expect(given(1)).not.toBe(given(2))
})

test('the time left follows the pace of the last seconds, without what is repeated at the start', () => {
  const pace = new Pace()
  expect(pace.left(100)).toBeUndefined()
  pace.add(0, 0)
  pace.add(500, 5000) // runs that go on
  expect(pace.left(6000)).toBeUndefined()
  pace.add(1500, 5100)
  expect(pace.left(6000)).toBeCloseTo(9)
  for (let t = 2500; t <= 30_000; t += 500) pace.add(t, 5100 + (t - 1500) / 100) // ten times slower
  expect(pace.left(6000)).toBeCloseTo((6000 - 5385) / 10, 5)
})

test('a table of numbers has every run and length', async () => {
  const csv = await lengthsCsv([{ title: 'Yours', experiment }], ['alibi'])
  expect(csv.split('\n').slice(0, 3)).toEqual([
    'source,task,encoding,seed,steps,trainLength,length,accuracy,exactMatch',
    'Yours,copy,alibi,1,100,8,8,1,1',
    'Yours,copy,alibi,1,100,8,16,0.95,0.9',
  ])
  expect(csv.trim().split('\n')).toHaveLength(1 + 2 * 3)
})

test('every recorded run has a score per length, of encodings and tasks that there are', () => {
  expect(recorded.length).toBeGreaterThan(0)
  for (const { task, testLengths, runs } of recorded) {
    expect(TASKS).toContain(task)
    expect(testLengths).toEqual([...testLengths].sort((a, b) => a - b))
    for (const { encoding, accuracy, exactMatch } of runs) {
      expect(presetNames).toContain(encoding)
      for (const scores of [accuracy, exactMatch]) {
        expect(scores).toHaveLength(testLengths.length)
        for (const score of scores)
          expect(score >= 0 && score <= 1, `${task} ${encoding} ${score}`).toBe(true)
      }
    }
  }
})

test('every recorded run on a text has a loss per length, of encodings that there are', () => {
  const { testLengths = [], runs = [] } = recordedText ?? {}
  expect(runs.length).toBeGreaterThan(0)
  for (const { encoding, loss = [] } of runs) {
    expect(presetNames).toContain(encoding)
    expect(loss).toHaveLength(testLengths.length)
    for (const one of loss) expect(one > 0 && one < Number.POSITIVE_INFINITY, `${encoding} ${one}`).toBe(true)
  }
})

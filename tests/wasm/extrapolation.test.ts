// The losses of <wf-extrapolation>, without a document: what is recorded, and what cutting a text means.

import { expect, test } from 'vitest'
import type { Model } from 'whereformer'
import { chapters } from '../../web/content/article/index.js'
import { plansOf } from '../../web/elements/figures/extrapolation/curve-plans.js'
import { lookOf } from '../../web/elements/figures/extrapolation/extrapolation-content.js'
import { extrapolationFields } from '../../web/elements/figures/extrapolation/extrapolation-fields.js'
import { heldOut } from '../../web/elements/figures/extrapolation/held-out.js'
import type { CurvePlan } from '../../web/elements/figures/extrapolation/loss-ledger.js'
import { lossRecord } from '../../web/elements/figures/extrapolation/loss-record.js'
import { LENGTHS, lossesAt, meanOf } from '../../web/elements/figures/extrapolation/losses.js'
import { recordLosses } from '../../web/elements/figures/extrapolation/recording.js'
import { SCALINGS } from '../../web/elements/figures/extrapolation/scalings.js'
import { trainedLoss } from '../../web/elements/figures/extrapolation/trained-loss.js'
import {
  TRAINED,
  type TrainedModel,
  type TrainedName,
} from '../../web/elements/parts/trained/trained-models.js'
import { useLibrary } from '../support/library.js'
import { trainedModels } from '../support/models.js'

const library = useLibrary()
const signal = new AbortController().signal
const initial = Object.fromEntries(
  Object.entries(extrapolationFields).map(([name, field]) => [name, field.initial]),
) as Parameters<typeof plansOf>[0]

async function withModel<T>(name: TrainedName, use: (trained: TrainedModel, model: Model) => Promise<T>) {
  const request = trainedModels.find((one) => one.name === `tiny-shakespeare-${name}`)?.request
  if (!request) throw new Error(name)
  const model = await library.wf.loadModel(request)
  try {
    return await use({ name, model, characters: [], context: 64 } as unknown as TrainedModel, model)
  } finally {
    model.dispose()
  }
}

const idsOf = async (model: Model, predicted: number) => [...model.encode(heldOut.slice(0, predicted + 1))]

test('every state that the four pictures and the scalings lead to is recorded at the recorded factor', () => {
  const states = (['loss', 'scaled'] as const).flatMap((view) =>
    SCALINGS.map((scaling) => ({ ...initial, view, scaling, cut: true })),
  )
  for (const plan of states.flatMap(plansOf)) {
    const found = lossRecord.curves.filter(
      ({ model, scaling, kept }) =>
        model === plan.model && scaling === plan.scaling && kept === (plan.kept ?? null),
    )
    expect(found, JSON.stringify(plan)).toHaveLength(1)
    expect(found[0]?.losses).toHaveLength(LENGTHS.length)
  }
  expect(lossRecord.lengths).toEqual(LENGTHS)
  expect(String(lossRecord.characters)).toBe(initial.amount)
  expect(lossRecord.factor).toBe(initial.factor)
  expect(typeof recordLosses).toBe('function')
})

const recordedCurve = ({ model, scaling, kept }: CurvePlan) =>
  lossRecord.curves.find(
    (one) => one.model === model && one.scaling === scaling && one.kept === (kept ?? null),
  )

/** What the table beside a step shows: of each curve the loss at the training length and at a longer one. */
function cellsBeside(state: typeof initial): string[] {
  const columns = [LENGTHS[0], Number(state.length)].map((length) => lossRecord.lengths.indexOf(length))
  return plansOf(state).flatMap((plan) =>
    columns.map((column) => recordedCurve(plan)?.losses[column]?.toFixed(2) ?? '–'),
  )
}

test('each loss in a step of chapter 6 is in the table beside it', () => {
  const steps = chapters.find(({ id }) => id === 'longer')?.stage.steps ?? []
  const guess = Math.log(lossRecord.vocab).toFixed(2)
  let state = initial
  const found = steps.flatMap((step) => {
    if (step.kind === 'lead') return []
    state = { ...state, ...step.state } as typeof initial
    if (step.kind === 'ask' || state.view === 'dials') return []
    const cells = [guess, ...cellsBeside(state)]
    return (['en', 'zh'] as const).map((language) => {
      const drawn = step.text[language].split(/not drawn|图中没有画出/)[0] ?? ''
      const named = drawn.replace(/<a [^>]*>/g, '').match(/\d\.\d\d/g) ?? []
      expect(cells, drawn).toEqual(expect.arrayContaining(named))
      return named.length
    })
  })
  expect(Math.max(...found)).toBeGreaterThan(3)
})

/** Dashes that a reader could take for each other. */
function isAlike(one: readonly number[], other: readonly number[]): boolean {
  const near = (a: number, b: number) => Math.max(a, b) / Math.min(a, b) < 1.8
  return one.length === other.length && one.every((length, i) => near(length, other[i] as number))
}

test('no two curves that are drawn together have dashes alike', () => {
  for (const view of ['loss', 'scaled'] as const)
    for (const scaling of SCALINGS) {
      const dashes = plansOf({ ...initial, view, scaling, cut: false })
        .filter(({ model }) => view === 'scaled' || model !== 'learned') // a point
        .map((plan) => lookOf(plan).dash ?? [])
      for (const [i, dash] of dashes.entries())
        for (const other of dashes.slice(i + 1))
          expect(isAlike(dash, other), `${scaling}: ${dash} and ${other}`).toBe(false)
    }
})

test.each(TRAINED)('the recorded losses of %s are those of the package', async (name) => {
  const plans = lossRecord.curves.filter(({ model, kept }) => model === name && kept === null)
  await withModel(name, async (trained, model) => {
    const ids = await idsOf(model, lossRecord.characters)
    for (const { scaling, losses, spreads } of plans) {
      const at = { factor: lossRecord.factor, ids, length: LENGTHS[2], signal }
      const loss = await trainedLoss(trained, { model: name, scaling }, at)
      if (losses[2] === null) expect(loss?.mean).toBeNaN()
      else
        expect([loss?.mean, loss?.spread].map((value) => Number(value?.toFixed(4)))).toEqual([
          losses[2],
          spreads[2],
        ])
    }
  })
})

test('a cut prediction is made from exactly the last tokens, and from fewer where the window begins', async () => {
  await withModel('alibi', async (trained, model) => {
    const ids = await idsOf(model, 96)
    const [length, kept] = [48, 16]
    const request = { trained, position: undefined, ids, length, kept, signal }
    const cut = (await lossesAt(request)) ?? []
    expect(cut).toHaveLength(96)
    for (const index of [0, 5, 15, 16, 47, 48, 60, 95]) {
      const start = Math.max(index - (index % length), index - kept + 1)
      const alone = await lossesAt({
        ...request,
        kept: undefined,
        ids: ids.slice(start, index + 2),
        length: index + 1 - start,
      })
      expect(alone?.at(-1), String(index)).toBeCloseTo(cut[index] as number, 5)
    }
    expect(await lossesAt({ ...request, kept: length })).toEqual(
      await lossesAt({ ...request, kept: undefined }),
    )
  })
})

test('a job that is stopped has no loss, and the next one has', async () => {
  await withModel('alibi', async (trained, model) => {
    const ids = await idsOf(model, 64)
    const request = { trained, position: undefined, ids, length: 64 }
    expect(await lossesAt({ ...request, signal: AbortSignal.abort() })).toBeUndefined()
    expect(await lossesAt({ ...request, signal })).toHaveLength(64)
  })
})

test('the error is that over blocks of 64: of two blocks, their difference', () => {
  const losses = Array.from({ length: 128 }, (_, i) => (i < 64 ? 1 : 2))
  expect(meanOf(losses).mean).toBeCloseTo(1.5)
  expect(meanOf(losses).spread).toBeCloseTo(1)
  expect(meanOf(losses.slice(0, 64)).spread).toBeNaN()
})

test('ALiBi gains nothing from what lies farther back than its training length; RoPE and T5 lose by it', () => {
  for (const { model, kept, whole, cut, difference, spread } of lossRecord.late.cuts) {
    expect(whole - cut).toBeCloseTo(difference, 3)
    if (model === 'alibi') expect(difference, `the last ${kept}`).toBeGreaterThan(-spread)
    else expect(difference, model).toBeGreaterThan(1)
  }
})

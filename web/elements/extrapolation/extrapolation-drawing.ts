// What <wf-extrapolation> shows: losses of the trained models, piece by piece as they are computed, and wavelengths.

import type { Position } from 'whereformer'
import type { StateOf } from '../figure/fields.js'
import type { Means } from '../figure/figure-body.js'
import { type Trouble, troubleOf } from '../figure/trouble.js'
import type { Run } from '../job/job-controller.js'
import { type Prepared, prepare } from '../trained/passage.js'
import {
  modelsFolder,
  TRAINED,
  type TrainedModel,
  type TrainedName,
  trainedModel,
} from '../trained/trained-models.js'
import type { extrapolationFields } from './extrapolation-fields.js'
import { LENGTHS, lossAt } from './losses.js'
import { baseOf, ropeScaledBy, type Scaling, TRAINED_ROPE } from './scalings.js'

export type ExtrapolationState = StateOf<typeof extrapolationFields>

export interface Curve {
  model: TrainedName
  /** RoPE scaling, without fine-tuning. */
  scaling: Scaling
  /** Nats per character, one per length; NaN where there is none. */
  losses: number[]
}

export interface LossDrawing {
  view: 'loss'
  curves: readonly Curve[]
  /** Models that failed to load, with the reason. */
  missing: readonly { model: TrainedName; trouble: Trouble }[]
  /** Curves and lengths together. */
  done: number
  total: number
  prepared: Prepared
  /** Characters that are predicted at each length. */
  read: number
  vocab: number
  factor: number
}

export interface WavesDrawing {
  view: 'wavelengths'
  plain: Float32Array
  scaled: Float32Array
  scaling: Scaling
  factor: number
  position: Position
}

export type ExtrapolationDrawing = LossDrawing | WavesDrawing

/** The length that methods which look at it are shown for. */
export const LONGEST = LENGTHS.at(-1) as number

export async function drawWaves(
  { library }: Pick<Means, 'library'>,
  state: ExtrapolationState,
): Promise<WavesDrawing> {
  const { scaling, factor } = state
  const position = ropeScaledBy(scaling, factor)
  const wavesOf = async (at: Position) => {
    const { inverse } = await library.frequencies(at, { dim: TRAINED_ROPE.dim, length: LONGEST })
    return inverse.map((angle) => (2 * Math.PI) / angle)
  }
  const [plain, scaled] = await Promise.all([wavesOf(ropeScaledBy('none', 1)), wavesOf(position)])
  return { view: 'wavelengths', plain, scaled, scaling, factor, position }
}

export interface LossTask extends Means {
  state: ExtrapolationState
  modelBase: string
  standIn: string
  run: Run
}

/** One model after the other, the shortest length first. */
export async function drawLosses(task: LossTask): Promise<LossDrawing> {
  const { library, state, modelBase, progress, run } = task
  const base = modelsFolder(modelBase)
  const plans = TRAINED.flatMap((model): [TrainedName, Scaling][] =>
    model === 'rope' && state.scaling !== 'none'
      ? [
          [model, 'none'],
          [model, state.scaling],
        ]
      : [[model, 'none']],
  )
  const ledger = new Ledger(plans, state.factor)
  const failures: unknown[] = []
  const loadable = TRAINED.map((model, i) => async () => {
    const onShare = (share = 0) => progress((i + share) / TRAINED.length)
    return trainedModel(library, model, base, onShare)
  })
  const models = new Map<TrainedName, TrainedModel>()
  for (const [i, load] of loadable.entries()) {
    const model = TRAINED[i] as TrainedName
    if (run.signal.aborted) break
    try {
      models.set(model, await load())
    } catch (cause) {
      failures.push(cause)
      ledger.miss(model, cause)
    }
  }
  const [first] = models.values()
  if (!first && failures.length) throw failures[0]
  if (first) {
    await measureAll(task, ledger, models, await ledger.reads(first, task))
  }
  return ledger.drawing
}

async function measureAll(
  { state, run, progress }: LossTask,
  ledger: Ledger,
  models: ReadonlyMap<TrainedName, TrainedModel>,
  ids: readonly number[],
): Promise<void> {
  run.show(ledger.drawing)
  for (const { model, scaling } of ledger.drawing.curves) {
    const trained = models.get(model)
    if (!trained) continue
    const position =
      scaling === 'none' ? undefined : ropeScaledBy(scaling, state.factor, baseOf(trained.model.position))
    for (const [i, length] of LENGTHS.entries()) {
      if (run.signal.aborted) return
      const fits = length < ids.length && (model !== 'learned' || length <= trained.context)
      const loss = fits
        ? await lossAt({ ...{ trained, position, ids, length }, signal: run.signal })
        : Number.NaN
      if (loss === undefined) return
      ledger.enter(model, scaling, i, loss)
      const { done, total } = ledger.drawing
      progress(done / total)
      run.show(ledger.drawing)
    }
  }
}

/** The growing drawing; each step makes a new object, since pictures are compared by identity. */
class Ledger {
  drawing: LossDrawing

  constructor(plans: readonly [TrainedName, Scaling][], factor: number) {
    const curves = plans.map(([model, scaling]) => ({
      model,
      scaling,
      losses: LENGTHS.map(() => Number.NaN),
    }))
    const prepared = { characters: [], length: 0, strangers: [], leftOut: 0, replaced: false }
    const counts = { done: 0, total: plans.length * LENGTHS.length, read: 0, vocab: 0 }
    this.drawing = { view: 'loss', curves, missing: [], ...counts, prepared, factor }
  }

  miss(model: TrainedName, cause: unknown): void {
    const curves = this.drawing.curves.filter((curve) => curve.model !== model)
    const missing = [...this.drawing.missing, { model, trouble: troubleOf(cause) }]
    this.drawing = { ...this.drawing, curves, missing, total: curves.length * LENGTHS.length }
  }

  /** Token ids of the reader's text or of the held-out text. */
  async reads({ model, characters }: TrainedModel, { state, standIn }: LossTask): Promise<number[]> {
    const most = Number(state.amount) + 1
    const given = state.text === '' ? standIn.slice(0, most) : state.text
    const prepared = prepare(given, characters, most, standIn)
    const ids = await model.encode(prepared.characters.join(''))
    this.drawing = { ...this.drawing, prepared, read: ids.length - 1, vocab: characters.length }
    return [...ids]
  }

  enter(model: TrainedName, scaling: Scaling, index: number, loss: number): void {
    const curves = this.drawing.curves.map((curve) =>
      curve.model === model && curve.scaling === scaling
        ? { ...curve, losses: curve.losses.map((known, i) => (i === index ? loss : known)) }
        : curve,
    )
    this.drawing = { ...this.drawing, curves, done: this.drawing.done + 1 }
  }
}

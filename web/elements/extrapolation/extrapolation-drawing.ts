// What <wf-extrapolation> shows: losses of the trained models, piece by piece as they are computed, and wavelengths.

import type { Position, StackPosition } from 'whereformer'
import type { StateOf } from '../figure/fields.js'
import type { Means } from '../figure/figure-body.js'
import { type Trouble, troubleOf } from '../figure/trouble.js'
import type { Run } from '../job/job-controller.js'
import { type OwnModel, prepareFor } from '../trained/own-model.js'
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
import { baseOf, ropeScaledBy, type Scaling, scaledIn, TRAINED_ROPE } from './scalings.js'

export type ExtrapolationState = StateOf<typeof extrapolationFields>

/** One of those that come with the page, or the one that the page has loaded. */
type CurveModel = TrainedName | 'own'

export interface Curve {
  model: CurveModel
  /** RoPE scaling, without fine-tuning. */
  scaling: Scaling
  /** Nats per character, one per length; NaN where there is none. */
  losses: number[]
}

export interface LossDrawing {
  view: 'loss'
  curves: readonly Curve[]
  /** Models that failed to load, with the reason. */
  missing: readonly { model: CurveModel; trouble: Trouble }[]
  /** Curves and lengths together. */
  done: number
  total: number
  prepared: Prepared
  /** Characters that are predicted at each length. */
  read: number
  vocab: number
  factor: number
  /** In tokens. */
  lengths: readonly number[]
  /** Of training. */
  context: number
  /** Of the model that the page has loaded. */
  title?: string
}

export interface WavesDrawing {
  view: 'wavelengths'
  plain: Float32Array
  scaled: Float32Array
  scaling: Scaling
  factor: number
  position: Position
  context: number
  longest: number
}

export type ExtrapolationDrawing = LossDrawing | WavesDrawing

/** The length that methods which look at it are shown for. */
const LONGEST = LENGTHS.at(-1) as number

export async function drawWaves(
  { library }: Pick<Means, 'library'>,
  state: ExtrapolationState,
  own?: OwnModel,
): Promise<WavesDrawing> {
  const { scaling, factor } = state
  const rope = own ? ropeOf(own) : TRAINED_ROPE
  const { context, dim } = rope
  const longest = own ? Math.round(context * factor) : LONGEST
  const position = ropeScaledBy(scaling, factor, rope)
  const wavesOf = async (at: Position) => {
    const { inverse } = await library.frequencies(at, { dim, length: longest })
    return inverse.map((angle) => (2 * Math.PI) / angle)
  }
  const [plain, scaled] = await Promise.all([wavesOf(ropeScaledBy('none', 1, rope)), wavesOf(position)])
  return { view: 'wavelengths', plain, scaled, scaling, factor, position, context, longest }
}

const ropeOf = ({ model, context }: OwnModel) => {
  const { position, spec } = model
  const first = 'layers' in position ? position.layers[0] : position
  return { base: baseOf(first) ?? TRAINED_ROPE.base, context, dim: spec.headDim }
}

/** Longer texts take minutes with a model of ordinary size, and their logits gigabytes. */
const MOST_OF_OWN = 512

/** Powers of two, from a quarter of the context, to eight times it. */
function lengthsFor({ context }: OwnModel): number[] {
  const end = Math.min(8 * context, MOST_OF_OWN)
  return [8, 16, 32, 64, 128, 256, 512].filter(
    (length) => length <= end && length >= Math.min(context, end) / 16,
  )
}

/** The losses of a model that the page has loaded, as it is and scaled. */
export async function drawOwnLosses(
  { state, progress, run, standIn }: Omit<LossTask, 'modelBase'>,
  own: OwnModel,
): Promise<LossDrawing> {
  const { position } = own.model
  const scaled =
    state.scaling === 'none' ? undefined : scaledIn(position, state.scaling, state.factor, own.context)
  const plans: [CurveModel, Scaling][] = scaled
    ? [
        ['own', 'none'],
        ['own', state.scaling],
      ]
    : [['own', 'none']]
  const lengths = lengthsFor(own)
  const ledger = new Ledger(plans, state.factor, { lengths, context: own.context, title: own.title })
  const ids = await ledger.readsOf(own, { state, standIn }, (lengths.at(-1) ?? 0) + 1)
  run.show(ledger.drawing)
  for (const { scaling } of ledger.drawing.curves)
    for (const [i, length] of lengths.entries()) {
      if (run.signal.aborted) return ledger.drawing
      const loss = await lossOf(own, scaling === 'none' ? undefined : scaled, ids, length, run.signal)
      if (loss === undefined) return ledger.drawing
      ledger.enter('own', scaling, i, loss)
      const { done, total } = ledger.drawing
      progress(done / total)
      run.show(ledger.drawing)
    }
  return ledger.drawing
}

/** NaN where a table ends, or the text. */
async function lossOf(
  trained: OwnModel,
  position: StackPosition | undefined,
  ids: readonly number[],
  length: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (length >= ids.length) return Number.NaN
  try {
    return await lossAt({ trained, position, ids, length, signal })
  } catch (cause) {
    if (troubleOf(cause).kind === 'value') return Number.NaN
    throw cause
  }
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
    const trained = models.get(model as TrainedName)
    if (!trained) continue
    const position =
      scaling === 'none' ? undefined : ropeScaledBy(scaling, state.factor, ropeFound(trained.model.position))
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

const ropeFound = (position: unknown) => {
  const base = baseOf(position)
  return base === undefined ? {} : { base }
}

/** The growing drawing; each step makes a new object, since pictures are compared by identity. */
class Ledger {
  drawing: LossDrawing

  constructor(
    plans: readonly [CurveModel, Scaling][],
    factor: number,
    about: Pick<LossDrawing, 'lengths' | 'context' | 'title'> = {
      lengths: LENGTHS,
      context: TRAINED_ROPE.context,
    },
  ) {
    const { lengths } = about
    const curves = plans.map(([model, scaling]) => ({
      model,
      scaling,
      losses: lengths.map(() => Number.NaN),
    }))
    const prepared = { characters: [], length: 0, strangers: [], leftOut: 0, replaced: false }
    const counts = { done: 0, total: plans.length * lengths.length, read: 0, vocab: 0 }
    this.drawing = { view: 'loss', curves, missing: [], ...counts, prepared, factor, ...about }
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

  /** The same of a model that the page has loaded. */
  async readsOf(
    own: OwnModel,
    { state, standIn }: Pick<LossTask, 'state' | 'standIn'>,
    most: number,
  ): Promise<readonly number[]> {
    const text = state.text === '' ? standIn : state.text
    const prepared = await prepareFor(own, text, most, standIn)
    const ids = prepared.ids ?? []
    this.drawing = { ...this.drawing, prepared, read: ids.length - 1, vocab: own.model.spec.vocab }
    return ids
  }

  enter(model: CurveModel, scaling: Scaling, index: number, loss: number): void {
    const curves = this.drawing.curves.map((curve) =>
      curve.model === model && curve.scaling === scaling
        ? { ...curve, losses: curve.losses.map((known, i) => (i === index ? loss : known)) }
        : curve,
    )
    this.drawing = { ...this.drawing, curves, done: this.drawing.done + 1 }
  }
}

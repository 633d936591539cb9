// The losses that are known so far.

import type { StateOf } from '../../parts/figure/fields.js'
import type { Means } from '../../parts/figure/figure-body.js'
import { type Trouble, troubleOf } from '../../parts/figure/trouble.js'
import type { Run } from '../../parts/job/job-controller.js'
import { type OwnModel, prepareFor } from '../../parts/trained/own-model.js'
import { type Prepared, prepare } from '../../parts/trained/passage.js'
import type { TrainedModel, TrainedName } from '../../parts/trained/trained-models.js'
import type { extrapolationFields } from './extrapolation-fields.js'
import { LENGTHS } from './losses.js'
import { type Scaling, TRAINED_ROPE } from './scalings.js'

export type ExtrapolationState = StateOf<typeof extrapolationFields>

/** A trained model that comes with the page, or the one that the page has loaded. */
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
  /** Context length of the training, in tokens. */
  context: number
  /** Name of the model, where the page has loaded it. */
  title?: string
}

export interface LossTask extends Means {
  state: ExtrapolationState
  modelBase: string
  standIn: string
  run: Run
}

/** The growing drawing; each step makes a new object, since pictures are compared by identity. */
export class LossLedger {
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

  /** Losses of a model that the page has loaded. */
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

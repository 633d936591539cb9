// The losses that are known so far.

import type { StateOf } from '../../parts/figure/fields.js'
import type { Means } from '../../parts/figure/figure-body.js'
import { type Trouble, troubleOf } from '../../parts/figure/trouble.js'
import type { Run } from '../../parts/job/job-controller.js'
import { type OwnModel, prepareFor } from '../../parts/trained/own-model.js'
import { type Prepared, prepare } from '../../parts/trained/passage.js'
import type { TrainedModel, TrainedName } from '../../parts/trained/trained-models.js'
import type { extrapolationFields } from './extrapolation-fields.js'
import { LENGTHS, type Loss } from './losses.js'
import { type Scaling, TRAINED_ROPE } from './scalings.js'

export type ExtrapolationState = StateOf<typeof extrapolationFields>

/** A trained model that comes with the page, or the one that the page has loaded. */
type CurveModel = TrainedName | 'own'

/** What a curve is of. */
export interface CurvePlan {
  model: CurveModel
  /** RoPE scaling, without fine-tuning. */
  scaling: Scaling
  /** Tokens before each prediction that are read at most; undefined = all of the window. */
  kept?: number | undefined
}

export interface Curve extends CurvePlan {
  /** Nats per character, one per length; NaN where there is none. */
  losses: readonly number[]
  /** Two standard errors of each; NaN where it is not known. */
  spreads: readonly number[]
}

export interface LossDrawing {
  view: 'loss' | 'scaled'
  /** No model was asked. */
  recorded: boolean
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

type About = Pick<LossDrawing, 'view' | 'lengths' | 'context' | 'title'>

/** The growing drawing; each step makes a new object, since pictures are compared by identity. */
export class LossLedger {
  drawing: LossDrawing

  constructor(plans: readonly CurvePlan[], factor: number, about: Partial<About> = {}) {
    const given: About = { view: 'loss', lengths: LENGTHS, context: TRAINED_ROPE.context, ...about }
    const nothing = given.lengths.map(() => Number.NaN)
    const curves = plans.map((plan) => ({ ...plan, losses: nothing, spreads: nothing }))
    const prepared = { characters: [], length: 0, strangers: [], leftOut: 0, replaced: false }
    const counts = { done: 0, total: plans.length * given.lengths.length, read: 0, vocab: 0 }
    this.drawing = { recorded: false, curves, missing: [], ...counts, prepared, factor, ...given }
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

  enter(plan: CurvePlan, index: number, { mean, spread }: Loss): void {
    const put = (values: readonly number[], value: number) =>
      values.map((old, i) => (i === index ? value : old))
    this.#replace(plan, ({ losses, spreads }) => ({
      losses: put(losses, mean),
      spreads: put(spreads, spread),
    }))
    this.drawing = { ...this.drawing, done: this.drawing.done + 1 }
  }

  /** A curve of the record. */
  fill(plan: CurvePlan, known: Pick<Curve, 'losses' | 'spreads'>): void {
    this.#replace(plan, () => known)
    this.drawing = { ...this.drawing, done: this.drawing.done + known.losses.length }
  }

  #replace(plan: CurvePlan, change: (curve: Curve) => Pick<Curve, 'losses' | 'spreads'>): void {
    const curves = this.drawing.curves.map((curve) =>
      isSame(curve, plan) ? { ...curve, ...change(curve) } : curve,
    )
    this.drawing = { ...this.drawing, curves }
  }
}

export const isSame = (a: CurvePlan, b: CurvePlan): boolean =>
  a.model === b.model && a.scaling === b.scaling && a.kept === b.kept

// Measurements so far, all runs at the same steps. In a long training every other one is dropped, so that curves stay short.

import type { Evaluation } from './live-trainer.js'

const MOST = 500

export interface Curve {
  readonly loss: readonly number[]
  readonly accuracy: readonly number[]
  readonly exactMatch: readonly number[]
}

export type Measured = Pick<Evaluation, 'loss' | 'accuracy' | 'exactMatch'>

export class History {
  #points: { readonly step: number; readonly runs: readonly Measured[] }[] = []

  /** Measured again at one step, the newer counts. */
  add(step: number, runs: readonly Measured[]): void {
    const before = this.#points.filter((point) => point.step < step)
    const kept = before.length < MOST ? before : before.filter((_, i) => i % 2 === 0)
    this.#points = [...kept, { step, runs }]
  }

  get steps(): number[] {
    return this.#points.map(({ step }) => step)
  }

  curveOf(run: number): Curve {
    const of = (key: keyof Measured) => this.#points.map(({ runs }) => runs[run]?.[key] ?? Number.NaN)
    return { loss: of('loss'), accuracy: of('accuracy'), exactMatch: of('exactMatch') }
  }
}

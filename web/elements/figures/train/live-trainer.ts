// The part of a trainer that the figure uses: that of load() answers at once, that of loadInWorker() by promises.

import type { TrainerBatch, TrainerRequest } from '../../../lab/trainer.js'

type Soon<T> = T | Promise<T>

/** Floats with a shape. */
interface Floats {
  readonly data: Float32Array
  readonly shape: readonly number[]
}

interface Seen {
  readonly attentions?: readonly Floats[]
  readonly scores?: readonly Floats[]
}

export interface LiveTrainer {
  step(batch: TrainerBatch): Soon<{ readonly loss: number }>
  evaluate(batch: TrainerBatch): Soon<Evaluation>
  readonly model: {
    forward(
      input: { inputIds: readonly number[] },
      options: { position?: { type: 'none' }; return: readonly ('attentions' | 'scores')[] },
    ): Soon<Seen>
  }
  save(): Soon<Files>
  dispose(): unknown
}

export interface Evaluation {
  readonly loss: number
  readonly accuracy: number
  readonly exactMatch: number
  /** The most probable token of each row. */
  readonly predictions: Int32Array
}

export type Files = { readonly [name: string]: Uint8Array }

/** The library in this thread or in a worker: both check the encodings of the lab, which are plain data. */
export interface TrainerSource {
  trainer(request: TrainerRequest): Promise<LiveTrainer>
}

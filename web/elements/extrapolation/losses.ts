// The loss of a model on a text, in non-overlapping windows of one length, as in the paper.

import type { Position } from 'whereformer'
import { surprise } from '../trained/reading.js'
import type { TrainedModel } from '../trained/trained-models.js'

/** From the training length to eight times the training length. */
export const LENGTHS = [64, 96, 128, 192, 256, 384, 512] as const

/** Tokens per call: a job can be stopped between calls. */
const TOKENS_AT_ONCE = 1024

export interface LossRequest {
  trained: TrainedModel
  /** Instead of the model's own encoding. */
  position: Position | undefined
  /** One more than the predicted tokens. */
  ids: readonly number[]
  length: number
  signal: AbortSignal
}

const known = new WeakMap<TrainedModel, Map<string, number>>()

/** Mean over all predicted tokens, in nats; NaN when the text is shorter than the length, undefined when stopped. */
export async function lossAt(request: LossRequest): Promise<number | undefined> {
  const { trained, position, ids, length } = request
  const memory = known.get(trained) ?? new Map<string, number>()
  known.set(trained, memory)
  const key = JSON.stringify([position, length, ids])
  const loss = memory.get(key) ?? (await measure(request))
  if (loss !== undefined) memory.set(key, loss)
  return loss
}

async function measure({ trained, position, ids, length, signal }: LossRequest): Promise<number | undefined> {
  const pieces = Math.floor((ids.length - 1) / length)
  const atOnce = Math.max(1, Math.floor(TOKENS_AT_ONCE / length))
  let sum = 0
  for (let first = 0; first < pieces; first += atOnce) {
    if (signal.aborted) return undefined
    const starts = Array.from({ length: Math.min(atOnce, pieces - first) }, (_, i) => (first + i) * length)
    const inputIds = starts.map((start) => ids.slice(start, start + length))
    const { logits } = await trained.model.forward({ inputIds }, position ? { position } : {})
    const targets = starts.flatMap((start) => ids.slice(start + 1, start + length + 1))
    sum += surprise(logits.data, targets)
  }
  return sum / (pieces * length)
}

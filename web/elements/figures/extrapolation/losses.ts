// The loss of a model on a text, in non-overlapping windows of one length, as in the paper.

import type { StackPosition } from 'whereformer'
import type { AnyTrained } from '../../parts/trained/own-model.js'
import { surprise } from '../../parts/trained/reading.js'

/** From the training length to eight times the training length. */
export const LENGTHS = [64, 96, 128, 192, 256, 384, 512] as const

/** Tokens per call: a job can be stopped between calls. Of a large vocabulary fewer, for each has a logit per entry. */
const TOKENS_AT_ONCE = 1024
const LOGITS_AT_ONCE = 2 ** 23

/** Logits that are summed up before the page may answer again. */
const LOGITS_AT_A_TIME = 2 ** 20

export interface LossRequest {
  trained: AnyTrained
  /** Instead of the model's own encoding. */
  position: StackPosition | undefined
  /** Token ids, one more than are predicted. */
  ids: readonly number[]
  length: number
  signal: AbortSignal
}

const known = new WeakMap<AnyTrained, Map<string, number>>()

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
  const most = Math.min(TOKENS_AT_ONCE, LOGITS_AT_ONCE / trained.model.spec.vocab)
  const atOnce = Math.max(1, Math.floor(most / length))
  let sum = 0
  for (let first = 0; first < pieces; first += atOnce) {
    if (signal.aborted) return undefined
    const starts = Array.from({ length: Math.min(atOnce, pieces - first) }, (_, i) => (first + i) * length)
    const inputIds = starts.map((start) => ids.slice(start, start + length))
    const { logits } = await trained.model.forward({ inputIds }, position ? { position } : {})
    const targets = starts.flatMap((start) => ids.slice(start + 1, start + length + 1))
    sum += await surpriseInParts(logits.data, targets)
  }
  return sum / (pieces * length)
}

async function surpriseInParts(logits: Float32Array, targets: readonly number[]): Promise<number> {
  const vocab = logits.length / targets.length
  const rows = Math.max(1, Math.floor(LOGITS_AT_A_TIME / vocab))
  let sum = 0
  for (let first = 0; first < targets.length; first += rows) {
    if (first > 0) await new Promise((done) => setTimeout(done))
    const part = targets.slice(first, first + rows)
    sum += surprise(logits.subarray(first * vocab, (first + part.length) * vocab), part)
  }
  return sum
}

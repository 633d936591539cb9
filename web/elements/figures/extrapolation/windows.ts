// The losses of a model in windows of a text.

import type { StackPosition } from 'whereformer'
import type { AnyTrained } from '../../parts/trained/own-model.js'
import { surprises } from '../../parts/trained/reading.js'

/** Tokens per call: a job can be stopped between calls. Of a large vocabulary fewer, for each has a logit per entry. */
const TOKENS_AT_ONCE = 1024
const LOGITS_AT_ONCE = 2 ** 23

/** Logits that are summed up before the page may answer again. */
const LOGITS_AT_A_TIME = 2 ** 20

export interface Reader {
  trained: AnyTrained
  /** Instead of the model's own encoding. */
  position: StackPosition | undefined
  /** Token ids, one more than are predicted. */
  ids: readonly number[]
  signal: AbortSignal
}

/**
 * Reads a window of `length` tokens from each start on, and keeps the losses of its predictions from `first` on.
 * @returns nats, [starts, length − first]; undefined when stopped
 */
export async function lossesInWindows(
  { trained, position, ids, signal }: Reader,
  { starts, length, first = 0 }: { starts: readonly number[]; length: number; first?: number },
): Promise<number[] | undefined> {
  const most = Math.min(TOKENS_AT_ONCE, LOGITS_AT_ONCE / trained.model.spec.vocab)
  const atOnce = Math.max(1, Math.floor(most / length))
  const losses: number[] = []
  for (let done = 0; done < starts.length; done += atOnce) {
    if (signal.aborted) return undefined
    const some = starts.slice(done, done + atOnce)
    const inputIds = some.map((start) => ids.slice(start, start + length))
    const { logits } = await trained.model.forward({ inputIds }, position ? { position } : {})
    const vocab = logits.data.length / (some.length * length)
    for (const [window, start] of some.entries()) {
      const rows = logits.data.subarray((window * length + first) * vocab, (window + 1) * length * vocab)
      await surprisesInParts(rows, ids.slice(start + first + 1, start + length + 1), losses)
    }
  }
  return losses
}

async function surprisesInParts(
  logits: Float32Array,
  targets: readonly number[],
  into: number[],
): Promise<void> {
  const vocab = logits.length / targets.length
  const rows = Math.max(1, Math.floor(LOGITS_AT_A_TIME / vocab))
  for (let first = 0; first < targets.length; first += rows) {
    if (first > 0) await new Promise((done) => setTimeout(done))
    const part = targets.slice(first, first + rows)
    into.push(...surprises(logits.subarray(first * vocab, (first + part.length) * vocab), part)) // spread: up to 16 384 rows
  }
}

// Combines the core's results of all sequences into tensors.

import { allocateFloats } from '../boundary/allocate.js'
import type { RawForwardResult } from '../boundary/raw.js'
import { elementCount, type Tensor } from '../boundary/tensor.js'
import type { ModelSpec, StackSpec } from '../families/family.js'
import type { ForwardPlan, ForwardResult, PerLayer } from './forward.js'
import { withLeading } from './left-padding.js'

type Map =
  | 'attentions'
  | 'scores'
  | 'hiddenStates'
  | 'encoderAttentions'
  | 'encoderScores'
  | 'encoderHiddenStates'
  | 'crossAttentions'
  | 'crossScores'

export function collectForward(raws: RawForwardResult[], plan: ForwardPlan, spec: ModelSpec): ForwardResult {
  return new Collection(raws, plan, spec).result()
}

class Collection {
  readonly #raws: readonly RawForwardResult[]
  readonly #plan: ForwardPlan
  readonly #spec: ModelSpec

  constructor(raws: readonly RawForwardResult[], plan: ForwardPlan, spec: ModelSpec) {
    this.#raws = raws.map((raw, i) => withLeading(raw, plan.cuts[i] ?? 0, plan.tokens, spec.dModel))
    this.#plan = plan
    this.#spec = spec
  }

  result(): ForwardResult {
    const { wanted, tokens, past, targets, encoderTokens } = this.#plan
    const { encoder, dModel, layers, heads } = this.#spec
    const rows = tokens + targets
    const keys = past + tokens
    const result: ForwardResult = { logits: this.#logits() }
    if (wanted.has('lastHiddenState') || this.#spec.head === 'none') result.lastHiddenState = this.#last()
    if (wanted.has('meanPooled')) result.meanPooled = this.#mean()
    if (wanted.has('attentions')) result.attentions = this.#maps('attentions', layers, [heads, rows, keys])
    if (wanted.has('scores')) result.scores = this.#maps('scores', layers, [heads, rows, keys])
    if (wanted.has('hiddenStates'))
      result.hiddenStates = this.#maps('hiddenStates', layers + 1, [rows, dModel])
    if (encoder) this.#addEncoder(result, encoder, encoderTokens)
    return result
  }

  #addEncoder(result: ForwardResult, encoder: StackSpec, encoderTokens: number): void {
    const { wanted, tokens } = this.#plan
    const { layers, heads, dModel } = this.#spec
    for (const field of ['crossAttentions', 'crossScores'] as const)
      if (wanted.has(field)) result[field] = this.#maps(field, layers, [heads, tokens, encoderTokens])
    const shape = [encoder.heads, encoderTokens, encoderTokens]
    for (const field of ['encoderAttentions', 'encoderScores'] as const)
      if (wanted.has(field)) result[field] = this.#maps(field, encoder.layers, shape)
    if (wanted.has('encoderHiddenStates'))
      result.encoderHiddenStates = this.#maps('encoderHiddenStates', encoder.layers + 1, [
        encoderTokens,
        dModel,
      ])
  }

  #logits(): Tensor {
    const { size, tokens, targets } = this.#plan
    return this.#spec.head === 'none' ? this.#stack([], [targets || tokens, 0]) : this.#main(size)
  }

  // The main result, in the array that the core filled; a batch has one array for all sequences.
  #main(shape: number[]): Tensor {
    const { out } = this.#plan
    return this.#stack(this.#raws.length > 1 ? [out] : this.#raws.map(({ data }) => data), shape)
  }

  #last(): Tensor {
    const { tokens, targets, size } = this.#plan
    const { dModel, head } = this.#spec
    if (head === 'none') return this.#main(size)
    const states = this.#rows().map((rows) => rows.subarray(targets ? tokens * dModel : 0))
    return this.#stack(states, [targets || tokens, dModel])
  }

  // The rows of the last layer of each sequence: the tokens, then the targets.
  #rows(): Float32Array[] {
    const { tokens, targets } = this.#plan
    const { layers, dModel } = this.#spec
    return this.#raws.map(({ hiddenStates }) => part(hiddenStates, layers, (tokens + targets) * dModel))
  }

  // The mean over the rows of inputIds, which are the encoder's in an encoder–decoder.
  #mean(): Tensor {
    const { dModel, encoder } = this.#spec
    const { tokens, encoderTokens, sequences } = this.#plan
    const states = encoder ? this.#rowsOfEncoder(encoder) : this.#rowsOfTokens()
    const count = (encoder ? encoderTokens : tokens) * dModel
    const means = sequences.map(({ keyMask, encoderMask }, i) => {
      return meanOf((states[i] as Float32Array).subarray(0, count), encoder ? encoderMask : keyMask, dModel)
    })
    return this.#stack(means, [dModel])
  }

  // The rows of tokens. Without a head and targets they are the main result, and hidden states may not have been requested.
  #rowsOfTokens(): Float32Array[] {
    const { targets, tokens } = this.#plan
    if (this.#spec.head !== 'none' || targets > 0) return this.#rows()
    const { data } = this.#last()
    return this.#raws.map((_, i) => part(data, i, tokens * this.#spec.dModel))
  }

  #rowsOfEncoder({ layers }: StackSpec): Float32Array[] {
    const count = this.#plan.encoderTokens * this.#spec.dModel
    return this.#raws.map(({ encoderHiddenStates }) => part(encoderHiddenStates, layers, count))
  }

  #maps(field: Map, count: number, shape: number[]): PerLayer {
    const length = elementCount(shape)
    return Array.from({ length: count }, (_, i) =>
      this.#stack(
        this.#raws.map((raw) => part(raw[field], i, length)),
        shape,
      ),
    ) as PerLayer
  }

  #stack(parts: Float32Array[], shape: number[]): Tensor {
    const full = this.#plan.batched ? [this.#raws.length, ...shape] : shape
    if (parts.length === 1 && parts[0]) return { data: parts[0], shape: full }
    const data = allocateFloats(elementCount(full), 'the result')
    parts.forEach((part, i) => {
      data.set(part, i * part.length)
    })
    return { data, shape: full }
  }
}

// One part of the array that the core returns, as a view.
function part(data: Float32Array, index: number, length: number): Float32Array {
  return data.subarray(index * length, (index + 1) * length)
}

// The mean over the rows that are not masked; the mask is of the last rows. Zeros if all are masked.
function meanOf(rows: Float32Array, mask: Uint8Array, width: number): Float32Array {
  const sums = new Float64Array(width)
  const tokens = rows.length / width
  const seen = mask.subarray(Math.max(mask.length - tokens, 0))
  let count = 0
  for (let row = 0; row < tokens; row++) {
    if (seen.length && !seen[row]) continue
    count++
    for (let c = 0; c < width; c++) sums[c] = (sums[c] as number) + (rows[row * width + c] as number)
  }
  return Float32Array.from(sums, (sum) => sum / Math.max(count, 1))
}

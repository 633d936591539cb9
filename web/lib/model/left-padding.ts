// Left padding, removed before a pass and restored as rows and columns of zeros: for encodings that count from the first
// visible token (Llama 4's chunks). No token attends to padding, so other results do not change.

import { allocateFloats } from '../boundary/allocate.js'
import { consecutive } from '../boundary/checks.js'
import { NOTHING, type RawForwardResult } from '../boundary/raw.js'
import type { SequenceInput } from './forward-input.js'

/** The number of masked tokens before the first visible one; 0 if all are masked. */
export function leadingHidden({ keyMask }: Pick<SequenceInput, 'keyMask'>): number {
  return Math.max(0, keyMask.indexOf(1))
}

/** A sequence without its first tokens; the others keep their positions. */
export function withoutLeading(sequence: SequenceInput, count: number): SequenceInput {
  if (count === 0) return sequence
  const { ids, positions, keyMask, tokenTypes, taskTypes } = sequence
  return {
    ...sequence,
    ids: ids.subarray(count),
    keyMask: keyMask.subarray(count),
    positions: positions.length ? positions.subarray(count) : consecutive(ids.length - count, count),
    tokenTypes: tokenTypes.subarray(count),
    taskTypes: taskTypes.subarray(count),
  }
}

/** The result of a pass over `tokens` tokens, with zeros for the first `count`, which were removed. */
export function withLeading(
  raw: RawForwardResult,
  count: number,
  tokens: number,
  dModel: number,
): RawForwardResult {
  if (count === 0) return raw
  const rows = tokens - count
  const rowsIn = (data: Float32Array | undefined, width: number) => zerosInFront(data, rows, width, count, 0)
  const maps = (data: Float32Array | undefined) => zerosInFront(data, rows, rows, count, count)
  return {
    ...raw,
    data: rowsIn(raw.data, raw.data.length / rows),
    attentions: maps(raw.attentions),
    scores: maps(raw.scores),
    hiddenStates: rowsIn(raw.hiddenStates, dModel),
  }
}

// Adds zeros above and to the left: blocks of [rows, width] become blocks of [above + rows, left + width].
function zerosInFront(
  data: Float32Array | undefined,
  rows: number,
  width: number,
  above: number,
  left: number,
): Float32Array {
  if (!data) return NOTHING
  const blocks = data.length / (rows * width)
  const [height, wide] = [above + rows, left + width]
  const out = allocateFloats(blocks * height * wide, 'the result')
  for (let block = 0; block < blocks; block++) {
    for (let row = 0; row < rows; row++) {
      const from = (block * rows + row) * width
      out.set(data.subarray(from, from + width), (block * height + above + row) * wide + left)
    }
  }
  return out
}

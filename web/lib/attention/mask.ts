// Attention masks: a float tensor is added to the scores, a Uint8Array marks the keys that may be attended to.

import { fieldOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { typedArrayName } from '../boundary/kinds.js'
import { NO_FLAGS, NOTHING, type RawAttentionRequest } from '../boundary/raw.js'
import { bytesOf, requireLength, shapeOf, shapeText, type TensorLike, tensorOf } from '../boundary/tensor.js'

/** 1 = attend, 0 = hidden. */
export interface BooleanMask {
  readonly data: Uint8Array
  readonly shape: readonly number[]
}

export type AttentionMask = TensorLike | BooleanMask

/** [maskBatch, maskHeads, maskQueries, keys]; an axis of 1 is broadcast. Both empty = no mask. */
export type LoweredMask = Pick<
  RawAttentionRequest,
  'maskBias' | 'maskFlags' | 'maskBatch' | 'maskHeads' | 'maskQueries'
>

export interface ScoreShape {
  batch: number
  heads: number
  queries: number
  keys: number
}

export function lowerMask(value: unknown, scores: ScoreShape, argument = 'attnMask'): LoweredMask {
  if (value === undefined)
    return { maskBias: NOTHING, maskFlags: NO_FLAGS, maskBatch: 1, maskHeads: 1, maskQueries: 1 }
  const isBoolean = typedArrayName(fieldOf(value, 'data', argument)) === 'Uint8Array'
  const { data, shape } = isBoolean ? flagsOf(value, argument) : tensorOf(value, argument, [1, 2, 3, 4])
  const [maskBatch, maskHeads, maskQueries] = broadcastAxes(shape, scores, argument)
  const [maskBias, maskFlags] = data instanceof Uint8Array ? [NOTHING, data] : [data, NO_FLAGS]
  return { maskBias, maskFlags, maskBatch, maskHeads, maskQueries }
}

/** Finds the invalid value that the core reported. */
export function refuseMaskValue({ maskBias, maskFlags }: LoweredMask, argument = 'attnMask'): never {
  const flag = maskFlags.findIndex((x) => x > 1)
  if (flag >= 0) {
    const at = `${argument}.data[${flag}]`
    throw refuse('ERR_VALUE', at, String(maskFlags[flag]), '1 (attend) or 0 (hidden)')
  }
  const bad = maskBias.findIndex((x) => !(x < Number.POSITIVE_INFINITY))
  throw refuse('ERR_VALUE', `${argument}.data[${bad}]`, String(maskBias[bad]), 'finite numbers or -Infinity')
}

// Large masks are converted in the core only.
function flagsOf(value: unknown, argument: string): { data: Uint8Array; shape: number[] } {
  const shape = shapeOf(fieldOf(value, 'shape', argument), `${argument}.shape`)
  const data = bytesOf(fieldOf(value, 'data', argument), `${argument}.data`)
  requireLength(data.length, shape, argument)
  return { data, shape }
}

function broadcastAxes(shape: number[], scores: ScoreShape, argument: string): [number, number, number] {
  const [batch, heads, queries, keys] = [...Array(4 - shape.length).fill(1), ...shape] as [
    number,
    number,
    number,
    number,
  ]
  const fits =
    shape.length >= 1 &&
    shape.length <= 4 &&
    [1, scores.batch].includes(batch) &&
    [1, scores.heads].includes(heads) &&
    [1, scores.queries].includes(queries) &&
    keys === scores.keys
  if (!fits) {
    const wanted = `[${scores.batch} or 1, ${scores.heads} or 1, ${scores.queries} or 1, ${scores.keys}]; leading axes may be missing`
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, wanted)
  }
  return [batch, heads, queries]
}

/** The part of a mask that concerns one sequence of a batch. */
export function maskOfSequence(
  value: unknown,
  scores: ScoreShape,
  index: number,
  argument: string,
): AttentionMask {
  const { maskBias, maskFlags, maskBatch, maskHeads, maskQueries } = lowerMask(value, scores, argument)
  const each = maskHeads * maskQueries * scores.keys
  const from = maskBatch > 1 ? index * each : 0
  const shape = [1, maskHeads, maskQueries, scores.keys]
  if (maskFlags.length > 0) return { data: maskFlags.subarray(from, from + each), shape }
  return { data: maskBias.subarray(from, from + each), shape }
}

// Attention masks: a float tensor is added to the scores, a Uint8Array says which keys may be attended to.

import { fieldOf } from './checks.js'
import { refuse } from './errors.js'
import { typedArrayName } from './kinds.js'
import { NOTHING } from './raw.js'
import { bytesOf, requireLength, shapeOf, shapeText, type TensorLike, tensorOf } from './tensor.js'

/** 1 = attend, 0 = hidden. */
export interface BooleanMask {
  readonly data: Uint8Array
  readonly shape: readonly number[]
}

export type AttentionMask = TensorLike | BooleanMask

/** [maskBatch, maskHeads, queries, keys]; an axis of 1 is broadcast. Empty bias = no mask. */
export interface LoweredMask {
  maskBias: Float32Array
  maskBatch: number
  maskHeads: number
}

export interface ScoreShape {
  batch: number
  heads: number
  queries: number
  keys: number
}

export function lowerMask(value: unknown, scores: ScoreShape, argument = 'attnMask'): LoweredMask {
  if (value === undefined) return { maskBias: NOTHING, maskBatch: 1, maskHeads: 1 }
  const isBoolean = typedArrayName(fieldOf(value, 'data', argument)) === 'Uint8Array'
  const { data, shape } = isBoolean ? booleanBias(value, argument) : floatBias(value, argument)
  const [maskBatch, maskHeads] = broadcastAxes(shape, scores, argument)
  return { maskBias: data, maskBatch, maskHeads }
}

interface Bias {
  data: Float32Array
  shape: number[]
}

function floatBias(value: unknown, argument: string): Bias {
  return tensorOf(value, argument, [2, 3, 4])
}

/** The core has found a value that no mask may hold: which one? */
export function refuseMaskValue(data: Float32Array, argument = 'attnMask'): never {
  const bad = data.findIndex((x) => !(x < Number.POSITIVE_INFINITY))
  throw refuse('ERR_VALUE', `${argument}.data[${bad}]`, String(data[bad]), 'finite numbers or -Infinity')
}

function booleanBias(value: unknown, argument: string): Bias {
  const shape = shapeOf(fieldOf(value, 'shape', argument), `${argument}.shape`)
  const flags = bytesOf(fieldOf(value, 'data', argument), `${argument}.data`)
  requireLength(flags.length, shape, argument)
  const bad = flags.findIndex((flag) => flag > 1)
  if (bad >= 0)
    throw refuse('ERR_VALUE', `${argument}.data[${bad}]`, String(flags[bad]), '1 (attend) or 0 (hidden)')
  return { data: Float32Array.from(flags, (flag) => (flag ? 0 : Number.NEGATIVE_INFINITY)), shape }
}

function broadcastAxes(shape: number[], scores: ScoreShape, argument: string): [number, number] {
  const [batch, heads, queries, keys] = [...Array(4 - shape.length).fill(1), ...shape] as [
    number,
    number,
    number,
    number,
  ]
  const fits =
    shape.length >= 2 &&
    [1, scores.batch].includes(batch) &&
    [1, scores.heads].includes(heads) &&
    queries === scores.queries &&
    keys === scores.keys
  if (!fits) {
    const wanted = `[${scores.batch} or 1, ${scores.heads} or 1, ${scores.queries}, ${scores.keys}]; leading axes may be missing`
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, wanted)
  }
  return [batch, heads]
}

// Attention masks: a float tensor is added to the scores, a Uint8Array marks the keys that may be attended to.

import { fieldOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { typedArrayName } from '../boundary/kinds.js'
import { NO_FLAGS } from '../boundary/raw.js'
import {
  ABSENT,
  Given,
  requireLength,
  shapeIn,
  shapeText,
  type TensorLike,
  tensorOf,
} from '../boundary/tensor.js'

/** A mask of flags: 1 = attend, 0 = hidden. */
export interface BooleanMask {
  readonly data: Uint8Array
  readonly shape: readonly number[]
}

export type AttentionMask = TensorLike | BooleanMask

/** A mask [batch, heads, queries, keys] as bias or as flags; an axis of 1 is broadcast. Both empty = no mask. */
export interface LoweredMask {
  bias: { readonly data: Float32Array }
  flags: { readonly data: Uint8Array }
  batch: number
  heads: number
  queries: number
}

const NONE = { data: NO_FLAGS }
const NO_MASK: LoweredMask = { bias: ABSENT, flags: NONE, batch: 1, heads: 1, queries: 1 }

export interface ScoreShape {
  batch: number
  heads: number
  queries: number
  keys: number
}

export function lowerMask(value: unknown, scores: ScoreShape, argument = 'attnMask'): LoweredMask {
  if (value === undefined) return NO_MASK
  const data = fieldOf(value, 'data', argument)
  const kind = typedArrayName(data)
  if (kind !== 'Uint8Array' && kind !== 'Float32Array') {
    const wanted = 'a Uint8Array (1 = attend, 0 = hidden) or a Float32Array that is added, beside its shape'
    throw refuse('ERR_TYPE', `${argument}.data`, show(data ?? value), wanted)
  }
  const flags = kind === 'Uint8Array' ? flagsOf(value, argument) : undefined
  const given = flags ?? tensorOf(value, argument, [1, 2, 3, 4])
  const [batch, heads, queries] = broadcastAxes(given.shape, scores, argument)
  const sizes = { batch, heads, queries }
  return flags ? { bias: ABSENT, flags, ...sizes } : { bias: given as Given, flags: NONE, ...sizes }
}

/** Finds the invalid value that the core reported. */
export function refuseMaskValue({ bias, flags }: LoweredMask, argument = 'attnMask'): never {
  const flag = flags.data.findIndex((x) => x > 1)
  if (flag >= 0) {
    const at = `${argument}.data[${flag}]`
    throw refuse('ERR_VALUE', at, String(flags.data[flag]), '1 (attend) or 0 (hidden)')
  }
  const bad = bias.data.findIndex((x) => !(x < Number.POSITIVE_INFINITY))
  throw refuse('ERR_VALUE', `${argument}.data[${bad}]`, String(bias.data[bad]), 'finite numbers or -Infinity')
}

// Large masks are converted in the core only.
function flagsOf(value: unknown, argument: string): Given<Uint8Array<ArrayBuffer>> {
  const shape = shapeIn(value, argument)
  const flags = new Given(fieldOf(value, 'data', argument), Uint8Array, shape, argument)
  requireLength(flags.length, shape, argument)
  return flags
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

/** A copy of what a mask says of one sequence of a batch. */
export function maskOfSequence(
  { bias, flags, batch, heads, queries }: LoweredMask,
  { keys }: ScoreShape,
  index: number,
): AttentionMask {
  const each = heads * queries * keys
  const from = batch > 1 ? index * each : 0
  const shape = [1, heads, queries, keys]
  if (flags === NONE) return { data: bias.data.slice(from, from + each), shape }
  return { data: flags.data.slice(from, from + each), shape }
}

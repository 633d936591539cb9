// Attention masks: a float tensor is added to the scores; flags, as a Uint8Array or as booleans, mark the keys that may be attended to.

import { fieldOf, flagOf, isList, itemsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { typedArrayName } from '../boundary/kinds.js'
import { NO_FLAGS } from '../boundary/raw.js'
import {
  ABSENT,
  Given,
  requireLength,
  type Shaped,
  shapeIn,
  shapeText,
  type TensorInput,
  tensorOf,
} from '../boundary/tensor.js'

/** A mask of flags: true or 1 = attend, false or 0 = hidden. */
export type BooleanMask = { readonly data: Uint8Array | readonly boolean[] } & Shaped

type Lists<T> = readonly T[] | readonly Lists<T>[]

/** A mask, or lists of lists of booleans: for one row of keys, for each query, head and sequence. */
export type AttentionMask = TensorInput | BooleanMask | Lists<boolean>

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
  if (isList(value, argument)) return lowerMask(maskOfLists(value, argument), scores, argument)
  const data = fieldOf(value, 'data', argument)
  if (isList(data, `${argument}.data`)) {
    const flags = flagsOfList(data, `${argument}.data`)
    return lowerMask({ data: flags, shape: shapeIn(value, argument) }, scores, argument)
  }
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

const MOST_AXES = 4

interface Flags {
  data: Uint8Array
  shape: number[]
}

/** A mask of lists of lists of booleans, all lists of an axis equally long. */
function maskOfLists(value: unknown, argument: string, axes = MOST_AXES): Flags {
  const items = itemsOf(value, argument, 'a list of booleans')
  if (axes < 2 || !isList(items[0], `${argument}[0]`))
    return { data: flagsOfList(items, argument), shape: [items.length] }
  const parts = items.map((item, i) => maskOfLists(item, `${argument}[${i}]`, axes - 1))
  const { shape, data: first } = parts[0] as Flags
  const other = parts.findIndex((part) => shapeText(part.shape) !== shapeText(shape))
  if (other >= 0) {
    const got = `lists of shape ${shapeText((parts[other] as Flags).shape)}`
    throw refuse('ERR_SHAPE', `${argument}[${other}]`, got, `${shapeText(shape)}, like the first`)
  }
  const data = new Uint8Array(parts.length * first.length)
  for (const [i, part] of parts.entries()) data.set(part.data, i * first.length)
  return { data, shape: [parts.length, ...shape] }
}

function flagsOfList(value: unknown, argument: string): Uint8Array {
  const items = itemsOf(value, argument, 'a list of booleans')
  return Uint8Array.from(items, (item, i) => Number(flagOf(item, `${argument}[${i}]`)))
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

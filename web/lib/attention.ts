// Scaled dot-product attention over plain tensors, with position encodings.

import { choiceOf, flagOf, itemsOf, numberOf, type Options, optionsOf, positionsOf } from './checks.js'
import type { Core } from './core.js'
import { refuse, show } from './errors.js'
import { type AttentionMask, lowerMask } from './mask.js'
import { lowerPosition, type Position } from './position.js'
import type { RawAttentionRequest, RawAttentionResult } from './raw.js'
import { shapeText, type Tensor, type TensorLike, tensorOf } from './tensor.js'

export type AttentionReturn = 'weights' | 'scores'

export interface AttentionOptions {
  position?: Position
  /** Position ids, one per token; absent = 0, 1, 2 … */
  positions?: { query?: ArrayLike<number>; key?: ArrayLike<number> }
  attnMask?: AttentionMask
  isCausal?: boolean
  /** Which corner the diagonal starts from; required when query and key lengths differ. */
  causalAlignment?: 'top-left' | 'bottom-right'
  /** Keys to the left and right of the diagonal that stay visible; Infinity = all. */
  window?: readonly [left: number, right: number]
  /** 1/√headDim when absent. */
  scale?: number
  softcap?: number
  return?: readonly AttentionReturn[]
  /** Receives the result instead of fresh memory. */
  out?: Tensor
}

export interface AttentionResult {
  /** [batch?, heads, queries, valueDim] */
  output: Tensor
  /** [batch?, heads, queries, keys] */
  weights?: Tensor
  /** Like weights, before the softmax: scaled, biased and masked. */
  scores?: Tensor
}

const OPTIONS = [
  'position',
  'positions',
  'attnMask',
  'isCausal',
  'causalAlignment',
  'window',
  'scale',
  'softcap',
  'return',
  'out',
] as const

type Given = Options<(typeof OPTIONS)[number]>

export function attention(
  core: Core,
  query: TensorLike,
  key: TensorLike,
  value: TensorLike,
  options?: AttentionOptions,
): AttentionResult {
  const given = optionsOf(options, 'options', OPTIONS)
  const sizes = sizesOf(
    tensorOf(query, 'query', [3, 4]),
    tensorOf(key, 'key', [3, 4]),
    tensorOf(value, 'value', [3, 4]),
  )
  const wanted = returnsOf(given.return, 'options.return', ['weights', 'scores'])
  const out = outOf(given.out, sizes)
  const request = requestOf(sizes, given, wanted, out)
  return collect(
    core.call((raw) => raw.attention(request)),
    sizes,
    wanted,
    out,
  )
}

interface Sizes {
  leading: number[] // [] or [batch]
  batch: number
  heads: number
  kvHeads: number
  queries: number
  keys: number
  headDim: number
  valueDim: number
  query: Float32Array
  key: Float32Array
  value: Float32Array
}

type Axes = [batch: number, heads: number, tokens: number, width: number]

function sizesOf(query: Tensor, key: Tensor, value: Tensor): Sizes {
  requireSameRank(query, key, value)
  const [batch, heads, queries, headDim] = axesOf(query)
  const [, kvHeads, keys] = axesOf(key)
  const [, , , valueDim] = axesOf(value)
  requireAxes('query', query, [batch, heads, queries, headDim])
  requireAxes('key', key, [batch, kvHeads, keys, headDim])
  requireAxes('value', value, [batch, kvHeads, keys, valueDim])
  if (heads % kvHeads !== 0) {
    throw refuse('ERR_SHAPE', 'key', `${kvHeads} heads`, `a divisor of the ${heads} query heads`)
  }
  const leading = query.shape.length === 4 ? [batch] : []
  return {
    leading,
    batch,
    heads,
    kvHeads,
    queries,
    keys,
    headDim,
    valueDim,
    query: query.data,
    key: key.data,
    value: value.data,
  }
}

function axesOf({ shape }: Tensor): Axes {
  return [...Array(4 - shape.length).fill(1), ...shape] as Axes
}

function requireSameRank(query: Tensor, ...others: Tensor[]): void {
  others.forEach((other, i) => {
    if (other.shape.length === query.shape.length) return
    throw refuse(
      'ERR_SHAPE',
      ['key', 'value'][i] ?? '',
      `${other.shape.length} axes`,
      `${query.shape.length}, like query`,
    )
  })
}

// Heads and widths must be positive; a length of 0 is legal.
function requireAxes(argument: string, tensor: Tensor, wanted: Axes): void {
  const [, heads, , width] = axesOf(tensor)
  if (heads === 0 || width === 0) {
    throw refuse(
      'ERR_SHAPE',
      argument,
      `shape ${shapeText(tensor.shape)}`,
      'at least one head and one channel',
    )
  }
  if (axesOf(tensor).some((n, i) => n !== wanted[i])) {
    const shape = wanted.slice(4 - tensor.shape.length)
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(tensor.shape)}`, shapeText(shape))
  }
}

/** A list of result names, each one of `known`. */
export function returnsOf<const T extends string>(
  value: unknown,
  argument: string,
  known: readonly T[],
): Set<T> {
  if (value === undefined) return new Set()
  const names = itemsOf(value, argument, `a list of ${known.join(', ')}`, 16)
  return new Set(names.map((name, i) => choiceOf(name, `${argument}[${i}]`, known)))
}

function outOf(value: unknown, sizes: Sizes): Tensor | undefined {
  if (value === undefined) return undefined
  const out = tensorOf(value, 'options.out')
  const wanted = outputShape(sizes)
  if (shapeText(out.shape) !== shapeText(wanted)) {
    throw refuse('ERR_SHAPE', 'options.out', `shape ${shapeText(out.shape)}`, shapeText(wanted))
  }
  return out
}

function outputShape({ leading, heads, queries, valueDim }: Sizes): number[] {
  return [...leading, heads, queries, valueDim]
}

function requestOf(
  sizes: Sizes,
  given: Given,
  wanted: Set<AttentionReturn>,
  out?: Tensor,
): RawAttentionRequest {
  const { leading: _, ...shapes } = sizes
  return {
    ...shapes,
    ...bandOf(given, sizes),
    ...positionsFor(given.positions, sizes),
    ...lowerMask(given.attnMask, sizes, 'options.attnMask'),
    position: lowerPosition(given.position, 'options.position'),
    scale: given.scale === undefined ? Number.NaN : numberOf(given.scale, 'options.scale'),
    softcap: softcapOf(given.softcap),
    wantWeights: wanted.has('weights'),
    wantScores: wanted.has('scores'),
    output: out?.data ?? new Float32Array(0),
  }
}

type Band = Pick<RawAttentionRequest, 'causal' | 'causalOffset' | 'windowLeft' | 'windowRight'>

// The diagonal: query i stands at key i + causalOffset.
function bandOf(given: Given, { queries, keys }: Sizes): Band {
  const causal = given.isCausal !== undefined && flagOf(given.isCausal, 'options.isCausal')
  const alignment = alignmentOf(given.causalAlignment)
  if (queries !== keys && !alignment && (causal || given.window !== undefined)) {
    throw refuse(
      'ERR_VALUE',
      'options.causalAlignment',
      `nothing with ${queries} queries and ${keys} keys`,
      "'top-left' or 'bottom-right' when the lengths differ",
    )
  }
  const causalOffset = alignment === 'bottom-right' ? keys - queries : 0
  return { causal, causalOffset, ...windowOf(given.window) }
}

function alignmentOf(value: unknown): 'top-left' | 'bottom-right' | undefined {
  return value === undefined
    ? undefined
    : choiceOf(value, 'options.causalAlignment', ['top-left', 'bottom-right'])
}

function windowOf(value: unknown): Pick<Band, 'windowLeft' | 'windowRight'> {
  if (value === undefined) return { windowLeft: -1, windowRight: -1 }
  const sides = itemsOf(value, 'options.window', 'a pair [left, right]', 2)
  if (sides.length !== 2)
    throw refuse('ERR_SHAPE', 'options.window', `${sides.length} items`, '[left, right]')
  const [windowLeft, windowRight] = sides.map((side, i) => windowSide(side, `options.window[${i}]`)) as [
    number,
    number,
  ]
  return { windowLeft, windowRight }
}

function windowSide(value: unknown, argument: string): number {
  if (value === Number.POSITIVE_INFINITY) return -1
  if (typeof value !== 'number')
    throw refuse('ERR_TYPE', argument, show(value), 'a number of keys, or Infinity')
  if (!Number.isInteger(value) || value < 0)
    throw refuse('ERR_VALUE', argument, String(value), 'an integer ≥ 0, or Infinity')
  return value < 2 ** 31 ? value : -1
}

function softcapOf(value: unknown): number {
  const softcap = value === undefined ? 0 : numberOf(value, 'options.softcap')
  if (softcap < 0)
    throw refuse('ERR_VALUE', 'options.softcap', String(softcap), 'a number > 0, or 0 for none')
  return softcap
}

type Positions = Pick<RawAttentionRequest, 'queryPositions' | 'keyPositions'>

function positionsFor(value: unknown, { queries, keys }: Sizes): Positions {
  const { query, key } = optionsOf(value, 'options.positions', ['query', 'key'])
  return {
    queryPositions: positionsOfLength(query, queries, 'options.positions.query'),
    keyPositions: positionsOfLength(key, keys, 'options.positions.key'),
  }
}

/** Checked positions, one per token; absent = empty, which the core reads as 0, 1, 2 … */
export function positionsOfLength(value: unknown, length: number, argument: string): Float32Array {
  if (value === undefined) return new Float32Array(0)
  const positions = positionsOf(value, argument)
  if (positions.length !== length) {
    throw refuse('ERR_SHAPE', argument, `${positions.length} positions`, `${length}, one per token`)
  }
  return positions
}

function collect(
  raw: RawAttentionResult,
  sizes: Sizes,
  wanted: Set<AttentionReturn>,
  out?: Tensor,
): AttentionResult {
  const shape = [...sizes.leading, sizes.heads, sizes.queries, sizes.keys]
  const result: AttentionResult = { output: { data: raw.output, shape: outputShape(sizes) } }
  if (out) result.output = fill(out, raw.output)
  if (wanted.has('weights')) result.weights = { data: raw.weights, shape: [...shape] }
  if (wanted.has('scores')) result.scores = { data: raw.scores, shape: [...shape] }
  return result
}

function fill(out: Tensor, data: Float32Array): Tensor {
  if (data !== out.data) out.data.set(data)
  return out
}

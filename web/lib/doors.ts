// The doors through which position enters, one by one: embed ①, rotate ② (with its frequencies) and bias ③.

import { consecutive, integerOf, optionsOf, positionsOf, positionsOfLength } from './checks.js'
import type { Core } from './core.js'
import { refuse } from './errors.js'
import { lowerForDoor, type Position } from './position.js'
import { elementCount, type Tensor, type TensorLike, tensorOf } from './tensor.js'

export interface EmbedOptions {
  /** Either the position ids or how many, from 0. */
  positions?: ArrayLike<number>
  length?: number
  dim: number
}

/** What the encoding adds to the embeddings: [positions, dim]. */
export function embed(core: Core, position: Position, options: EmbedOptions): Tensor {
  const given = optionsOf(options, 'options', ['positions', 'length', 'dim'])
  const positions = listOrLength(given.positions, given.length, 'positions', 'length')
  const dim = integerOf(given.dim, 'options.dim', 1)
  const lowered = lowerForDoor(position, 'embed')
  const { data } = core.call((raw) => raw.embed(lowered, positions, dim))
  return { data, shape: [positions.length, dim] }
}

function listOrLength(
  list: unknown,
  length: unknown,
  listKey: string,
  lengthKey: string,
  start?: unknown,
): Float32Array {
  if ((list === undefined) === (length === undefined)) {
    const got =
      list === undefined ? `neither ${listKey} nor ${lengthKey}` : `both ${listKey} and ${lengthKey}`
    throw refuse('ERR_VALUE', 'options', got, 'one of the two')
  }
  if (length === undefined) return positionsOf(list, `options.${listKey}`)
  const first = start === undefined ? 0 : integerOf(start, 'options.queryOffset')
  return consecutive(integerOf(length, `options.${lengthKey}`), first)
}

export interface RotateOptions {
  positions?: ArrayLike<number>
}

/** Rotates queries or keys [batch?, heads?, tokens, headDim] by their positions; the result has the same shape. */
export function rotate(core: Core, position: Position, x: TensorLike, options?: RotateOptions): Tensor {
  const { data, shape } = tensorOf(x, 'x', [2, 3, 4])
  const given = optionsOf(options, 'options', ['positions'])
  const [heads, tokens, headDim] = [1, ...shape].slice(-3) as [number, number, number]
  const positions = positionsOfLength(given.positions, tokens, 'options.positions')
  const at = positions.length ? positions : consecutive(tokens)
  const lowered = lowerForDoor(position, 'rotate')
  const rows = elementCount(shape.slice(0, -2))
  const rotated = core.call((raw) => raw.rotate(lowered, data, rows, heads, tokens, headDim, at))
  return { data: rotated.data, shape }
}

export interface BiasOptions {
  heads: number
  /** How many; positions then count from queryOffset and 0. */
  queries?: number
  keys?: number
  /** The position of the first query. */
  queryOffset?: number
  /** Position ids instead of counts. */
  positions?: { query: ArrayLike<number>; key: ArrayLike<number> }
}

/** What the encoding adds to the scores: [heads, queries, keys]. */
export function bias(core: Core, position: Position, options: BiasOptions): Tensor {
  const given = optionsOf(options, 'options', ['heads', 'queries', 'keys', 'queryOffset', 'positions'])
  const heads = integerOf(given.heads, 'options.heads', 1)
  const { query, key } = optionsOf(given.positions, 'options.positions', ['query', 'key'])
  const queries = listOrLength(query, given.queries, 'positions.query', 'queries', given.queryOffset)
  const keys = listOrLength(key, given.keys, 'positions.key', 'keys')
  const lowered = lowerForDoor(position, 'bias')
  const { data } = core.call((raw) => raw.bias(lowered, heads, queries, keys))
  return { data, shape: [heads, queries.length, keys.length] }
}

export interface FrequenciesOptions {
  /** The width of a head. */
  dim: number
  /** The length of the sequence, for scalings that depend on it. */
  length?: number
}

export interface Frequencies {
  /** Angle per position, one per rotated pair. */
  inverse: Float32Array
  /** Multiplied into both sine and cosine. */
  attentionFactor: number
}

export function frequencies(core: Core, position: Position, options: FrequenciesOptions): Frequencies {
  const given = optionsOf(options, 'options', ['dim', 'length'])
  const dim = integerOf(given.dim, 'options.dim', 1)
  const length = given.length === undefined ? 0 : integerOf(given.length, 'options.length')
  const lowered = lowerForDoor(position, 'rotate')
  const { data, attentionFactor } = core.call((raw) => raw.frequencies(lowered, dim, length))
  return { inverse: data, attentionFactor }
}

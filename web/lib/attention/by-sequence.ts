// Attention whose sequences have positions of their own: one call per sequence.

import { allocateFloats } from '../boundary/allocate.js'
import { optionsOf } from '../boundary/checks.js'
import { resultIn, roomOf } from '../boundary/out.js'
import { elementCount, type Given, type Tensor } from '../boundary/tensor.js'
import { hasRows, rowsOfPositions } from '../position/position-rows.js'
import type { AttentionSizes, Rows } from './attention-sizes.js'
import { lowerMask, maskOfSequence } from './mask.js'

type Fields = Readonly<Record<string, unknown>>

interface Result {
  output: Tensor
  weights?: Tensor
  scores?: Tensor
  rawScores?: Tensor
  cappedScores?: Tensor
  ledger?: Record<string, Tensor>
}

/** Attention of one sequence. */
export type AttendOne = (
  rows: readonly [query: Tensor, key: Tensor, value: Tensor],
  options: Fields,
) => Result

const POSITIONS = 'options.positions'
const MASK = 'options.attnMask'

/** Do sequences have positions of their own? */
export function differBySequence(positions: unknown): boolean {
  if (positions === undefined) return false
  const { query, key } = optionsOf(positions, POSITIONS, ['query', 'key'])
  return hasRows(query, `${POSITIONS}.query`) || hasRows(key, `${POSITIONS}.key`)
}

export function oneByOne(rows: Rows, sizes: AttentionSizes, given: Fields, attend: AttendOne): Result {
  const { positions, attnMask, out, ...rest } = given
  const { batch } = sizes
  const { query, key } = optionsOf(positions, POSITIONS, ['query', 'key'])
  const queries = rowsOfPositions(query, `${POSITIONS}.query`, batch)
  const keys = rowsOfPositions(key, `${POSITIONS}.key`, batch)
  const mask = attnMask === undefined ? undefined : lowerMask(attnMask, sizes, MASK)
  // copied first: calls read positions, and may move the memory of heap tensors
  const sequences = Array.from({ length: batch }, (_, i) => ({
    rows: [
      sequenceOf(rows[0], i, batch),
      sequenceOf(rows[1], i, batch),
      sequenceOf(rows[2], i, batch),
    ] as const,
    mask: mask && { attnMask: maskOfSequence(mask, sizes, i) },
  }))
  const parts = sequences.map((sequence, i) =>
    attend(sequence.rows, { ...rest, ...sequence.mask, positions: { query: queries[i], key: keys[i] } }),
  )
  return together(parts, sizes, out)
}

// One sequence of a batch: [batch?, heads, tokens, width] → [1, heads, tokens, width]
function sequenceOf({ data, shape }: Given, index: number, sequences: number): Tensor {
  const each = data.length / sequences
  return { data: data.slice(index * each, (index + 1) * each), shape: [1, ...shape.slice(-3)] }
}

function together(parts: readonly Result[], sizes: AttentionSizes, out: unknown): Result {
  const { leading, heads, queries, keys, valueDim } = sizes
  const shape = [...leading, heads, queries, valueDim]
  const room = roomOf(out, shape).data
  const data = room.length > 0 ? room : allocateFloats(elementCount(shape), 'the result')
  for (const [i, { output }] of parts.entries()) data.set(output.data, i * output.data.length)
  const result: Result = { output: resultIn(out, { data }, shape) }
  const join = (maps: Tensor[]) => joined(maps, [...leading, heads, queries, keys])
  for (const name of ['weights', 'scores', 'rawScores', 'cappedScores'] as const) {
    if (parts[0]?.[name]) result[name] = join(parts.map((part) => part[name] as Tensor))
  }
  const terms = Object.keys(parts[0]?.ledger ?? {})
  if (terms.length > 0) {
    const term = (name: string) => join(parts.map(({ ledger }) => ledger?.[name] as Tensor))
    result.ledger = Object.fromEntries(terms.map((name) => [name, term(name)]))
  }
  return result
}

function joined(maps: readonly Tensor[], shape: number[]): Tensor {
  const data = allocateFloats(elementCount(shape), 'the result')
  for (const [i, map] of maps.entries()) data.set(map.data, i * map.data.length)
  return { data, shape }
}

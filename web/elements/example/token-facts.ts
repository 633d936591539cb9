// Per-token parameters of some encodings besides positions: grid coordinates, digits, gates. Made for each run, so that they
// move with the tokens.

import type { MaskPosition, PositionEncoding, Tensor, TensorLike } from 'whereformer'
import { exampleMasks, linear } from '../encoding/example-positions.js'
import { digitContents } from './sentence.js'

/** These use token indices and ignore position ids. */
const IN_ORDER = ['abacus', 'forget', 'mask']

export const readsInOrder = (type: string): boolean => IN_ORDER.includes(type)

/** Columns of the grid that the tokens fill row by row, where an encoding wants one. */
export const GRID_WIDTH = 8

/** More vectors than the examples have words. */
const CONTENTS = 64

/** The encoding with its per-token parameters; `contents` and `positions` have one entry per token. */
export function withFacts(
  position: PositionEncoding,
  contents: readonly number[],
  positions: readonly number[],
): PositionEncoding {
  switch (position.type) {
    case 'abacus':
      return { ...position, digits: contents.map((content) => Number(digitContents.has(content))) }
    case 'forget':
      return { ...position, gateLogits: rowsOf(gates(position.gateLogits), contents) }
    case 'relativeProjection':
      return { ...position, weights: placed(mixes(position.weights), contents, positions) }
    case 'mask':
      return withMask(position, contents.length)
    default:
      return position
  }
}

/** What its kind looks at, as far as the reader does not say. */
function withMask(position: MaskPosition, tokens: number): PositionEncoding {
  const example = exampleMasks(tokens).find((mask) => mask.type === 'mask' && mask.kind === position.kind)
  return { ...(example as MaskPosition | undefined), ...position }
}

const gates = ({ shape: [, heads = 1] }: TensorLike): Tensor => linear(41, [CONTENTS, heads], 0, 5)

const mixes = ({ shape: [, columns = 1] }: TensorLike): Tensor => linear(42, [CONTENTS, columns], -1, 1)

/** Row i is the row of the i-th content: [contents, columns] */
function rowsOf({ data, shape: [, columns = 1] }: Tensor, contents: readonly number[]): Tensor {
  const value = (_: unknown, i: number) =>
    data[(contents[Math.floor(i / columns)] ?? 0) * columns + (i % columns)] ?? Number.NaN
  const length = contents.length * columns
  return { data: Float32Array.from({ length }, value), shape: [contents.length, columns] }
}

/** The same, but in the rows that the positions say. */
function placed(table: Tensor, contents: readonly number[], positions: readonly number[]): Tensor {
  const at = new Map<number, number>()
  positions.forEach((position, i) => {
    const content = contents[i] ?? 0
    if ((at.get(position) ?? content) !== content) throw new Shared(position)
    at.set(position, content)
  })
  const rows = Array.from({ length: Math.max(...positions) + 1 }, (_, position) => at.get(position) ?? 0)
  return rowsOf(table, rows)
}

/** Of two tokens at one place only one could have its own row. */
class Shared extends Error {
  readonly code = 'ERR_VALUE'

  constructor(position: number) {
    super(`position.weights: two tokens at position ${position}, wanted one: a row belongs to a position`)
  }
}

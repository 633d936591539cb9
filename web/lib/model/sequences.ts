// Token ids and the lists that accompany them: one sequence, or a batch of equally long ones.

import { fieldOf, integerOf, isList, itemsOf, LARGEST_POSITION, positionsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { typedArrayName } from '../boundary/kinds.js'
import { requireLength, type Shaped, shapeIn, shapeText } from '../boundary/tensor.js'

/** The items of one sequence: a list or typed array, BigInt64Array included; masks may be booleans. */
export type TokenRow = ArrayLike<number> | ArrayLike<bigint> | ArrayLike<boolean>

/** Ids, masks or positions as tensors of other libraries hold them: [tokens] or [sequences, tokens]. */
export type TokenTensor = { readonly data: TokenRow } & Shaped

/** One sequence, or a batch of equally long ones. */
export type Sequences = TokenRow | readonly TokenRow[] | TokenTensor

export interface Batch {
  /** The name of the argument that holds the batch. */
  argument: string
  rows: Int32Array[]
  /** Was the batch given as a list of lists? */
  batched: boolean
  /** The number of tokens of every row. */
  tokens: number
}

export function batchOf(value: unknown, argument: string, vocab: number): Batch {
  const { rows, batched } = rowsIn(value, argument)
  const ids = rows.map((row, i) => idsOf(row, batched ? `${argument}[${i}]` : argument, vocab))
  const tokens = ids[0]?.length ?? 0
  const uneven = ids.findIndex((row) => row.length !== tokens)
  if (uneven >= 0) {
    const got = `${ids[uneven]?.length} tokens`
    throw refuse(
      'ERR_SHAPE',
      `${argument}[${uneven}]`,
      got,
      `${tokens}, like the first: pad it and mask the padding`,
    )
  }
  return { argument, rows: ids, batched, tokens }
}

/** Checked ids of one sequence. */
export function idsOf(value: unknown, argument: string, vocab: number): Int32Array {
  const ids = valuesOf(value, argument, 'a list of token ids')
  if (ids.length === 0) throw refuse('ERR_SHAPE', argument, 'no tokens', 'at least one')
  return Int32Array.from(ids.map((id, i) => integerOf(id, `${argument}[${i}]`, 0, vocab - 1)))
}

/**
 * Lists that accompany a batch, `tokens` items per sequence, each item checked by `check`; one list holds for all sequences. Undefined when
 * absent.
 */
export function companionsOf(
  value: unknown,
  argument: string,
  batch: Batch,
  check: (item: unknown, argument: string) => number,
): number[][] | undefined {
  if (value === undefined) return undefined
  const { rows, batched } = rowsIn(value, argument)
  const given = rows.map((row) => valuesOf(row, argument, 'a list of numbers'))
  const lists = given.length === 1 ? batch.rows.map(() => given[0] as unknown[]) : given
  const fits = lists.length === batch.rows.length && lists.every((row) => row.length === batch.tokens)
  if (!fits) {
    const got = `${given.length} × ${given.find((row) => row.length !== batch.tokens)?.length ?? batch.tokens}`
    const like = batch.argument.replace(/^.*\./, '')
    const wanted = `${batch.rows.length} × ${batch.tokens}, like ${like}${batch.rows.length > 1 ? ', or one row for all' : ''}`
    throw refuse('ERR_SHAPE', argument, got, wanted)
  }
  const row = (i: number) => (given.length === 1 ? 0 : i)
  const at = (i: number, j: number) => (batched ? `${argument}[${row(i)}][${j}]` : `${argument}[${j}]`)
  return lists.map((row, i) => row.map((item, j) => check(item, at(i, j))))
}

/** The masks of a batch: 1 (attend) or 0 (hidden) per token. */
export function masksOf(value: unknown, argument: string, batch: Batch): Uint8Array[] | undefined {
  const rows = companionsOf(value, argument, batch, (item, at) =>
    flagOf(item, at, '1 (attend) or 0 (hidden)'),
  )
  return rows?.map((row) => Uint8Array.from(row))
}

export function positionRowsOf(
  value: unknown,
  argument: string,
  batch: Batch,
  least: number,
): Float32Array[] | undefined {
  const rows = companionsOf(value, argument, batch, (item) => item as number)
  return rows?.map((row, i) => positionsOf(row, batch.batched ? `${argument}[${i}]` : argument, least))
}

export function flagOf(value: unknown, argument: string, wanted: string): number {
  if (value === 0 || value === 1) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw refuse(typeof value === 'number' ? 'ERR_VALUE' : 'ERR_TYPE', argument, show(value), wanted)
}

interface Rows {
  rows: unknown[]
  batched: boolean
}

/** The rows of one list, of a list of lists, or of a tensor. */
export function rowsIn(value: unknown, argument: string): Rows {
  if (isTensor(value, argument)) return rowsOfTensor(value, argument)
  const items = valuesOf(value, argument, 'a list of token ids, or a list of such lists')
  if (items.length === 0) throw refuse('ERR_SHAPE', argument, 'no tokens', 'at least one')
  const batched = typeof items[0] === 'object'
  return batched ? { rows: items, batched } : { rows: [items], batched }
}

function isTensor(value: unknown, argument: string): boolean {
  const isObject = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
  return isObject && !isList(value, argument) && fieldOf(value, 'data', argument) !== undefined
}

function rowsOfTensor(tensor: unknown, argument: string): Rows {
  const shape = shapeIn(tensor, argument)
  if (shape.length !== 1 && shape.length !== 2) {
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, '[tokens] or [sequences, tokens]')
  }
  const items = valuesOf(fieldOf(tensor, 'data', argument), `${argument}.data`, 'a typed array or a list')
  requireLength(items.length, shape, argument)
  if (items.length === 0) throw refuse('ERR_SHAPE', argument, 'no tokens', 'at least one')
  const [count, tokens] = shape.length === 1 ? [1, items.length] : (shape as [number, number])
  const rows = Array.from({ length: count }, (_, i) => items.slice(i * tokens, (i + 1) * tokens))
  return { rows, batched: shape.length === 2 }
}

/** The items of a list; big integers become numbers. */
export function valuesOf(value: unknown, argument: string, wanted: string): unknown[] {
  const big = typedArrayName(value)?.startsWith('Big')
  if (!big) {
    return itemsOf(value, argument, wanted).map((item) => (typeof item === 'bigint' ? Number(item) : item))
  }
  const { length } = value as BigInt64Array
  if (length <= LARGEST_POSITION) return Array.from(value as BigInt64Array, Number)
  throw refuse('ERR_SHAPE', argument, `${length} items`, `at most ${LARGEST_POSITION}`)
}

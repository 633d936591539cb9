// Token ids and the lists that accompany them: one sequence, or a batch of equally long ones.

import { integerOf, itemsOf, positionsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'

/** One sequence, or a batch of equally long ones. */
export type Sequences = ArrayLike<number> | readonly ArrayLike<number>[]

export interface Batch {
  /** The name of the argument. */
  argument: string
  rows: Int32Array[]
  /** Was it given as a list of lists? */
  batched: boolean
  /** Of every row. */
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
      `${tokens}, like the first: pad it and mask that`,
    )
  }
  return { argument, rows: ids, batched, tokens }
}

/** Checked ids of one sequence. */
export function idsOf(value: unknown, argument: string, vocab: number): Int32Array {
  const ids = itemsOf(value, argument, 'a list of token ids')
  if (ids.length === 0) throw refuse('ERR_SHAPE', argument, 'no tokens', 'at least one')
  return Int32Array.from(ids.map((id, i) => integerOf(id, `${argument}[${i}]`, 0, vocab - 1)))
}

/** A list of `tokens` items per sequence of a batch, each item checked by `check`; undefined when absent. */
export function companionsOf(
  value: unknown,
  argument: string,
  batch: Batch,
  check: (item: unknown, argument: string) => number,
): number[][] | undefined {
  if (value === undefined) return undefined
  const { rows, batched } = rowsIn(value, argument)
  const lists = rows.map((row) => itemsOf(row, argument, 'a list of numbers'))
  const fits = lists.length === batch.rows.length && lists.every((row) => row.length === batch.tokens)
  if (!fits) {
    const got = `${lists.length} × ${lists.find((row) => row.length !== batch.tokens)?.length ?? batch.tokens}`
    const like = batch.argument.replace(/^.*\./, '')
    throw refuse('ERR_SHAPE', argument, got, `${batch.rows.length} × ${batch.tokens}, like ${like}`)
  }
  const at = (i: number, j: number) => (batched ? `${argument}[${i}][${j}]` : `${argument}[${j}]`)
  return lists.map((row, i) => row.map((item, j) => check(item, at(i, j))))
}

/** 1 (attend) or 0 (hidden) per token. */
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
  throw refuse(typeof value === 'number' ? 'ERR_VALUE' : 'ERR_TYPE', argument, show(value), wanted)
}

interface Rows {
  rows: unknown[]
  batched: boolean
}

/** The rows of one list or of a list of lists. */
export function rowsIn(value: unknown, argument: string): Rows {
  const items = itemsOf(value, argument, 'a list of token ids, or a list of such lists')
  if (items.length === 0) throw refuse('ERR_SHAPE', argument, 'no tokens', 'at least one')
  const batched = typeof items[0] === 'object'
  return batched ? { rows: items, batched } : { rows: [items], batched }
}

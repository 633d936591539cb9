// XLNet's query stream: rows that predict the token at their position without seeing it, and the factorisation
// order, which defines what every position may see.

import { integerOf, itemsOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { type Batch, flagOf, rowsIn } from './sequences.js'

/** Rows of targets, and the mask of each pair. */
export interface QueryStream {
  /** Positions to predict, per sequence. */
  targets: number[][]
  /** The mask of each sequence, [tokens + targets, tokens], 1 = attend; absent = everything. */
  pairMasks: Uint8Array[] | undefined
}

/** The query stream of an input. @param permMask as transformers has it: 1 = i may not attend to j */
export function queryStreamOf(
  permMask: unknown,
  targetPositions: unknown,
  batch: Batch,
  visible: readonly Uint8Array[] | undefined,
): QueryStream {
  const targets = targetsOf(targetPositions, 'input.targetPositions', batch)
  const masks = permMask === undefined ? undefined : matricesOf(permMask, 'input.permMask', batch)
  return { targets, pairMasks: masks?.map((mask, i) => pairMaskOf(mask, targets[i] ?? [], visible?.[i])) }
}

function targetsOf(value: unknown, argument: string, { rows, tokens }: Batch): number[][] {
  if (value === undefined) return rows.map(() => [])
  const lists = rowsIn(value, argument).rows.map((row) => {
    return itemsOf(row, argument, 'a list of places').map((place, i) =>
      integerOf(place, `${argument}[${i}]`, 0, tokens - 1),
    )
  })
  const count = lists[0]?.length ?? 0
  if (lists.length === rows.length && lists.every((list) => list.length === count && count > 0)) return lists
  const got = `${lists.length} × ${lists.find((list) => list.length !== count)?.length ?? count}`
  throw refuse(
    'ERR_SHAPE',
    argument,
    got,
    `as many places, at least one, for each of ${rows.length} sequences`,
  )
}

// The matrices of permMask: [tokens][tokens], or one such matrix per sequence.
function matricesOf(value: unknown, argument: string, { rows, batched, tokens }: Batch): number[][][] {
  const matrices = batched ? itemsOf(value, argument, 'a list of matrices') : [value]
  if (matrices.length !== rows.length) {
    throw refuse('ERR_SHAPE', argument, `${matrices.length} matrices`, `${rows.length}, one per sequence`)
  }
  return matrices.map((matrix) => {
    const lines = itemsOf(matrix, argument, 'a list of rows').map((row) =>
      itemsOf(row, argument, 'a list of 0 and 1'),
    )
    const uneven = lines.find((line) => line.length !== tokens)
    if (lines.length !== tokens || uneven) {
      throw refuse(
        'ERR_SHAPE',
        argument,
        `${lines.length} × ${uneven?.length ?? tokens}`,
        `${tokens} × ${tokens}`,
      )
    }
    return lines.map((line, i) =>
      line.map((flag, j) => flagOf(flag, `${argument}[${i}][${j}]`, '1 (may not attend) or 0')),
    )
  })
}

// The mask of pairs: a token always sees itself; a target sees what the caller's masks allow for its position.
function pairMaskOf(
  hidden: readonly (readonly number[])[],
  targets: readonly number[],
  visible: Uint8Array | undefined,
): Uint8Array {
  const seen = (flag: number, key: number) => (flag || visible?.[key] === 0 ? 0 : 1)
  const content = hidden.map((row, i) => row.map((flag, j) => (i === j ? 1 : seen(flag, j))))
  const queries = targets.map((place) => (hidden[place] ?? []).map(seen))
  return Uint8Array.from([...content, ...queries].flat())
}

// Batches: token ids and targets of sequences of equal length, checked before the core reads them.

import { fieldOf, isList, itemsOf, LARGEST_POSITION, optionsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { typedArrayName } from '../boundary/kinds.js'
import { NOTHING, type RawTrainStepRequest } from '../boundary/raw.js'
import {
  type Given,
  type Shaped,
  shapeIn,
  shapeText,
  type Tensor,
  type TensorInput,
  tensorOf,
} from '../boundary/tensor.js'

/** Rows of equal length. */
export type IdRows = readonly ArrayLike<number>[] | ({ readonly data: Int32Array } & Shaped)

export interface TrainerBatch {
  /** The token ids [batch, length]. */
  inputIds: IdRows
  /** The token that each row of the logits should predict [batch, length]; −100 is not counted, as in PyTorch. */
  targets: IdRows
  /** Position ids [length], or [batch, length] for positions of each sequence; 0, 1, 2 … when absent. */
  positions?: TensorInput | ArrayLike<number>
}

/** The target of a token that is not counted. */
const IGNORED = -100

export type BatchRequest = Omit<RawTrainStepRequest, 'trainer'>

/** Checks a batch. @param room the number of positions that a learned table has rows for */
export function batchRequest(value: unknown, vocab: number, room: number): BatchRequest {
  const given = optionsOf(value ?? null, 'batch', ['inputIds', 'targets', 'positions'])
  const ids = rowsOf(given.inputIds, 'batch.inputIds', 0, vocab - 1)
  const targets = rowsOf(given.targets, 'batch.targets', 0, vocab - 1, IGNORED)
  if (targets.sequences !== ids.sequences || targets.length !== ids.length) {
    const got = shapeText([targets.sequences, targets.length])
    throw refuse(
      'ERR_SHAPE',
      'batch.targets',
      got,
      `${shapeText([ids.sequences, ids.length])}, like inputIds`,
    )
  }
  if (targets.data.every((target) => target === IGNORED))
    throw refuse('ERR_VALUE', 'batch.targets', `only ${IGNORED}`, 'at least one target that is counted')
  const positions = positionsOf(given.positions, ids.sequences, ids.length)
  requireRoom(positions, ids.length, room)
  return { ids: ids.data, targets: targets.data, positions, sequences: ids.sequences, length: ids.length }
}

interface Rows {
  data: Int32Array
  sequences: number
  length: number
}

function rowsOf(value: unknown, argument: string, least: number, most: number, or = least): Rows {
  const rows = isList(value, argument) ? joined(value, argument) : shaped(value, argument)
  const isId = (id: number) => Number.isInteger(id) && ((id >= least && id <= most) || id === or)
  let wrong = -1
  for (let i = 0; i < rows.data.length && wrong < 0; i++) if (!isId(rows.data[i] as number)) wrong = i
  if (wrong < 0) return { ...rows, data: Int32Array.from(rows.data) }
  const at = `${argument}[${Math.floor(wrong / rows.length)}][${wrong % rows.length}]`
  const also = or === least ? '' : `, or ${or}, which is not counted`
  throw refuse('ERR_VALUE', at, show(rows.data[wrong]), `an integer from ${least} to ${most}${also}`)
}

type Numbers = Omit<Rows, 'data'> & { data: readonly number[] | Int32Array }

function joined(value: unknown, argument: string): Numbers {
  const lists = itemsOf(value, argument, 'a list of sequences').map((row, i) =>
    itemsOf(row, `${argument}[${i}]`, 'a list of token ids'),
  )
  const length = lists[0]?.length ?? 0
  requireTokens(lists.length, length, argument)
  const uneven = lists.findIndex((row) => row.length !== length)
  if (uneven >= 0) {
    const got = `${lists[uneven]?.length} tokens`
    throw refuse(
      'ERR_SHAPE',
      `${argument}[${uneven}]`,
      got,
      `${length}, like the first: pad it, with target ${IGNORED}`,
    )
  }
  return { data: lists.flat() as number[], sequences: lists.length, length }
}

function shaped(value: unknown, argument: string): Numbers {
  const data = fieldOf(value, 'data', argument)
  if (typedArrayName(data) !== 'Int32Array')
    throw refuse('ERR_TYPE', `${argument}.data`, show(data), 'an Int32Array')
  const shape = shapeIn(value, argument)
  const [sequences = 0, length = 0] = shape
  if (shape.length !== 2) throw refuse('ERR_SHAPE', `${argument}.shape`, shapeText(shape), '[batch, length]')
  requireTokens(sequences, length, argument)
  const numbers = (data as Int32Array).slice() // read once
  if (numbers.length === sequences * length) return { data: numbers, sequences, length }
  const wanted = `${sequences * length} for shape ${shapeText(shape)}`
  throw refuse('ERR_SHAPE', `${argument}.data`, `${numbers.length} ids`, wanted)
}

function requireTokens(sequences: number, length: number, argument: string): void {
  if (sequences > 0 && length > 0) return
  throw refuse('ERR_SHAPE', argument, shapeText([sequences, length]), 'at least one token')
}

function positionsOf(value: unknown, sequences: number, length: number): Float32Array {
  const argument = 'batch.positions'
  if (value === undefined) return NOTHING
  const flat = isList(value, argument) || typedArrayName(value) === 'Float32Array'
  const { data: numbers, shape } = flat
    ? listed(itemsOf(value, argument, 'a list of positions') as number[])
    : copied(tensorOf(value, argument, [1, 2]))
  const fits = shape.at(-1) === length && (shape.length === 1 || shape[0] === sequences)
  if (!fits) {
    const wanted = `${shapeText([length])} or ${shapeText([sequences, length])}`
    throw refuse('ERR_SHAPE', argument, shapeText(shape), wanted)
  }
  const wrong = numbers.findIndex((p) => !(p >= 0 && p <= LARGEST_POSITION))
  if (wrong < 0) return numbers
  throw refuse('ERR_VALUE', `${argument}[${wrong}]`, String(numbers[wrong]), 'a position from 0 to 2^24')
}

const listed = (items: number[]): Tensor => ({ data: Float32Array.from(items), shape: [items.length] })
const copied = ({ data, shape }: Given): Tensor => ({ data: data.slice(), shape })

function requireRoom(positions: Float32Array, length: number, room: number): void {
  const needed = positions.reduce((most, p) => Math.max(most, Math.floor(p) + 1), 0) || length
  if (needed <= room) return
  const wanted = `at most ${room}, the rows of the learned position table`
  throw refuse('ERR_VALUE', 'batch', `${needed} positions`, wanted)
}

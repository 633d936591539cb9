// Maps pieces of a checkpoint's tensors to pieces of canonical ones. A canonical weight is [out, in]; the rules of a family define
// the destination of each row of a stored tensor, and whether it is transposed.

import { elementCount, type Tensor } from '../boundary/tensor.js'
import type { TensorRule } from '../families/family.js'
import type { Recipe } from '../families/index.js'
import type { StoredTensor } from '../position/table-reference.js'
import { Copies } from './copies.js'
import { type Dtype, decode, isDtype, type StoredValues } from './half.js'
import { tablesOf } from './inventory.js'
import type { ReceiveRows } from './pieces.js'
import { collector } from './safetensors.js'
import type { TensorEntry } from './safetensors-header.js'

/** Consecutive rows of a canonical tensor, or columns, from `first` on. */
export interface Piece {
  name: string
  /** Float32 if the rule adds to the values; else as they are stored. */
  data: StoredValues
  first: number
  byColumn: boolean
}

/** Receives a piece; `type` is that of the checkpoint. */
export type SetTensor = (piece: Piece, type: Dtype) => void

type SetPiece = (piece: Piece) => void

export class Weights {
  readonly #recipe: Recipe
  readonly #set: SetTensor
  readonly #rules = new Map<string, TensorRule[]>()
  /** Rules of tensors that may be absent, by the name of the one that is read in their place. */
  readonly #instead = new Map<string, TensorRule[]>()
  /** The names of tensors in the checkpoint, by the renamed ones. */
  readonly names = new Map<string, string>()
  /** Learned tables, kept until the end, since tensors arrive in any order. */
  readonly #tables = new Map<string, Tensor>()
  readonly #copies: Copies

  constructor(recipe: Recipe, set: SetTensor) {
    this.#recipe = recipe
    this.#set = set
    this.#copies = new Copies(recipe.copies)
    for (const rule of recipe.rules) {
      append(this.#rules, rule.from, rule)
      if (rule.orElse !== undefined) append(this.#instead, rule.orElse, rule)
    }
    for (const { tensor, shape } of tablesOf(recipe)) {
      this.#tables.set(tensor, { data: new Float32Array(0), shape })
    }
  }

  /** The names of all tensors of the checkpoint, if they are known before the first is read. */
  expect(names: readonly string[]): void {
    this.#copies.expect(new Set(names.map((name) => this.#recipe.rename(name))))
  }

  /** The receiver of the rows of a tensor; undefined if it is unused. */
  receiverOf({ name, dtype }: Pick<TensorEntry, 'name' | 'dtype'>): ReceiveRows | undefined {
    const renamed = this.#recipe.rename(name)
    this.names.set(renamed, name)
    // whichever comes first, the tensor itself is what stays
    const instead = this.#instead.get(renamed)?.filter(({ from }) => !this.names.has(from)) ?? []
    const rules = [...(this.#rules.get(renamed) ?? []), ...instead]
    const type = isDtype(dtype) ? dtype : 'F32'
    const receivers = rules.map((rule) => ruleReceiver(rule, type, (piece) => this.#set(piece, type)))
    const decoded = (receive: ReceiveRows<Float32Array>): ReceiveRows => {
      return (data, first) => receive(decode(data, type), first)
    }
    const watched = isDtype(dtype) ? this.#copies.receiverOf(renamed) : undefined
    if (watched) receivers.push(decoded(watched))
    const table = this.#tables.get(renamed)
    if (table) {
      const { data, receive } = collector(table.shape)
      table.data = data
      receivers.unshift(decoded(receive))
    }
    if (receivers.length === 0) return undefined
    return (data, first) => {
      for (const receive of receivers) receive(data, first)
    }
  }

  /** Refuses copies that differ from their originals; to be called after the last piece. */
  requireEqualCopies(): void {
    this.#copies.requireEqual()
  }

  /** The learned tables, by their renamed names. */
  get tables(): ReadonlyMap<string, Tensor> {
    return this.#tables
  }

  /** The learned table that was read for a reference. */
  table({ tensor }: StoredTensor): Tensor {
    return this.#tables.get(tensor) as Tensor
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  lists.set(key, [...(lists.get(key) ?? []), value])
}

interface Part {
  name: string
  /** The first row of the part in a group, and the end. */
  begin: number
  end: number
}

function ruleReceiver(rule: TensorRule, type: Dtype, set: SetPiece): ReceiveRows {
  const change = changeOf(rule, type)
  const deliver = rule.transposed ? columnsReceiver(rule, set) : rowsReceiver(rule, set)
  return change ? (data, first) => deliver(change(data), first) : deliver
}

function partsOf({ to }: TensorRule): { parts: Part[]; group: number } {
  let at = 0
  const parts = to.map(({ name, rows }) => {
    const part = { name, begin: at, end: at + rows }
    at = part.end
    return part
  })
  return { parts, group: at }
}

// Receives rows of a tensor that is not transposed: stored rows are canonical rows, each run of rows of one tensor is passed on without a
// copy.
function rowsReceiver(rule: TensorRule, set: SetPiece): ReceiveRows {
  const { parts, group } = partsOf(rule)
  const width = elementCount(rule.shape.slice(1))
  return (data, first) => {
    const end = first + data.length / width
    for (let row = first; row < end; ) {
      const [groups, within] = [Math.floor(row / group), row % group]
      const { name, begin, end: partEnd } = parts.find((part) => within < part.end) as Part
      // a single part is contiguous across groups
      const run = parts.length === 1 ? end - row : Math.min(partEnd - within, end - row)
      const piece = data.subarray((row - first) * width, (row - first + run) * width)
      set({ name, data: piece, first: groups * (partEnd - begin) + within - begin, byColumn: false })
      row += run
    }
  }
}

// Receives rows of a transposed tensor: a stored row is one column of every canonical tensor, [groups · rows of the group].
function columnsReceiver(rule: TensorRule, set: SetPiece): ReceiveRows {
  const { parts, group } = partsOf(rule)
  return (data, first) => {
    for (const { name, begin, end } of parts) {
      const columns = parts.length === 1 ? data : cut(data, group, begin, end)
      set({ name, data: columns, first, byColumn: true })
    }
  }
}

// Cuts elements begin … end − 1 out of every `group` elements.
function cut(data: StoredValues, group: number, begin: number, end: number): StoredValues {
  const size = end - begin
  const out = data.slice(0, (data.length / group) * size)
  for (let from = begin, to = 0; to < out.length; from += group, to += size) {
    out.set(data.subarray(from, from + size), to)
  }
  return out
}

// Changes values of stored rows. These may be the caller's memory, so the result is a copy.
function changeOf(
  { plus, taps, shape }: TensorRule,
  type: Dtype,
): ((data: StoredValues) => StoredValues) | undefined {
  if (taps) return (rows) => tapsFirst(rows, elementCount(shape.slice(1)), taps)
  return plus ? (rows) => decode(rows, type).map((x) => x + plus) : undefined
}

// Reorders each row of a convolution, [in][taps] → [taps][in].
function tapsFirst(rows: StoredValues, width: number, taps: number): StoredValues {
  const out = rows.slice()
  const inputs = width / taps
  for (let row = 0; row < rows.length; row += width) {
    for (let i = 0; i < inputs; i++) {
      for (let tap = 0; tap < taps; tap++) out[row + tap * inputs + i] = rows[row + i * taps + tap] as number
    }
  }
  return out
}

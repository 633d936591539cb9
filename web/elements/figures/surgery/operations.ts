// Positions of tokens before and after an operation, and who attends to whom.

import { shuffled } from '../../parts/positions/shuffled.js'
import type { OperationName } from './operation-names.js'

/** A pad stands for no token. */
export const PAD = -1

/** A sequence that attention reads: rows and columns of its map. */
export interface Sequence {
  /** Which token, in the order of the text; PAD for pads. */
  tokens: readonly number[]
  /** Position id per token. */
  positions: readonly number[]
  /** Group per token: a token attends to its own group only, and always to itself; absent = no mask. */
  groups?: readonly number[]
  /** Read without any encoding; masks stay. */
  bare?: true
}

export interface Plan {
  before: readonly Sequence[]
  after: Sequence
}

export interface PlanOptions {
  operation: OperationName
  /** How many tokens. */
  count: number
  amount: number
  at: number
  counted: boolean
  masked: boolean
  seed: number
}

export const MOST_PADS = 16

export function planOf(options: PlanOptions): Plan {
  return plans[options.operation](options)
}

const plans: Record<OperationName, (options: PlanOptions) => Plan> = {
  shift: ({ count, amount }) => ({
    before: [plain(count)],
    after: { tokens: range(count), positions: range(count).map((i) => i + amount) },
  }),

  gap: ({ count, amount, at }) => ({
    before: [plain(count)],
    after: { tokens: range(count), positions: range(count).map((i) => (i < at ? i : i + amount)) },
  }),

  // Where pads do not count, they stand at 0, as attention masks that are summed up have it.
  leftPad: ({ count, amount, counted, masked }) => {
    const pads = Math.min(amount, MOST_PADS)
    const tokens = [...Array.from({ length: pads }, () => PAD), ...range(count)]
    const positions = tokens.map((_, i) => (counted ? i : Math.max(0, i - pads)))
    const groups = tokens.map((token) => (token === PAD ? PAD : 0))
    return { before: [plain(count)], after: { tokens, positions, ...(masked ? { groups } : {}) } }
  },

  shuffle: ({ count, seed }) => ({
    before: [plain(count)],
    after: { tokens: shuffled(count, seed), positions: range(count) },
  }),

  reverse: ({ count }) => ({
    before: [plain(count)],
    after: { tokens: range(count).reverse(), positions: range(count) },
  }),

  remove: ({ count }) => ({ before: [plain(count)], after: { ...plain(count), bare: true } }),

  pack: ({ count, at, counted, masked }) => {
    const [first, second] = [range(at), range(count).slice(at)]
    const groups = range(count).map((i) => (i < at ? 0 : 1))
    return {
      before: [first, second].map((tokens) => ({ tokens, positions: range(tokens.length) })),
      after: {
        tokens: range(count),
        positions: range(count).map((i) => (counted || i < at ? i : i - at)),
        ...(masked ? { groups } : {}),
      },
    }
  },
}

const plain = (count: number): Sequence => ({ tokens: range(count), positions: range(count) })

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

/** Whether a row sees a column; a pad sees itself, so that its row is not empty. */
export function sees({ groups }: Sequence, row: number, column: number): boolean {
  return !groups || row === column || groups[row] === groups[column]
}

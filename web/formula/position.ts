// The position of a formula: a bias as the table that customPosition makes, frequencies as RoPE whose pairs rotate at them.

import { type CustomFunctions, customPosition } from '../lib/position/custom.js'
import type { GraphormerPosition, RelativeBiasPosition, RopePosition } from '../lib/position/position.js'
import { valued } from './evaluate.js'
import { FormulaError } from './formula-error.js'
import { MOST_VALUES } from './limits.js'
import type { Scope } from './names.js'
import type { Formula } from './read.js'

export interface TableSizes {
  heads: number
  /** Positions are 0 … length − 1. */
  length: number
}

export interface HeadSizes {
  /** The width of a head. */
  dim: number
  length: number
}

/** The bias as a function of distances where the formula has no other positions, else of pairs of positions. */
export function functionsOf(formula: Formula, { heads, length }: TableSizes): CustomFunctions {
  const value = finite(formula)
  const scope: Scope = { i: 0, j: 0, d: 0, h: 0, H: heads, k: 0, D: 0, n: length }
  const at = (head: number, query: number, key: number) => {
    scope.h = head
    scope.i = query
    scope.j = key
    scope.d = key - query
    return value(scope)
  }
  if (isOfPairs(formula)) return { bias: at }
  return { byDistance: (head, distance) => at(head, Math.max(0, -distance), Math.max(0, distance)) }
}

/** Has the formula positions in it besides their distance? */
export const isOfPairs = ({ uses }: Formula): boolean => uses.has('i') || uses.has('j')

export function biasOf(formula: Formula, sizes: TableSizes): RelativeBiasPosition | GraphormerPosition {
  const { heads, length } = sizes
  if (isOfPairs(formula) && heads * length * length > MOST_VALUES)
    throw new FormulaError(formula.text, { kind: 'many', heads, length })
  return customPosition({ ...functionsOf(formula, sizes), heads, length })
}

/** Radians per position of each pair of channels. */
export function frequenciesOf(formula: Formula, { dim, length }: HeadSizes): number[] {
  const value = valued(formula.node)
  const scope: Scope = { i: 0, j: 0, d: 0, h: 0, H: 0, k: 0, D: dim, n: length }
  return Array.from({ length: dim / 2 }, (_, pair) => {
    const got = value({ ...scope, k: pair })
    if (got > 0 && isFinite32(got) && Math.fround(got) > 0) return got
    throw new FormulaError(formula.text, { kind: 'value', got, wanted: 'positive', cell: { pair } })
  })
}

/** RoPE's base, by whose frequencies LongRoPE's factors divide. */
export const BASE = 10000

/** RoPE with factors of its own for each pair, as LongRoPE has them: its frequencies over those of the formula. */
export function rotationOf(formula: Formula, sizes: HeadSizes): RopePosition {
  const { dim, length } = sizes
  const factors = frequenciesOf(formula, sizes).map((wanted, k) => BASE ** ((-2 * k) / dim) / wanted)
  return {
    type: 'rope',
    scaling: {
      ropeType: 'longrope',
      shortFactor: factors,
      longFactor: factors,
      originalMaxPositionEmbeddings: Math.max(2, length),
      attentionFactor: 1,
    },
  }
}

/** The value of a pair of positions, or an error that names the pair. */
function finite({ node, text }: Formula): (scope: Scope) => number {
  const value = valued(node)
  return (scope) => {
    const got = value(scope)
    if (isFinite32(got)) return got
    const cell = { head: scope.h, query: scope.i, key: scope.j }
    throw new FormulaError(text, { kind: 'value', got, wanted: 'finite', cell })
  }
}

/** Tables are float32. */
const isFinite32 = (value: number): boolean => Number.isFinite(Math.fround(value))

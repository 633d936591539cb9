// The names that a formula may use.

/** What a formula gives: a number that is added to the scores, or the frequency of each pair of channels that RoPE rotates. */
export type FormulaKind = 'bias' | 'frequencies'

/** The values of the variables. A formula of one kind leaves those of the other alone. */
export interface Scope {
  /** The position of the query, and of the key, from 0. */
  i: number
  j: number
  /** The distance, key − query: negative for keys before the query. */
  d: number
  /** The head, from 0, and how many there are. */
  h: number
  H: number
  /** The pair of channels, from 0, and the width of a head. */
  k: number
  D: number
  /** How many positions there are. */
  n: number
}

export const variablesOf: Readonly<Record<FormulaKind, readonly (keyof Scope)[]>> = {
  bias: ['d', 'i', 'j', 'h', 'H', 'n'],
  frequencies: ['k', 'D', 'n'],
}

export const variables: { readonly [name in keyof Scope]: (scope: Scope) => number } = {
  i: ({ i }) => i,
  j: ({ j }) => j,
  d: ({ d }) => d,
  h: ({ h }) => h,
  H: ({ H }) => H,
  k: ({ k }) => k,
  D: ({ D }) => D,
  n: ({ n }) => n,
}

export const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E }

export interface NamedFunction {
  /** The number of its arguments. */
  readonly least: number
  readonly most: number
  readonly of: (...values: number[]) => number
}

const one = (of: (x: number) => number): NamedFunction => ({ least: 1, most: 1, of })
const two = (of: (x: number, y: number) => number): NamedFunction => ({ least: 2, most: 2, of })
const some = (of: (...x: number[]) => number): NamedFunction => ({ least: 1, most: 8, of })

/** Functions by name, all but `clamp` as in JavaScript's Math; log is the natural logarithm. */
export const functions: Readonly<Record<string, NamedFunction>> = {
  abs: one(Math.abs),
  sign: one(Math.sign),
  sqrt: one(Math.sqrt),
  cbrt: one(Math.cbrt),
  exp: one(Math.exp),
  expm1: one(Math.expm1),
  log: one(Math.log),
  log2: one(Math.log2),
  log10: one(Math.log10),
  log1p: one(Math.log1p),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  asin: one(Math.asin),
  acos: one(Math.acos),
  atan: one(Math.atan),
  sinh: one(Math.sinh),
  cosh: one(Math.cosh),
  tanh: one(Math.tanh),
  floor: one(Math.floor),
  ceil: one(Math.ceil),
  round: one(Math.round),
  trunc: one(Math.trunc),
  pow: two(Math.pow),
  atan2: two(Math.atan2),
  min: some(Math.min),
  max: some(Math.max),
  hypot: some(Math.hypot),
  clamp: {
    least: 3,
    most: 3,
    of: (x, low, high) => Math.min(Math.max(x as number, low as number), high as number),
  },
}

// What is wrong with a formula, and where.

/** What may come next in a formula: a value is a number, a name, a minus or "(". */
export type Wanted = 'value' | 'operator' | 'end' | ')' | ',' | ':'

/** The pair of tokens, or of channels, of a value; all count from 0. */
export type Cell = { head: number; query: number; key: number } | { pair: number }

/** `at` is the index of a character in the text; a text that ends too early has it behind the last one. */
export type Fault =
  | { kind: 'syntax'; at: number; got: string | undefined; wanted: readonly Wanted[] }
  | { kind: 'name'; at: number; got: string; wanted: readonly string[] }
  | { kind: 'bare'; at: number; got: string }
  | { kind: 'arguments'; at: number; got: number; name: string; least: number; most: number }
  | { kind: 'long'; at: number; got: number }
  | { kind: 'deep'; at: number }
  | { kind: 'many'; heads: number; length: number }
  | { kind: 'value'; got: number; wanted: 'finite' | 'positive'; cell: Cell }

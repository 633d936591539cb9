// What identify() takes and returns.

import type { TensorLike } from '../boundary/tensor.js'
import type { Side } from '../position/doors.js'
import type { Position } from '../position/position.js'

/** Exactly one of `output` (with `input`), `added`, `bias` and `scores`. */
export interface IdentifyRequest {
  /** Rows before the encoding: [tokens, dim], [heads, tokens, dim] or [batch, heads, tokens, dim]. */
  input?: TensorLike
  /** The same rows after it. */
  output?: TensorLike
  /** Vectors that are added to embeddings: [tokens, dim]. */
  added?: TensorLike
  /** What is added to scores: [queries, keys] or [heads, queries, keys]. −Infinity, or −10000 and below: hidden. */
  bias?: TensorLike
  /** Scores before the softmax, as bias. Without `query` and `key`, content adds the same number to all scores of a head. */
  scores?: TensorLike
  /** With `scores`: [tokens, dim] or [heads, tokens, dim]. */
  query?: TensorLike
  /** Like query. */
  key?: TensorLike
  /** One per token; 0, 1, 2 … when absent. Of a matrix: of its keys, and of its queries, which are the last ones if there are fewer. */
  positions?: ArrayLike<number>
  /** Heads that lie side by side in a row of `input` [tokens, heads · dim] or [batch, tokens, heads · dim]. */
  heads?: number
}

export interface IdentifyOptions {
  /** Stops the search: ERR_ABORTED. */
  signal?: AbortSignal
  /** Called now and then in a search of more than some milliseconds. */
  onProgress?: (progress: IdentifyProgress) => void
}

/** measuring: what the arrays show; comparing: explanations with the arrays. Either may come several times. */
export interface IdentifyProgress {
  phase: 'measuring' | 'comparing'
  done: number
  total: number
}

/** What the arrays show of the convention. */
export interface Identification {
  /** rotation: rows are changed by a product; addition: something is added to them; bias: a matrix of scores; unchanged: output = input. */
  kind: 'rotation' | 'addition' | 'bias' | 'unchanged' | 'unknown'
  /** one: a single explanation fits. several: the arrays do not tell which. none: nothing that was tried fits. */
  verdict: 'one' | 'several' | 'none'
  /** All that fits, the simplest first. */
  explanations: Explanation[]
  /** What comes nearest where nothing fits. */
  nearest: Explanation[]
  /** The largest difference that counts as none. */
  tolerance: number
  /** The precision that the numbers have. */
  precision: 'float32' | 'float16' | 'bfloat16'
}

/** One way to compute the output, and its difference from the output given. */
export interface Explanation extends Conventions {
  /** In words, such as "rope, layout interleaved, positions + 1". */
  name: string
  /** The largest absolute difference. */
  difference: number
  /** The same encoding with other parameters that give the same numbers at these positions: the arrays do not tell which. */
  same: Position[]
  /** What the largest difference would be if one convention were changed, the largest first. */
  changes: Change[]
}

export interface Conventions {
  /** For rotate, embed, bias or attention; absent where no encoding computes it. */
  position?: Position
  /** Added to the positions given. */
  offset?: number
  /** Rotated by −position. */
  reversed?: boolean
  /** The result times this. */
  scale?: number
  /** The input times this before something is added to it. */
  inputScale?: number
  /** Of scores: the factor of q·k. */
  scoreScale?: number
  /** Whose rows they are; absent where it makes no difference. */
  side?: Side
  /** Keys after the query are hidden. */
  isCausal?: boolean
  /** The id of a mistake of docs/mistakes.md. */
  mistake?: string
}

export interface Change {
  /** The field of the position, or 'offset', 'reversed', 'scale'. */
  convention: string
  /** Its other value. */
  value: string | number | boolean
  difference: number
}

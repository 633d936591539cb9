// What identify() takes and returns.

import type { TensorInput } from '../boundary/tensor.js'
import type { Side } from '../position/hooks.js'
import type { Position } from '../position/position.js'
import type { Rounding } from './roundings.js'

/** The arrays to identify: exactly one of `output` (with `input`), `added`, `bias` and `scores`. */
export interface IdentifyRequest {
  /** Rows before the encoding: [tokens, dim], [heads, tokens, dim] or [batch, heads, tokens, dim]. */
  input?: TensorInput
  /** Rows after the encoding, in the shape of `input`. */
  output?: TensorInput
  /** Vectors that are added to embeddings: [tokens, dim]. */
  added?: TensorInput
  /** A matrix that is added to scores: [queries, keys] or [heads, queries, keys]. −Infinity, or −10000 and below: hidden. */
  bias?: TensorInput
  /**
   * Scores before the softmax: [queries, keys] or [heads, queries, keys]. Without `query` and `key`, content adds one number to all scores
   * of a head.
   */
  scores?: TensorInput
  /** The queries of `scores`: [tokens, dim] or [heads, tokens, dim]. */
  query?: TensorInput
  /** The keys of `scores`: [tokens, dim] or [heads, tokens, dim]. */
  key?: TensorInput
  /**
   * Position ids, one per token; 0, 1, 2 … when absent. For a matrix those of its keys, and of its queries, which are the last ones if there
   * are fewer.
   */
  positions?: ArrayLike<number>
  /** Heads that lie side by side in a row of `input` [tokens, heads · dim] or [batch, tokens, heads · dim]. */
  heads?: number
}

export interface IdentifyOptions {
  /** A signal that stops the search with ERR_ABORTED. */
  signal?: AbortSignal
  /** Called now and then in a search of more than some milliseconds. */
  onProgress?: (progress: IdentifyProgress) => void
}

/** How far a search is. measuring: what the arrays show; comparing: explanations with the arrays. Either may come several times. */
export interface IdentifyProgress {
  phase: 'measuring' | 'comparing'
  done: number
  total: number
}

/** What the arrays show of the convention. */
export interface Identification {
  /** rotation: rows are changed by a product; addition: something is added to them; bias: a matrix of scores; unchanged: output = input. */
  kind: 'rotation' | 'addition' | 'bias' | 'unchanged' | 'unknown'
  /**
   * one: a single explanation fits. several: the arrays do not tell which, or all that fits has `free` numbers. none: nothing that was tried
   * fits.
   */
  verdict: 'one' | 'several' | 'none'
  /** The explanations that fit, the simplest first. */
  explanations: Explanation[]
  /** The explanations that come nearest where none fits. */
  nearest: Explanation[]
  /** The largest difference that counts as none. */
  tolerance: number
  /** The precision of the numbers in the arrays. */
  precision: 'float32' | 'float16' | 'bfloat16'
}

/** One way to compute the output, and its difference from the output given. */
export interface Explanation extends Conventions {
  /** The explanation in words, such as "rope, layout interleaved, positions + 1". */
  name: string
  /** The largest absolute difference from the output given. */
  difference: number
  /** Other parameters of the encoding that give equal numbers at these positions: the arrays do not tell which. */
  same: Position[]
  /** The largest difference that changing one convention would make, by convention, the largest first. */
  changes: Change[]
}

export interface Conventions {
  /** The position for rotate, embed, bias or attention; absent where no encoding computes the output. */
  position?: Position
  /** A number that is added to the positions given; to those of the keys for a bias that counts them. */
  offset?: number
  /** The positions of the tokens, where they are not those given. */
  positions?: number[]
  /** The positions of the tokens of each row of the leading axes (heads, or batch · heads), where they differ from row to row. */
  rowPositions?: number[][]
  /** What of the angles is rounded, and to what; or their cosines and sines, the tables. */
  rounding?: Rounding
  /** Are rows rotated by −position, by an encoding that has no parameter for it? */
  reversed?: boolean
  /** The factor of the result. */
  scale?: number
  /** The factor of the input before something is added to it. */
  inputScale?: number
  /** The factor of q·k in scores. */
  scoreScale?: number
  /** Are the rows queries, keys or values? Absent where it makes no difference. */
  side?: Side
  /** Are keys after the query hidden? */
  isCausal?: boolean
  /** The id of a mistake of docs/mistakes.md. */
  mistake?: string
  /**
   * How many of its numbers are read from the arrays, where others would fit as well: one for each channel, distance or token; as many as
   * the pairs that visibly turn; ends of a ramp, or a base, that the arrays do not determine.
   */
  free?: number
}

export interface Change {
  /** The convention that is changed: a field of the position, or 'offset', 'reversed', 'scale'. */
  convention: string
  /** The other value of the convention. */
  value: string | number | boolean
  difference: number
}

// Ways in which the example of attention treats an encoding differently from the others.

import type { PositionEncoding } from 'whereformer'
import type { Bilingual } from '../../../../content/bilingual.js'

export interface OwnExample<Part = PositionEncoding> {
  /** Changes the example position to what a trained model would use for a sentence. */
  trained?: (position: Part) => PositionEncoding
  /** With its per-token parameters; `contents` and `positions` have one entry per token. */
  perToken?: (position: Part, contents: readonly number[], positions: readonly number[]) => PositionEncoding
  /** The encoding uses token indices and ignores position ids. */
  inOrder?: true
  /** A sentence about its per-token parameters. */
  note?: Bilingual<(title: string) => string>
}

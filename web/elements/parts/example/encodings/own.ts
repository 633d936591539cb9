// What an encoding can do differently from the others in the example of attention.

import type { PositionEncoding } from 'whereformer'
import type { Bilingual } from '../../../../content/bilingual.js'

export interface OwnExample<Part = PositionEncoding> {
  /** Its example position changed to what a trained model would use for one sentence. */
  trained?: (position: Part) => PositionEncoding
  /** With its per-token parameters; `contents` and `positions` have one entry per token. */
  perToken?: (position: Part, contents: readonly number[], positions: readonly number[]) => PositionEncoding
  /** It uses token indices and ignores position ids. */
  inOrder?: true
  /** A sentence about its per-token parameters. */
  note?: Bilingual<(title: string) => string>
}

// Position ids of a padded sequence, by the two common conventions.

import { integerOf, itemsOf, optionsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'

export interface PositionIdsOptions {
  /** The id of the padding token, for the fairseq convention. */
  padding?: number
}

/**
 * One position id per token of `attentionMask` (1 = a token, 0 = padding).
 *
 * - without `padding`: (cumsum(mask) − 1) · mask, so that tokens count from 0 wherever the padding is. Transformers'
 *   `generate` does this for left-padded batches, and BLOOM's `build_alibi_tensor`.
 * - with `padding`: padding + cumsum(mask) · mask, so that tokens count from padding + 1 and padding stays at `padding`.
 *   This is fairseq's `make_positions` and RoBERTa's `create_position_ids_from_input_ids`. The ids are rows of the whole
 *   table: use them with a learned encoding of offset 0.
 */
export function positionIds(attentionMask: ArrayLike<number>, options?: PositionIdsOptions): number[] {
  const { padding } = optionsOf(options, 'options', ['padding'])
  const first = padding === undefined ? -1 : integerOf(padding, 'options.padding')
  const rest = Math.max(first, 0)
  let seen = 0
  return flagsOf(attentionMask).map((flag) => (flag ? first + ++seen : rest))
}

/** Position ids that skip masked tokens, from 0; empty without a mask: 0, 1, 2 … */
export function withoutHidden(ids: Int32Array, mask?: ArrayLike<number>): Float32Array {
  return mask?.length === ids.length ? Float32Array.from(positionIds(mask)) : new Float32Array()
}

function flagsOf(mask: unknown): unknown[] {
  const flags = itemsOf(mask, 'attentionMask', 'a list of 0 and 1')
  const bad = flags.findIndex((flag) => flag !== 0 && flag !== 1)
  if (bad < 0) return flags
  throw refuse('ERR_VALUE', `attentionMask[${bad}]`, show(flags[bad]), '1 (a token) or 0 (padding)')
}

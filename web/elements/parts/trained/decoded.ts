// The text that the decoder of a loaded encoder–decoder reads: the one that the model itself writes for the input, the likeliest token each time.

import type { OwnModel } from './own-model.js'

/** Tokens at most, the one that it begins with included. */
const DECODED = 16

const last = new WeakMap<OwnModel, { text: string; ids: Promise<readonly number[]> }>()

/** Cached: another layer, head or stack of the same text needs no second text. */
export function decodedIds(own: OwnModel, encoded: readonly number[]): Promise<readonly number[]> {
  const text = encoded.join()
  const known = last.get(own)
  if (known?.text === text) return known.ids
  const ids = written(own, encoded)
  last.set(own, { text, ids })
  ids.catch(() => last.delete(own))
  return ids
}

/** Without a head nothing can be written: the decoder reads the same text, after the token that it begins with. */
async function written(
  { model, decoderStart = 0 }: OwnModel,
  encoded: readonly number[],
): Promise<readonly number[]> {
  if (model.spec.head === 'none') return [decoderStart, ...encoded].slice(0, DECODED)
  return model.generate(encoded, { maxNewTokens: DECODED - 1 })
}

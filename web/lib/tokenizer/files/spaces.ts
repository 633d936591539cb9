// Spaces in SentencePiece's pieces.

import type { Fields } from './given.js'

/** What SentencePiece writes for a space. */
export const MARK = '▁'

/** Bytes and marks as text. */
export function spacesBack(last: readonly Fields[]): Fields {
  const spaces = { type: 'Replace', pattern: { String: MARK }, content: ' ' }
  return { type: 'Sequence', decoders: [spaces, { type: 'ByteFallback' }, { type: 'Fuse' }, ...last] }
}

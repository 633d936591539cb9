// Further families in the same file, for entries and workers without import(). Those of pictures are not among them.

import { WhereformerError } from '../boundary/errors.js'
import { families as decoders } from './further/decoders.js'
import { families as encoderDecoders } from './further/encoder-decoders.js'
import { families as encoders } from './further/encoders.js'
import type { ChunkName, FamiliesOf, OpenChunk } from './further.js'

const chunks: Partial<Record<ChunkName, FamiliesOf>> = { decoders, encoders, encoderDecoders }

export const atHand: OpenChunk = async (name) => {
  const families = chunks[name]
  if (families) return families
  const reason = 'models that read pictures, and their towers, come from a file beside the module'
  const advice = 'import "whereformer" and load them on the thread of the page'
  throw new WhereformerError(
    'ERR_UNSUPPORTED',
    `config.model_type: ${reason}, and this code loads none: ${advice}`,
  )
}

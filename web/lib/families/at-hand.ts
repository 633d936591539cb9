// Further families in the same file, for entries without import().

import type { OpenChunk } from './further.js'
import { families as decoders } from './further/decoders.js'

const chunks = { decoders } as const

export const atHand: OpenChunk = async (name) => chunks[name]

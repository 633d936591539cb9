// Further families in the same file, for entries without import().

import { families as decoders } from './further/decoders.js'
import type { OpenChunk } from './further.js'

const chunks = { decoders } as const

export const atHand: OpenChunk = async (name) => chunks[name]

// Further families in the same file, for entries and workers without import().

import { families as decoders } from './further/decoders.js'
import { families as encoderDecoders } from './further/encoder-decoders.js'
import { families as encoders } from './further/encoders.js'
import type { OpenChunk } from './further.js'
import { families as signals } from './signals-not-here.js'

const chunks = { decoders, encoders, encoderDecoders, vision: signals, audio: signals } as const

export const atHand: OpenChunk = async (name) => chunks[name]

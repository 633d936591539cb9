// Further families from files beside this module.

import { WhereformerError } from '../boundary/errors.js'
import type { OpenChunk } from './further.js'

const chunks = {
  decoders: () => import('./further/decoders.js'),
  encoders: () => import('./further/encoders.js'),
  encoderDecoders: () => import('./further/encoder-decoders.js'),
  vision: () => import('./further/vision.js'),
  audio: () => import('./further/audio.js'),
} as const

export const onDemand: OpenChunk = async (name) => (await beside(name, chunks[name])).families

/** What a file beside this module exports. */
export async function beside<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const file = `the code for ${name}, a file beside this module, could not be loaded`
    throw new WhereformerError('ERR_LOAD', `${file}; browsers ask for it again after a reload: ${cause}`, {
      cause,
    })
  }
}

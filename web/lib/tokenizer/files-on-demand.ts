// The code for tokenizers without a tokenizer.json, from a file beside this module.

import { WhereformerError } from '../boundary/errors.js'
import type { OpenFiles } from './given-files.js'

export const filesOnDemand: OpenFiles = async () => {
  try {
    return (await import('./files/tokenizer-files.js')).tokenizerJson
  } catch (cause) {
    const file = 'the code for files of tokenizers, a file beside this module, could not be loaded'
    throw new WhereformerError('ERR_LOAD', `${file}; browsers ask for it again after a reload: ${cause}`, {
      cause,
    })
  }
}

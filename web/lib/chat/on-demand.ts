// Chat templates are rendered by a file beside this module, which every entry with import() shares.

import { WhereformerError } from '../boundary/errors.js'
import type { OpenRenderer } from './renderer.js'

export const openRenderer: OpenRenderer = async () => {
  try {
    return await import('./chat-template.js')
  } catch (cause) {
    const file = `the code for chat templates, a file beside this module, could not be loaded: ${cause}`
    throw new WhereformerError('ERR_LOAD', file, { cause })
  }
}

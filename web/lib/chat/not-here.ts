// The entries without import() hold no code for chat templates.

import { WhereformerError } from '../boundary/errors.js'
import type { OpenRenderer } from './renderer.js'

export const openRenderer: OpenRenderer = async () => {
  const advice = 'import "whereformer", or pass generate() a text that is written for the model'
  const reason = `chat templates come from a file beside the module, and this one loads none: ${advice}`
  throw new WhereformerError('ERR_UNSUPPORTED', reason)
}

// Code for models from files beside this module.

import { openRenderer } from '../chat/on-demand.js'
import { readersOnDemand } from '../checkpoint/readers-on-demand.js'
import { onDemand } from '../families/on-demand.js'
import { filesOnDemand } from '../tokenizer/files-on-demand.js'
import type { ModelCode } from './model-code.js'

export const codeOnDemand: ModelCode = {
  families: onDemand,
  readers: readersOnDemand,
  tokenizerFiles: filesOnDemand,
  renderer: openRenderer,
}

// Code for models in the same file, for entries without import().

import { openRenderer } from '../chat/not-here.js'
import { readersAtHand } from '../checkpoint/readers-at-hand.js'
import { atHand } from '../families/at-hand.js'
import { filesAtHand } from '../tokenizer/files-at-hand.js'
import type { ModelCode } from './model-code.js'

export const codeAtHand: ModelCode = {
  families: atHand,
  readers: readersAtHand,
  tokenizerFiles: filesAtHand,
  renderer: openRenderer,
}

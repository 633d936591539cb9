// The code for tokenizers without a tokenizer.json in the same file, for entries without import().

import { tokenizerJson } from './files/tokenizer-files.js'
import type { OpenFiles } from './given-files.js'

export const filesAtHand: OpenFiles = async () => tokenizerJson

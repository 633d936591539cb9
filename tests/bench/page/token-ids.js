// Token ids that every engine gets: spread over the vocabulary without the first three, which are special tokens.
// Each text is the beginning of a longer one, and no id comes twice in the longest.

import { config } from './llama-135m.js'

const FIRST = 3
export const LONGEST = 1024

export const idsOf = (length) =>
  Int32Array.from({ length }, (_, i) => FIRST + ((7919 * i) % (config.vocab_size - FIRST)))

/** What the tokenizer of a GGUF file calls a token: texts are written in these names. */
export const textOf = (id) => `<t${id}>`

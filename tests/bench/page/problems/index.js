// What is to be computed: inputs, the float64 reference, and the tolerance of our own results.

import { attention } from './attention.js'
import { biasMatrix } from './bias-matrix.js'
import { copy } from './copy.js'
import { decode } from './decode.js'
import { gptDecode, gptForward } from './gpt.js'
import { gemv, matmul } from './matmul.js'
import { rotary } from './rotary.js'
import { softmax } from './softmax.js'

export const problems = {
  ...{ matmul, gemv, attention, rotary, softmax, biasMatrix },
  ...{ gptForward, gptDecode, decode, copy },
}

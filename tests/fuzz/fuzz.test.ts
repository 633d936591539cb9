// Generated cases for everything that is not the DOM: a short run of each target with a fixed seed, and what longer runs found before.

import { expect, test } from 'vitest'
import { testTarget } from './session.js'
import { callArguments } from './targets/arguments.js'
import { attention } from './targets/attention.js'
import { config } from './targets/config.js'
import { formula } from './targets/formula.js'
import { past } from './targets/past.js'
import { positions } from './targets/positions.js'
import { safetensors } from './targets/safetensors.js'
import { tokenizer } from './targets/tokenizer.js'
import { marianFiles, tokenizerFiles } from './targets/tokenizer-files.js'
import { told } from './targets/told.js'
import { ggufFiles, ggufTokenizers, torchFiles } from './targets/weight-files.js'
import { worker } from './targets/worker.js'

test('no compiler thread outlives the worker that it compiles for', () => {
  expect(process.execArgv).toContain('--no-concurrent-recompilation')
})

for (const target of [
  positions,
  formula,
  config,
  tokenizer,
  tokenizerFiles,
  marianFiles,
  safetensors,
  ggufFiles,
  ggufTokenizers,
  torchFiles,
  told,
  past,
  callArguments,
  attention,
  worker,
])
  testTarget(target)

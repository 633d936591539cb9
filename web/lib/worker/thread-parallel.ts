// The script of a worker whose core has threads of its own: dist/worker-thread-parallel.js.

import createThreadsCore from 'whereformer-core-threads'
import { WhereformerError } from '../boundary/errors.js'
import type { ScriptAddresses } from '../boundary/worker-script.js'
import { helperScript } from '../threads/helper-script.js'
import { parallelCore } from '../threads/parallel-core.js'
import { webPlatform } from '../threads/web-platform.js'
import { Whereformer } from '../whereformer.js'
import type { WireThreads } from './protocol.js'
import { serve } from './serve.js'

/** A script that runs from a blob has nothing beside it. */
const addressesOf = ({ threadUrl }: WireThreads): ScriptAddresses =>
  threadUrl === undefined ? [helperScript, () => new URL('core-thread.js', location.href)] : [() => threadUrl]

serve(async (module, onDemand, threads) => {
  if (!threads)
    throw new WhereformerError('ERR_LOAD', 'worker-thread-parallel.js runs the core with threads only')
  const platform = webPlatform(createThreadsCore, {}, addressesOf(threads))
  const made = await parallelCore(module, platform, threads)
  return new Whereformer(made.core, onDemand, made.threads)
})

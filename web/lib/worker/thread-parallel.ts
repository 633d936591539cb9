// The script of a worker whose core has threads of its own: dist/worker-thread-parallel.js.

import createThreadsCore from 'whereformer-core-threads'
import createTrainCore from 'whereformer-core-train'
import createTrainThreadsCore from 'whereformer-core-train-threads'
import { WhereformerError } from '../boundary/errors.js'
import type { ScriptAddresses } from '../boundary/worker-script.js'
import { coreOf } from '../load.js'
import { helperScript } from '../threads/helper-script.js'
import { parallelCore, sharesMemory, withTraining } from '../threads/parallel-core.js'
import { oneThread, type ThreadsInfo } from '../threads/threads-info.js'
import { helpersAt } from '../threads/web-platform.js'
import { Whereformer } from '../whereformer.js'
import type { WireThreads } from './protocol.js'
import { serve } from './serve.js'

/** A script that runs from a blob has nothing beside it. */
const ownAddresses: ScriptAddresses = [helperScript, () => new URL('core-thread.js', location.href)]

const addressesOf = ({ threadUrl }: WireThreads): ScriptAddresses =>
  threadUrl === undefined ? ownAddresses : [() => threadUrl]

function teamOf(threads: WireThreads | undefined) {
  if (threads) return { open: helpersAt(addressesOf(threads)), threads }
  throw new WhereformerError('ERR_LOAD', 'worker-thread-parallel.js runs the core with threads only')
}

const NO_THREADS =
  'the core for training that was found has no threads: core-train-threads-simd.wasm has, whose address core.wasmUrl says'

let ofTraining: (() => ThreadsInfo) | undefined

serve({
  library: async (module, onDemand, wire) => {
    const { open, threads } = teamOf(wire)
    const made = await parallelCore(module, { glue: createThreadsCore, open }, threads)
    return new Whereformer(made.core, onDemand, () => withTraining(made.threads(), ofTraining?.()))
  },
  training: async (module, wire) => {
    const { open, threads } = teamOf(wire)
    if (!sharesMemory(module)) {
      ofTraining = oneThread(threads.wanted, NO_THREADS)
      return coreOf(createTrainCore, module)
    }
    const made = await parallelCore(module, { glue: createTrainThreadsCore, open }, threads)
    ofTraining = made.threads
    return made.core
  },
})

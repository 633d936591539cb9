// The library of a worker, over a module that the page has compiled.

import createCore from 'whereformer-core'
import createThreadsCore from 'whereformer-core-threads'
import createTrainCore from 'whereformer-core-train'
import type { Core } from '../boundary/core.js'
import { refuse } from '../boundary/errors.js'
import { oneThread } from '../boundary/threads-info.js'
import type { ScriptAddresses } from '../boundary/worker-script.js'
import { openRenderer } from '../chat/not-here.js'
import { fetchUrl } from '../checkpoint/source.js'
import { coreOf } from '../load.js'
import { modelLoader } from '../model/load-model.js'
import { helperScript } from '../threads/helper-script.js'
import { type ParallelCore, parallelCore, sharesMemory } from '../threads/parallel-core.js'
import { helpersAt } from '../threads/web-platform.js'
import { Training } from '../train/training.js'
import { Whereformer } from '../whereformer.js'
import type { Further } from './further.js'
import type { WireCore } from './protocol.js'

/**
 * Starts the library over a compiled core.
 * @param another the core for training that a trainer names, or that of the plain core; else the core of the library trains
 * @param further brings what few workers need
 */
export async function libraryOf(
  module: WebAssembly.Module,
  wire: WireCore,
  another: () => Promise<WebAssembly.Module | undefined>,
  further: () => Promise<Further>,
): Promise<Whereformer> {
  const { core, threads } = await startedCore(module, wire)
  const start = async () => {
    const found = await another()
    return found === undefined ? core : trainCore(found, wire)
  }
  const onDemand = {
    open: fetchUrl,
    loadModel: modelLoader({
      families: async (name) => (await further()).families(name),
      readers: async (name) => (await further()).readers(name),
      tokenizerFiles: ofThePage,
      renderer: openRenderer,
    }),
    makers: ofThePage,
    identify: async () => (await further()).identify,
    training: async () => new Training({ start, open: fetchUrl }),
  }
  return new Whereformer(core, onDemand, threads)
}

/** The page finds models by name, makes random ones and reads files of tokenizers; what it hands to loadModel() has none of that left. */
const ofThePage = async () => {
  throw refuse('ERR_UNSUPPORTED', 'the library', 'a worker', 'the page')
}

async function trainCore(module: WebAssembly.Module, wire: WireCore): Promise<Core> {
  const kind = sharesMemory(module) ? 'threads' : 'training'
  return (await startedCore(module, { ...wire, kind })).core
}

async function startedCore(module: WebAssembly.Module, wire: WireCore): Promise<ParallelCore> {
  const { kind, threadUrl, ...request } = wire
  if (kind === 'threads') {
    const open = helpersAt(threadUrl === undefined ? ownAddresses : [() => threadUrl])
    return parallelCore(module, { glue: createThreadsCore, open }, request)
  }
  const core = await coreOf(kind === 'training' ? createTrainCore : createCore, module)
  return { core, threads: oneThread(request.wanted, request.reason) }
}

/** Addresses of the helper's script: its text first, since a script that runs from a blob has nothing beside it. */
const ownAddresses: ScriptAddresses = [helperScript, () => new URL('core-thread.js', location.href)]

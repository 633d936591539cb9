// The entry for browsers and workers: fetches the .wasm file beside this module.

import createCore from 'whereformer-core'
import { WhereformerError } from './boundary/errors.js'
import { fetchUrl } from './checkpoint/source.js'
import { loaderFor, type Platform } from './load.js'
import { trainWasmFiles } from './train/wasm-files.js'
import { wasmFiles } from './wasm-files.js'
import type { OnDemand } from './whereformer.js'

export * from './exports.js'

// Families, checkpoints and tokenizers are half of the code: a separate chunk, loaded with the first model.
const loadFirstModel: OnDemand['loadModel'] = async (...request) => {
  const { loadModel } = await modelCode()
  return loadModel(...request)
}

const modelCode = () => codeFor('models', () => import('./model/load-model.js'))

const identification: OnDemand['identify'] = async () => {
  const load = () => import('./identify/identify.js')
  return (await codeFor('identify()', load)).identify
}

const trainingCode = () => codeFor('training', () => import('./train/code.js'))

const parallelCode: Platform['threads'] = async (threadUrl) =>
  (await codeFor('threads', () => import('./threads/code.js'))).parallel(threadUrl)

async function codeFor<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const reason = `the code for ${what}, a file beside this module, could not be loaded; ${advice()}: ${cause}`
    throw new WhereformerError('ERR_LOAD', reason, { cause })
  }
}

function advice(): string {
  const inline = '"whereformer/inline", which needs no other file'
  if ('ServiceWorkerGlobalScope' in globalThis)
    return `service workers have no import(), so import from ${inline}`
  if ('WorkerGlobalScope' in globalThis)
    return `browsers ask for it again in a new worker, or import from ${inline}`
  return 'browsers ask for it again after a reload'
}

export const load = loaderFor({
  glue: createCore,
  wasm: wasmFiles,
  open: fetchUrl,
  loadModel: loadFirstModel,
  identify: identification,
  training: { code: trainingCode, wasm: trainWasmFiles },
  threads: parallelCode,
})

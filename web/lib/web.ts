// The entry for browsers and workers: fetches the .wasm file beside this module.

import createCore from 'whereformer-core'
import { codeFor } from './boundary/code-for.js'
import { fetchUrl } from './checkpoint/source.js'
import { loaderFor, type Platform } from './load.js'
import { trainWasmFiles } from './train/wasm-files.js'
import { wasmFiles } from './wasm-files.js'
import type { OnDemand } from './whereformer.js'

export * from './exports.js'

// Families, checkpoints and tokenizers are half of the code: a separate chunk, loaded with the first model.
const loadFirstModel: OnDemand['loadModel'] = async (...request) =>
  (await codeFor('models', () => import('./model/load-model-on-demand.js'))).loadModel(...request)

const identification: OnDemand['identify'] = async () => {
  const load = () => import('./identify/identify.js')
  return (await codeFor('identify()', load)).identify
}

const makers: OnDemand['makers'] = async () =>
  (await codeFor('models', () => import('./makers-web.js'))).makers

const trainingCode = () => codeFor('training', () => import('./train/code.js'))

const parallelCode: Platform['threads'] = (threadUrl) =>
  import('./threads/code.js').then(
    ({ parallel }) => parallel(threadUrl),
    (cause) => `the code for threads could not be loaded (${cause})`,
  )

export const load = loaderFor({
  glue: createCore,
  wasm: wasmFiles,
  open: fetchUrl,
  loadModel: loadFirstModel,
  makers,
  identify: identification,
  training: { code: trainingCode, wasm: trainWasmFiles },
  threads: parallelCode,
})

// The entry with the .wasm inside the module: no asset handling, for single files, CDNs and strict bundlers.

import createCore from 'whereformer-core'
import { fetchUrl } from './checkpoint/source.js'
import { identify } from './identify/identify.js'
import { loaderFor } from './load.js'
import { loadModel } from './model/load-model.js'
import * as trainingCode from './train/code.js'
import { trainWasmFiles } from './train/wasm-beside.js'
import { wasmFiles } from './wasm-inside.js'

export * from './exports.js'

export const load = loaderFor({
  glue: createCore,
  wasm: wasmFiles,
  open: fetchUrl,
  loadModel,
  identify: async () => identify,
  training: { code: async () => trainingCode, wasm: trainWasmFiles },
})

// The entry with the .wasm inside the module: no asset handling, for single files, CDNs and strict bundlers.

import simd from 'core-simd.wasm'
import createCore from 'whereformer-core'
import { loaderFor } from './load.js'
import { loadModel } from './load-model.js'
import { fetchUrl } from './source.js'

export * from './exports.js'

export const load = loaderFor({ glue: createCore, wasm: { simd: () => simd }, open: fetchUrl, loadModel })

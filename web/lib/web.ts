// The entry for browsers and workers: fetches the .wasm file beside this module.

import createCore from 'whereformer-core'
import { loaderFor } from './load.js'
import { fetchUrl } from './source.js'

export * from './exports.js'

export const load = loaderFor({
  glue: createCore,
  wasm: {
    simd: () => new URL('core-simd.wasm', import.meta.url),
    relaxed: () => new URL('core-relaxed.wasm', import.meta.url),
  },
  open: fetchUrl,
})

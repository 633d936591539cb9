// For the inline entries, which hold the plain core: that for training is a module beside them.

import { fromBase64 } from '../base64.js'
import type { WasmSources } from '../load-options.js'

const text = {
  name: 'core-train-simd-base64.mjs',
  find: async () => fromBase64((await import('core-train-simd-base64')).default),
}

export const trainWasmFiles: WasmSources = { simd: [text] }

// Where the core for training is found, in the same ways as the plain core (ADR 19).

import { fromBase64 } from '../base64.js'
import type { WasmSources } from '../load-options.js'

const text = {
  name: 'core-train-simd-base64.mjs',
  find: async () => fromBase64((await import('core-train-simd-base64')).default),
}

export const trainWasmFiles: WasmSources = {
  simd: [
    { name: 'core-train-simd.wasm', find: () => new URL('core-train-simd.wasm', import.meta.url) },
    text,
  ],
  relaxed: [
    { name: 'core-train-relaxed.wasm', find: () => new URL('core-train-relaxed.wasm', import.meta.url) },
  ],
}

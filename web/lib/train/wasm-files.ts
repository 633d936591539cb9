// Where the core for training is found, in the same ways as the plain core (ADR 19).

import type { WasmSources } from '../load-options.js'

export const trainWasmFiles: WasmSources = {
  simd: [
    { name: 'core-train-simd.wasm', find: () => new URL('core-train-simd.wasm', import.meta.url) },
    {
      name: 'core-train-simd-base64.mjs',
      find: async () => (await import('core-train-simd-base64')).default(),
    },
  ],
  relaxed: [
    {
      name: 'core-train-relaxed-patch.mjs',
      find: () => import('core-train-relaxed-patch'),
    },
  ],
}

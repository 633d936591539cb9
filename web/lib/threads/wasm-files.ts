// Where the cores with threads are. No module holds the same bytes: where its file is missing there is one thread.

import type { WasmSources } from '../load-options.js'

export const trainThreadsWasmFiles: WasmSources = {
  simd: [
    {
      name: 'core-train-threads-simd.wasm',
      find: () => new URL('core-train-threads-simd.wasm', import.meta.url),
    },
  ],
  relaxed: [
    {
      name: 'core-train-threads-relaxed-patch.mjs',
      find: () => import('core-train-threads-relaxed-patch'),
    },
  ],
}

export const threadsWasmFiles: WasmSources = {
  simd: [{ name: 'core-threads-simd.wasm', find: () => new URL('core-threads-simd.wasm', import.meta.url) }],
  relaxed: [
    {
      name: 'core-threads-relaxed-patch.mjs',
      find: () => import('core-threads-relaxed-patch'),
    },
  ],
}

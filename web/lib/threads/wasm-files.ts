// The file of the core with threads. No module holds its bytes: where the file is missing there is one thread.

import type { WasmSources } from '../load-options.js'

export const threadsWasmFiles: WasmSources = {
  simd: [{ name: 'core-threads-simd.wasm', find: () => new URL('core-threads-simd.wasm', import.meta.url) }],
  relaxed: [
    {
      name: 'core-threads-relaxed-patch.mjs',
      find: () => import('core-threads-relaxed-patch'),
    },
  ],
}

// The default source of the core: the .wasm file beside this module. For a bundler that does not copy that file there is a chunk
// with the same bytes, and the relaxed variant is made of either by another one (ADR 19).

import type { WasmSources } from './load-options.js'

export const wasmFiles: WasmSources = {
  simd: [
    { name: 'core-simd.wasm', find: () => new URL('core-simd.wasm', import.meta.url) },
    { name: 'core-simd-base64.mjs', find: async () => (await import('core-simd-base64')).default() },
  ],
  relaxed: [{ name: 'core-relaxed-patch.mjs', find: () => import('core-relaxed-patch') }],
}

// Where load() finds the core unless it is told: the .wasm file beside this module. A bundler that does not copy that file makes a
// chunk of the module with the same bytes, which is imported only where the file cannot be had (ADR 19).

import type { WasmSources } from './load.js'

export const wasmFiles: WasmSources = {
  simd: [
    { name: 'core-simd.wasm', find: () => new URL('core-simd.wasm', import.meta.url) },
    {
      name: 'core-simd-base64.mjs',
      find: async () => fromBase64((await import('core-simd-base64')).default),
    },
  ],
  relaxed: [{ name: 'core-relaxed.wasm', find: () => new URL('core-relaxed.wasm', import.meta.url) }],
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

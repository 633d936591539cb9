import wasmUrl from 'whereformer/core-threads-simd.wasm'

export const core = { wasmUrl }

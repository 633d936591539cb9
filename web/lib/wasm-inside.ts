// The bytes inside the bundle, for entries that need no .wasm file: those of the core for training, which can do all that the plain core can.

import core from 'core-train-simd-base64'
import type { WasmSources } from './load-options.js'

export const wasmFiles: WasmSources = {
  simd: [{ name: 'the bytes inside', find: core }],
  relaxed: [],
}

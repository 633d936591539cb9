// The bytes inside the bundle, for entries that need no other file: those of the core for training, which can do all that the plain core can.

import text from 'core-train-simd-text'
import { inflated } from './inflated.js'
import type { WasmSources } from './load-options.js'

export const wasmFiles: WasmSources = {
  simd: [{ name: 'the bytes inside', find: () => inflated(text) }],
  relaxed: [],
}

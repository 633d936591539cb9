// The core's bytes as part of the bundle, for entries that need no other file.

import simd from 'core-simd.wasm'
import type { WasmSources } from './load-options.js'

export const wasmFiles: WasmSources = { simd: [{ name: 'the bytes inside', find: () => simd }] }

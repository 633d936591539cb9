// The core inside the bundle, which trains as well.

export { wasmFiles as trainWasmFiles } from '../wasm-inside.js'

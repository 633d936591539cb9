// The code for training and where its core is found, in one file that comes with the first trainer.

export { Training } from './training.js'
export { trainWasmFiles as wasm } from './wasm-files.js'

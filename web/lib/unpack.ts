// dist/unpack.mjs: what modules that hold a core as text need, and no entry.

export { inflated } from './inflated.js'
export { patchOf } from './patched.js'

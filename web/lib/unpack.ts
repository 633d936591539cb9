// dist/unpack.mjs: the code that modules with a core as text share; no entry of the package.

export { inflated } from './inflated.js'
export { patchOf } from './patched.js'

// The declaration of dist/core-relaxed-patch.mjs and its like, which tools/build/packed-cores.mjs writes.

import type { Patch } from './load-options.js'

declare const patch: Patch
export default patch

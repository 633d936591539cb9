// The types of every main entry; web.ts, node.ts and inline.ts are its three implementations.

import type { LoadOptions } from './load-options.js'
import type { Whereformer } from './whereformer.js'

export * from './exports.js'

/** Compiles the core and makes an instance of the library. */
export declare function load(options?: LoadOptions): Promise<Whereformer>

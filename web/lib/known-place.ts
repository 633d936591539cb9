// Whether the file of a core can be expected where its source says: one that is not there would be an error in the console of a page that
// works.

import type { WasmSource } from './load-options.js'

/** A program on a file system, where nobody sees a failed attempt; or a script of the package as it is published, beside its files. */
const KNOWN = /^file:(?!.*https?:)|(worker|lab|chunk-\w{8})\.mjs/s

// Bundlers that copy a file give it another name. Into import.meta.url some write an address of the machine that built, into a stack none.
export function isKnown({ name, find }: WasmSource): boolean {
  try {
    const { href } = find() as URL
    return !href.endsWith(name) || KNOWN.test(href + Error().stack)
  } catch {
    return false // a script that is no module has no address
  }
}

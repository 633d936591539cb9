// Whether the file of a core can be expected where its source says: one that is not there would be an error in the console of a page that
// works.

import type { WasmSource } from './load-options.js'

/**
 * Places where the file can be expected: a program on a file system, where nobody sees a failed attempt; a published script of the package,
 * beside its files.
 */
const KNOWN = /^file:(?!.*https?:)|(worker|lab|chunk-\w{8})\.mjs/s

// Bundlers that copy a file give it another name. Some write an address of the building machine into import.meta.url, none into a stack.
export function isKnown({ name, find }: WasmSource): boolean {
  try {
    const { href } = find() as URL
    return !href.endsWith(name) || KNOWN.test(href + Error().stack)
  } catch {
    return false // a script that is no module has no address
  }
}

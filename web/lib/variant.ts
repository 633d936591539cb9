// The variant of a core that a caller gets: the relaxed one is made of the plain one's bytes, by a patch (ADR 19).

import { choiceOf } from './boundary/checks.js'
import { refuse, WhereformerError } from './boundary/errors.js'
import type { PatchSource, Variant, WasmSources } from './load-options.js'
import { hasRelaxedSimd } from './simd.js'

/** The variant that is asked for; 'fastest': relaxed if the patch comes and fits. */
export type Asked = Variant | 'fastest'

/** The variant to make: what the caller asks for, as far as this engine and this entry can. */
export function variantOf(value: unknown, { relaxed }: WasmSources, argument: string): Asked {
  const asked = choiceOf(value, argument, ['simd', 'relaxed', 'fastest'])
  if (asked === 'simd' || (relaxed.length > 0 && hasRelaxedSimd())) return asked
  if (asked === 'fastest') return 'simd'
  throw refuse('ERR_UNSUPPORTED', argument, "'relaxed' without relaxed SIMD here", "'simd' or 'fastest'")
}

type Bytes = Uint8Array<ArrayBuffer>

/** Makes the variant of a core's bytes. `argument`: the one at fault where they are no core's; `from`: names them in messages. */
export type Vary = (bytes: Bytes, argument: string, from: string) => Promise<Bytes>

/** Patches are asked for at once, so that they come beside the core's bytes. */
export function varying(asked: Asked, { simd: [{ name }], relaxed }: WasmSources): Vary {
  const patches = asked === 'simd' ? [] : relaxed.map(patchFrom)
  return async (bytes, argument, from) => {
    let missing: string | undefined
    for (const found of await Promise.all(patches)) {
      if (typeof found === 'string') missing = found
      else {
        const made = found(bytes)
        if (made) return made as Bytes
      }
    }
    if (asked !== 'relaxed') return bytes
    if (missing) throw new WhereformerError('ERR_LOAD', missing)
    throw refuse('ERR_LOAD', argument, `${from}, which cannot be made relaxed`, `${name} of this version`)
  }
}

/** The patch, or why it does not come. */
const patchFrom = ({ name, find }: PatchSource) =>
  find().then(
    (module) => module.default,
    (cause) => `${name}: could not be loaded (${cause}); variant 'fastest' does without it`,
  )

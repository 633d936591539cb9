// The script that the code of a figure names: the published one, with its hash where the build knows it. The inline build replaces this
// module by embed-script-inline.ts.

import { type EmbedScript, PUBLISHED } from './embed-code.js'

/** The hash of dist/elements/inline.js, which builds set. */
declare const INLINE_INTEGRITY: string | undefined

export function embedScript(): EmbedScript {
  const integrity = typeof INLINE_INTEGRITY === 'undefined' ? undefined : INLINE_INTEGRITY
  return { src: `${PUBLISHED}inline.js`, integrity }
}

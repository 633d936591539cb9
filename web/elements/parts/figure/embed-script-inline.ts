// The script that the code of a figure names, in the inline build: this one, with the hash that its page gave. A script cannot hold its own
// hash, and one that came from a file is nowhere else.

import { origin } from '../engine/models-script-inline.js'
import { type EmbedScript, PUBLISHED } from './embed-code.js'

export function embedScript(): EmbedScript {
  const { src, integrity } = origin()
  return /^https?:/.test(src) ? { src, integrity } : { src: `${PUBLISHED}inline.js` }
}

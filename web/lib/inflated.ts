// Inflates the text in which modules hold a file: deflated bytes in base64.

import { inflateSync } from 'fflate/browser'
import { fromBase64 } from './base64.js'

// Inflates without DecompressionStream, which engines with SIMD may lack: Firefox before 113, jsdom.
export const inflated = (text: string): Uint8Array<ArrayBuffer> =>
  inflateSync(fromBase64(text)) as Uint8Array<ArrayBuffer>

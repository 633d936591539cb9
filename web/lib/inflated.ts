// The bytes of modules that hold a file as text: deflated, in base64.

import { inflateSync } from 'fflate/browser'
import { fromBase64 } from './base64.js'

// Not by DecompressionStream, which engines with SIMD may lack: Firefox before 113, jsdom.
export const inflated = (text: string): Uint8Array<ArrayBuffer> =>
  inflateSync(fromBase64(text)) as Uint8Array<ArrayBuffer>

// Whether the engine runs SIMD and relaxed SIMD, by modules of one function that returns a vector.

import { fromBase64 } from './base64.js'

// (module (func (result v128) (i8x16.splat (i32.const 0))))
export const hasSimd = () => runs('AGFzbQEAAAABBQFgAAF7AwIBAAoIAQYAQQD9Dws=')

// (module (func (result v128) (f32x4.relaxed_madd …))) of three splats
export const hasRelaxedSimd = () => runs('AGFzbQEAAAABBQFgAAF7AwIBAAoTAREAQQD9D0EA/Q9BAP0P/YUCCw==')

/** Does the engine accept a module? False also where WebAssembly is missing: in Lockdown Mode of iOS, in Hermes. */
function runs(module: string): boolean {
  const { WebAssembly: engine } = globalThis as Partial<typeof globalThis>
  return !!engine?.validate(fromBase64(module) as Uint8Array<ArrayBuffer>)
}

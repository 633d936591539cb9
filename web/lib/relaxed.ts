// Does the engine run relaxed SIMD?

// (module (func (result v128) (v128.const 0) (v128.const 0) (v128.const 0) f32x4.relaxed_madd)), by hand
const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const TYPES = [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b]
const FUNCTIONS = [0x03, 0x02, 0x01, 0x00]
const ZERO = [0xfd, 0x0c, ...Array<number>(16).fill(0)]
const RELAXED_MADD = [0xfd, 0x85, 0x02]
const BODY = [0x00, ...ZERO, ...ZERO, ...ZERO, ...RELAXED_MADD, 0x0b]
const CODE = [0x0a, BODY.length + 2, 0x01, BODY.length, ...BODY]

export function relaxedSimd(): boolean {
  return WebAssembly.validate(Uint8Array.from([...HEADER, ...TYPES, ...FUNCTIONS, ...CODE]))
}

// Whether this engine has relaxed SIMD, found by a module of its own: a function of three vectors that returns f32x4.relaxed_madd.

const module = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic, version
  ...[1, 8, 1, 0x60, 3, 0x7b, 0x7b, 0x7b, 1, 0x7b], // type (v128, v128, v128) → v128
  ...[3, 2, 1, 0], // one function of that type
  ...[10, 13, 1, 11, 0, 0x20, 0, 0x20, 1, 0x20, 2, 0xfd, 0x85, 2, 11], // its body
]

export const relaxedSimd = () => WebAssembly.validate(Uint8Array.from(module))

// 16-bit floats to float32, bit-exact: NaN payloads and subnormals included.

// The bits of a float16 (1 sign, 5 exponent, 10 mantissa) as those of the same float32.
function float16Bits(half: number): number {
  const sign = (half & 0x8000) << 16
  const exponent = (half >> 10) & 0x1f
  const mantissa = half & 0x3ff
  if (exponent === 0) return sign | subnormalBits(mantissa)
  if (exponent === 31) return sign | 0x7f800000 | (mantissa << 13)
  return sign | ((exponent + 112) << 23) | (mantissa << 13)
}

// The bits of a subnormal: mantissa · 2^−24 is a normal float32: its leading one moves up to bit 10 and the exponent down by as much.
function subnormalBits(mantissa: number): number {
  if (mantissa === 0) return 0
  const shift = Math.clz32(mantissa) - 21
  return ((113 - shift) << 23) | (((mantissa << shift) & 0x3ff) << 13)
}

let table: Uint32Array | undefined

function float16Table(): Uint32Array {
  table ??= Uint32Array.from({ length: 65536 }, (_, half) => float16Bits(half))
  return table
}

/** float16 to float32. Writes to `out`, which has the same length; absent: a new array. */
export function decodeFloat16(halves: Uint16Array, out = new Float32Array(halves.length)): Float32Array {
  const lookup = float16Table()
  const bits = bitsOf(out)
  for (let i = 0; i < halves.length; i++) bits[i] = lookup[halves[i] as number] as number
  return out
}

/** bfloat16, the upper half of a float32, to float32. */
export function decodeBfloat16(halves: Uint16Array, out = new Float32Array(halves.length)): Float32Array {
  const bits = bitsOf(out)
  for (let i = 0; i < halves.length; i++) bits[i] = (halves[i] as number) << 16
  return out
}

// The bits of floats, written as integers: a conversion to float may lose the payload of a NaN.
function bitsOf({ buffer, byteOffset, length }: Float32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length)
}

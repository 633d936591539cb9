// The types of stored weights, and 16-bit floats to float32, bit-exact: NaN payloads and subnormals included. What goes to the core as it is
// stored is not decoded here.

/** The stored types that can be read; matrices are kept in them. */
export const DTYPES = ['F32', 'F16', 'BF16'] as const

export type Dtype = (typeof DTYPES)[number]

export function isDtype(name: string): name is Dtype {
  return (DTYPES as readonly string[]).includes(name)
}

/** Values as they are stored: 16 bits of F16 and BF16. */
export type StoredValues = Float32Array | Uint16Array

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

export function decodeFloat16(halves: Uint16Array): Float32Array {
  const out = new Float32Array(halves.length)
  const lookup = float16Table()
  const bits = bitsOf(out)
  for (let i = 0; i < halves.length; i++) bits[i] = lookup[halves[i] as number] as number
  return out
}

/** bfloat16, the upper half of a float32, to float32. */
export function decodeBfloat16(halves: Uint16Array): Float32Array {
  const out = new Float32Array(halves.length)
  const bits = bitsOf(out)
  for (let i = 0; i < halves.length; i++) bits[i] = (halves[i] as number) << 16
  return out
}

/** The values, which are stored as this type. */
export function decode(values: StoredValues, dtype: Dtype): Float32Array {
  if (values instanceof Float32Array) return values
  return dtype === 'F16' ? decodeFloat16(values) : decodeBfloat16(values)
}

// The bits of floats, written as integers: a conversion to float may lose the payload of a NaN.
function bitsOf({ buffer, byteOffset, length }: Float32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length)
}

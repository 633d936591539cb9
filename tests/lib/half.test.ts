import { expect, test } from 'vitest'
import { decode, decodeBfloat16, decodeFloat16 } from '../../web/lib/checkpoint/half.js'

const all = Uint16Array.from({ length: 65536 }, (_, i) => i)

// the definition, by arithmetic instead of bits
function float16Value(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 31
  const fraction = (half & 0x3ff) / 1024
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (exponent ? (1 + fraction) * 2 ** (exponent - 15) : fraction * 2 ** -14)
}

test('every float16 decodes to its exact value, zeros keep their sign', () => {
  const decoded = decodeFloat16(all)
  const wrong = all.findIndex((half) => !Object.is(decoded[half], float16Value(half)))
  expect(wrong).toBe(-1)
})

test('float16 NaNs keep sign and payload', () => {
  const bits = new Uint32Array(decodeFloat16(Uint16Array.of(0x7e00, 0x7c01, 0xfe2a)).buffer)
  expect([...bits]).toEqual([0x7fc00000, 0x7f802000, 0xffc54000])
})

test('every bfloat16 is the upper half of its float32', () => {
  const bits = new Uint32Array(decodeBfloat16(all).buffer)
  expect(all.findIndex((half) => bits[half] !== (half << 16) >>> 0)).toBe(-1)
})

test('nothing decodes to nothing', () => {
  expect(decodeFloat16(new Uint16Array(0)).length).toBe(0)
  expect(decodeBfloat16(new Uint16Array(0)).length).toBe(0)
})

test('values are decoded by their type; float32 are what they are', () => {
  const wide = Float32Array.of(1, 2)
  expect(decode(wide, 'F32')).toBe(wide)
  expect([...decode(Uint16Array.of(0x3c00, 0xc000), 'F16')]).toEqual([1, -2])
  expect([...decode(Uint16Array.of(0x3f80, 0xc000), 'BF16')]).toEqual([1, -2])
})

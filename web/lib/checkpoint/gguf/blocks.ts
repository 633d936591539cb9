// The types of a GGUF file's tensors, and blocks of them as float32: to the bit what ggml's formulas give in float32, where each product and
// each sum is rounded.

import type { Dtype } from '../half.js'

export interface BlockType {
  name: string
  /** Numbers in a block, and its bytes. */
  numbers: number
  bytes: number
  /** The type of plain numbers. */
  plain?: Dtype
  /** Writes the numbers of the block at `at` from `to` on. */
  decode?: Decode
}

type Decode = (data: Uint8Array, at: number, out: Float32Array, to: number, half: Halves) => void

/** The float16 at a place, as float32. */
export type Halves = (data: Uint8Array, at: number) => number

const { fround } = Math

const plain = (name: Dtype, bytes: number): BlockType => ({ name, numbers: 1, bytes, plain: name })
const of32 = (name: string, bytes: number, decode: Decode): BlockType => ({
  ...{ name, numbers: 32, bytes, decode },
})
const of256 = (name: string, bytes: number, decode: Decode): BlockType => ({
  ...{ name, numbers: 256, bytes, decode },
})

const byteAt = (data: Uint8Array, at: number) => data[at] as number
const signed = (byte: number) => (byte << 24) >> 24

/** The four lower or upper bits of a byte. */
const nibble = (byte: number, upper: boolean) => (upper ? byte >> 4 : byte & 15)

/** Number i of 32 with 4 bits each from `at` on: the first half is in the lower ones. */
const ofFour = (data: Uint8Array, at: number, i: number) => nibble(byteAt(data, at + (i & 15)), i > 15)

/** The fifth bit of number i of 32, as its value. */
const fifthOf = (data: Uint8Array, at: number, i: number) =>
  ((byteAt(data, at + (i >> 3)) >> (i & 7)) & 1) << 4

const q4_0: Decode = (data, at, out, to, half) => {
  const d = half(data, at)
  for (let i = 0; i < 32; i++) out[to + i] = d * (ofFour(data, at + 2, i) - 8)
}

const q4_1: Decode = (data, at, out, to, half) => {
  const [d, least] = [half(data, at), half(data, at + 2)]
  for (let i = 0; i < 32; i++) out[to + i] = fround(d * ofFour(data, at + 4, i)) + least
}

const q5_0: Decode = (data, at, out, to, half) => {
  const d = half(data, at)
  for (let i = 0; i < 32; i++) {
    const q = ofFour(data, at + 6, i) | fifthOf(data, at + 2, i)
    out[to + i] = d * (q - 16)
  }
}

const q5_1: Decode = (data, at, out, to, half) => {
  const [d, least] = [half(data, at), half(data, at + 2)]
  for (let i = 0; i < 32; i++) {
    const q = ofFour(data, at + 8, i) | fifthOf(data, at + 4, i)
    out[to + i] = fround(d * q) + least
  }
}

const q8_0: Decode = (data, at, out, to, half) => {
  const d = half(data, at)
  for (let i = 0; i < 32; i++) out[to + i] = d * signed(byteAt(data, at + 2 + i))
}

/** The scale of one of the 8 groups of a block: 6 bits in 12 bytes that begin at `at`. */
function scaleOf(data: Uint8Array, at: number, group: number): number {
  if (group < 4) return byteAt(data, at + group) & 63
  return (byteAt(data, at + group + 4) & 15) | ((byteAt(data, at + group - 4) >> 6) << 4)
}

/** What is taken from the numbers of a group, as its scale. */
function leastOf(data: Uint8Array, at: number, group: number): number {
  if (group < 4) return byteAt(data, at + group + 4) & 63
  return (byteAt(data, at + group + 4) >> 4) | ((byteAt(data, at + group) >> 6) << 4)
}

/** Eight groups of 32 numbers of 4 bits, two groups in the same 32 bytes. */
const q4_k: Decode = (data, at, out, to, half) => {
  const [d, dLeast] = [half(data, at), half(data, at + 2)]
  for (let group = 0; group < 8; group++) {
    const by = fround(d * scaleOf(data, at + 4, group))
    const minus = fround(dLeast * leastOf(data, at + 4, group))
    const [from, upper] = [at + 16 + 32 * (group >> 1), (group & 1) === 1]
    for (let i = 0; i < 32; i++) {
      const q = nibble(byteAt(data, from + i), upper)
      out[to + 32 * group + i] = fround(by * q) - minus
    }
  }
}

/** As q4_k, with a fifth bit of each number: those of a group at the same place of 32 bytes. */
const q5_k: Decode = (data, at, out, to, half) => {
  const [d, dLeast] = [half(data, at), half(data, at + 2)]
  for (let group = 0; group < 8; group++) {
    const by = fround(d * scaleOf(data, at + 4, group))
    const minus = fround(dLeast * leastOf(data, at + 4, group))
    const [from, upper] = [at + 48 + 32 * (group >> 1), (group & 1) === 1]
    for (let i = 0; i < 32; i++) {
      const fifth = ((byteAt(data, at + 16 + i) >> group) & 1) << 4
      const q = nibble(byteAt(data, from + i), upper) | fifth
      out[to + 32 * group + i] = fround(by * q) - minus
    }
  }
}

/** Number i of 256 with 2 bits each from `at` on: 128 numbers in 32 bytes, a quarter of them in the same bits. */
const ofTwo = (data: Uint8Array, at: number, i: number) =>
  (byteAt(data, at + 32 * (i >> 7) + (i & 31)) >> (2 * ((i >> 5) & 3))) & 3

/** Sixteen groups of 16 numbers of 2 bits; scales and what is taken have 4 bits. */
const q2_k: Decode = (data, at, out, to, half) => {
  const [d, dLeast] = [half(data, at + 80), half(data, at + 82)]
  for (let group = 0; group < 16; group++) {
    const both = byteAt(data, at + group)
    const [by, minus] = [fround(d * (both & 15)), fround(dLeast * (both >> 4))]
    for (let i = 16 * group; i < 16 * group + 16; i++)
      out[to + i] = fround(by * ofTwo(data, at + 16, i)) - minus
  }
}

/** Sixteen groups of 16 numbers of 3 bits, the upper of which is inverted; scales of 6 bits around 32. */
const q3_k: Decode = (data, at, out, to, half) => {
  const d = half(data, at + 108)
  for (let group = 0; group < 16; group++) {
    const lower = nibble(byteAt(data, at + 96 + (group & 7)), group > 7)
    const upper = (byteAt(data, at + 104 + (group & 3)) >> (2 * (group >> 2))) & 3
    const by = fround(d * ((lower | (upper << 4)) - 32))
    for (let i = 16 * group; i < 16 * group + 16; i++) {
      const third = (byteAt(data, at + (i & 31)) >> (i >> 5)) & 1
      out[to + i] = by * (ofTwo(data, at + 32, i) - 4 + 4 * third)
    }
  }
}

/** Sixteen groups of 16 numbers of 6 bits around 32, with scales of 8 bits. */
const q6_k: Decode = (data, at, out, to, half) => {
  const d = half(data, at + 208)
  for (let group = 0; group < 16; group++) {
    const by = fround(d * signed(byteAt(data, at + 192 + group)))
    for (let i = 16 * group; i < 16 * group + 16; i++) {
      const lower = nibble(byteAt(data, at + 64 * (i >> 7) + (i & 63)), (i & 64) !== 0)
      const upper = ofTwo(data, at + 128, i)
      out[to + i] = by * ((lower | (upper << 4)) - 32)
    }
  }
}

/** The types that can be read, by their numbers in the format. */
export const TYPES: ReadonlyMap<number, BlockType> = new Map([
  [0, plain('F32', 4)],
  [1, plain('F16', 2)],
  [30, plain('BF16', 2)],
  [2, of32('Q4_0', 18, q4_0)],
  [3, of32('Q4_1', 20, q4_1)],
  [6, of32('Q5_0', 22, q5_0)],
  [7, of32('Q5_1', 24, q5_1)],
  [8, of32('Q8_0', 34, q8_0)],
  [10, of256('Q2_K', 84, q2_k)],
  [11, of256('Q3_K', 110, q3_k)],
  [12, of256('Q4_K', 144, q4_k)],
  [13, of256('Q5_K', 176, q5_k)],
  [14, of256('Q6_K', 210, q6_k)],
])

const OTHERS =
  '9 Q8_1, 15 Q8_K, 16 IQ2_XXS, 17 IQ2_XS, 18 IQ3_XXS, 19 IQ1_S, 20 IQ4_NL, 21 IQ3_S, 22 IQ2_S, 23 IQ4_XS, 24 I8, 25 I16, 26 I32, 27 I64, 28 F64, 29 IQ1_M, 34 TQ1_0, 35 TQ2_0, 39 MXFP4'

/** The name of a type that is not read. */
export function otherType(type: number): string {
  const found = OTHERS.split(', ').find((one) => one.startsWith(`${type} `))
  return found?.slice(found.indexOf(' ') + 1) ?? `number ${type}`
}

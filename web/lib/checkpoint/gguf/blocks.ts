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
  /** Writes the numbers of one block. `halves` are all float16 as float32. */
  decode?: (block: Uint8Array, out: Float32Array, halves: Halves) => void
}

/** A float16 at a place of a block, as float32. */
export type Halves = (block: Uint8Array, at: number) => number

const { fround } = Math

const plain = (name: Dtype, bytes: number): BlockType => ({ name, numbers: 1, bytes, plain: name })
const blocks = (name: string, numbers: number, bytes: number, decode: BlockType['decode']): BlockType => ({
  name,
  numbers,
  bytes,
  ...(decode ? { decode } : {}),
})

const low = (byte: number | undefined) => (byte as number) & 15
const high = (byte: number | undefined) => (byte as number) >> 4
const signed = (byte: number | undefined) => ((byte as number) << 24) >> 24

/** 32 numbers of 4 bits, the first half in the low ones; `fifth`: where 32 further bits are, one for each. */
function fourOrFive(
  block: Uint8Array,
  at: number,
  fifth: number | undefined,
  take: (i: number, q: number) => void,
): void {
  const bit = (i: number) =>
    fifth === undefined ? 0 : (((block[fifth + (i >> 3)] as number) >> (i & 7)) & 1) << 4
  for (let i = 0; i < 16; i++) {
    take(i, low(block[at + i]) | bit(i))
    take(i + 16, high(block[at + i]) | bit(i + 16))
  }
}

/** Scale · (number − middle). */
const around =
  (middle: number, at: number, fifth?: number): BlockType['decode'] =>
  (block, out, half) => {
    const d = half(block, 0)
    fourOrFive(block, at, fifth, (i, q) => {
      out[i] = d * (q - middle)
    })
  }

/** Scale · number + least. */
const above =
  (at: number, fifth?: number): BlockType['decode'] =>
  (block, out, half) => {
    const [d, least] = [half(block, 0), half(block, 2)]
    fourOrFive(block, at, fifth, (i, q) => {
      out[i] = fround(d * q) + least
    })
  }

function q8(block: Uint8Array, out: Float32Array, half: Halves): void {
  const d = half(block, 0)
  for (let i = 0; i < 32; i++) out[i] = d * signed(block[2 + i])
}

/** The scale and the least value of each of the 8 groups of a block, of 6 bits each in 12 bytes. */
function sixBits(block: Uint8Array, at: number, group: number): [scale: number, least: number] {
  const byte = (i: number) => block[at + i] as number
  if (group < 4) return [byte(group) & 63, byte(group + 4) & 63]
  const both = byte(group + 4)
  return [low(both) | ((byte(group - 4) >> 6) << 4), high(both) | ((byte(group) >> 6) << 4)]
}

/** Eight groups of 32 numbers of 4 bits, two groups in the same 32 bytes; `fifth`: where a further bit of each is. */
const eightGroups =
  (at: number, fifth?: number): BlockType['decode'] =>
  (block, out, half) => {
    const [d, dMin] = [half(block, 0), half(block, 2)]
    for (let group = 0; group < 8; group++) {
      const [scale, least] = sixBits(block, 4, group)
      const [by, minus] = [fround(d * scale), fround(dMin * least)]
      for (let i = 0; i < 32; i++) {
        const byte = block[at + 32 * (group >> 1) + i]
        const more = fifth === undefined ? 0 : (((block[fifth + i] as number) >> group) & 1) << 4
        const q = (group & 1 ? high(byte) : low(byte)) | more
        out[32 * group + i] = fround(by * q) - minus
      }
    }
  }

/** Sixteen groups of 16 numbers of 2 bits; scales and least values of 4 bits. */
function q2k(block: Uint8Array, out: Float32Array, half: Halves): void {
  const [d, dMin] = [half(block, 80), half(block, 82)]
  for (let i = 0; i < 256; i++) {
    const byte = block[i >> 4]
    const q = ((block[16 + 32 * (i >> 7) + (i & 31)] as number) >> (2 * ((i >> 5) & 3))) & 3
    out[i] = fround(fround(d * low(byte)) * q) - fround(dMin * high(byte))
  }
}

/** Sixteen groups of 16 numbers of 3 bits, the upper of which is inverted; scales of 6 bits around 32. */
function q3k(block: Uint8Array, out: Float32Array, half: Halves): void {
  const d = half(block, 108)
  for (let i = 0; i < 256; i++) {
    const group = i >> 4
    const nibble = group < 8 ? low(block[96 + group]) : high(block[96 + group - 8])
    const upper = ((block[104 + (group & 3)] as number) >> (2 * (group >> 2))) & 3
    const scale = (nibble | (upper << 4)) - 32
    const q = ((block[32 + 32 * (i >> 7) + (i & 31)] as number) >> (2 * ((i >> 5) & 3))) & 3
    const bit = ((block[i & 31] as number) >> (i >> 5)) & 1
    out[i] = fround(d * scale) * (q - (bit ? 0 : 4))
  }
}

/** Sixteen groups of 16 numbers of 6 bits around 32, with scales of 8 bits. */
function q6k(block: Uint8Array, out: Float32Array, half: Halves): void {
  const d = half(block, 208)
  for (let i = 0; i < 256; i++) {
    const [part, within] = [i >> 7, i & 127]
    const byte = block[64 * part + (within & 63)]
    const lower = within < 64 ? low(byte) : high(byte)
    const upper = ((block[128 + 32 * part + (i & 31)] as number) >> (2 * (within >> 5))) & 3
    out[i] = fround(d * signed(block[192 + (i >> 4)])) * ((lower | (upper << 4)) - 32)
  }
}

/** The types that can be read, by their numbers in the format. */
export const TYPES: ReadonlyMap<number, BlockType> = new Map([
  [0, plain('F32', 4)],
  [1, plain('F16', 2)],
  [30, plain('BF16', 2)],
  [2, blocks('Q4_0', 32, 18, around(8, 2))],
  [3, blocks('Q4_1', 32, 20, above(4))],
  [6, blocks('Q5_0', 32, 22, around(16, 6, 2))],
  [7, blocks('Q5_1', 32, 24, above(8, 4))],
  [8, blocks('Q8_0', 32, 34, q8)],
  [10, blocks('Q2_K', 256, 84, q2k)],
  [11, blocks('Q3_K', 256, 110, q3k)],
  [12, blocks('Q4_K', 256, 144, eightGroups(16))],
  [13, blocks('Q5_K', 256, 176, eightGroups(48, 16))],
  [14, blocks('Q6_K', 256, 210, q6k)],
])

const OTHERS =
  '9 Q8_1, 15 Q8_K, 16 IQ2_XXS, 17 IQ2_XS, 18 IQ3_XXS, 19 IQ1_S, 20 IQ4_NL, 21 IQ3_S, 22 IQ2_S, 23 IQ4_XS, 24 I8, 25 I16, 26 I32, 27 I64, 28 F64, 29 IQ1_M, 34 TQ1_0, 35 TQ2_0, 39 MXFP4'

/** The name of a type that is not read. */
export function otherType(type: number): string {
  const found = OTHERS.split(', ').find((one) => one.startsWith(`${type} `))
  return found?.slice(found.indexOf(' ') + 1) ?? `number ${type}`
}

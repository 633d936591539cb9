// Checkpoints in 16 bits: their values go to the core as they are stored, and are those of the same values stored as float32.

import { describe, expect, test } from 'vitest'
import type { LoadModelOptions, LoadModelRequest } from 'whereformer'
import { useLibrary } from '../support/library.js'
import { bytesOf, goldenModel, goldenModels, isWritten, takeApart } from '../support/models.js'
import { float32, type TensorData, wellFormed } from '../support/safetensors-file.js'
import { tensorsIn } from '../support/tensors-in.js'

const library = useLibrary()

const types = ['F16', 'BF16'] as const
type HalfType = (typeof types)[number]

const bitsOf = ({ buffer, byteOffset, length }: Float32Array) => new Uint32Array(buffer, byteOffset, length)

/** float32 of 16 bits, by what IEEE 754 says, with the payload of a NaN. */
function widened(type: HalfType, half: number): number {
  if (type === 'BF16') return (half << 16) >>> 0
  const [sign, exponent, mantissa] = [(half & 0x8000) << 16, (half >> 10) & 31, half & 1023]
  if (exponent === 31) return (sign | 0x7f800000 | (mantissa << 13)) >>> 0
  const value = exponent ? (1024 + mantissa) * 2 ** (exponent - 25) : mantissa * 2 ** -24
  return (sign | (bitsOf(Float32Array.of(value))[0] as number)) >>> 0
}

function stored(
  shape: number[],
  halves: Uint16Array,
  type: HalfType,
): [halves: TensorData, same: TensorData] {
  const wide = Uint32Array.from(halves, (half) => widened(type, half))
  return [
    { dtype: type, shape, bytes: new Uint8Array(halves.buffer) },
    { dtype: 'F32', shape, bytes: new Uint8Array(wide.buffer) },
  ]
}

/** Upper halves of float32, those of float16 with its exponents, so that small values are subnormal. */
function halvesOf(values: Float32Array, type: HalfType): Uint16Array {
  return Uint16Array.from(bitsOf(values), (bits) => {
    if (type === 'BF16') return bits >>> 16
    const magnitude = Math.floor(Math.min(Math.abs(bitsToNumber(bits)), 65504) * 2 ** 24)
    const shift = Math.max(0, 31 - Math.clz32(magnitude) - 10)
    const half = shift ? ((shift + 1) << 10) | ((magnitude >>> shift) & 1023) : magnitude
    return ((bits >>> 16) & 0x8000) | half
  })
}

/** Arithmetic on the way may make a NaN quiet. */
const anyNaN = (bits: number) => ((bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits)

const bitsToNumber = (bits: number) => new Float32Array(Uint32Array.of(bits).buffer)[0] as number

async function savedBy(
  request: LoadModelRequest,
  options?: LoadModelOptions,
): Promise<Map<string, Uint32Array>> {
  const model = await library.wf.loadModel(request, options)
  try {
    const saved = tensorsIn(model.save()['model.safetensors'])
    return new Map([...saved].map(([name, values]) => [name, bitsOf(values)]))
  } finally {
    model.dispose()
  }
}

const inOneFile = goldenModels()
  .filter(isWritten)
  .filter((name) => goldenModel(name).request.weights instanceof URL)

describe.each(types)('%s', (type) => {
  test.each(inOneFile)('%s: each tensor has the bits of the same values in F32', async (name) => {
    const folder = goldenModel(name)
    const inHalves: Record<string, TensorData> = {}
    const inF32: Record<string, TensorData> = {}
    for (const [key, tensor] of Object.entries(takeApart(bytesOf(folder)))) {
      const halves =
        tensor.dtype === 'F32' ? halvesOf(new Float32Array(tensor.bytes.buffer), type) : undefined
      const both = halves ? stored(tensor.shape, halves, type) : ([tensor, tensor] as const)
      ;[inHalves[key], inF32[key]] = both
    }
    for (const options of [{}, { weights: 'q8' }] as const) {
      const actual = await savedBy({ ...folder.request, weights: wellFormed(inHalves) }, options)
      const wanted = await savedBy({ ...folder.request, weights: wellFormed(inF32) }, options)
      expect(actual).toEqual(wanted)
    }
  })

  test('all 65536 values, in a matrix of their type, one of float32 and a vector', async () => {
    const width = 256
    const all = Uint16Array.from({ length: 65536 }, (_, i) => i)
    const below128 = all.map((half) => ((half & 0x7fff) < 0x5800 ? half : half & 0x57ff))
    const ones = float32([width], new Float32Array(width).fill(1))
    const matrix = (halves: Uint16Array) => stored([width, width], halves, type)[0]
    const vector = all.slice(0x7bc0, 0x7bc0 + width) // from finite values to infinity and NaN
    const weights = wellFormed({
      'transformer.wte.weight': matrix(all),
      'transformer.wpe.weight': matrix(all),
      'transformer.h.0.ln_1.weight': stored([width], vector, type)[0],
      'transformer.h.0.ln_1.bias': ones,
      'transformer.h.0.attn.c_attn.weight': stored([width, 3 * width], repeated(below128, 3), type)[0],
      'transformer.h.0.attn.c_attn.bias': float32([3 * width], new Float32Array(3 * width)),
      'transformer.h.0.attn.c_proj.weight': matrix(below128),
      'transformer.h.0.attn.c_proj.bias': ones,
      'transformer.h.0.ln_2.weight': ones,
      'transformer.h.0.ln_2.bias': ones,
      'transformer.h.0.mlp.c_fc.weight': matrix(all),
      'transformer.h.0.mlp.c_fc.bias': ones,
      'transformer.h.0.mlp.c_proj.weight': matrix(all),
      'transformer.h.0.mlp.c_proj.bias': ones,
      'transformer.ln_f.weight': ones,
      'transformer.ln_f.bias': ones,
    })
    const sizes = { vocab_size: width, n_positions: width, n_embd: width, n_inner: width }
    const saved = await savedBy({ config: { model_type: 'gpt2', n_layer: 1, n_head: 4, ...sizes }, weights })
    const wide = (halves: Uint16Array) => Uint32Array.from(halves, (half) => widened(type, half))
    const wanted: [string, Uint16Array][] = [
      ['wte.weight', all],
      ['wpe.weight', all],
      ['h.0.ln_1.weight', vector],
      ['h.0.attn.c_attn.weight', repeated(below128, 3)],
      ['h.0.attn.c_proj.weight', below128],
      ['h.0.mlp.c_fc.weight', all],
      ['h.0.mlp.c_proj.weight', all],
    ]
    for (const [name, halves] of wanted) {
      const found = [...saved].find(([key]) => key.endsWith(name))?.[1]
      expect(found?.map(anyNaN), name).toEqual(wide(halves).map(anyNaN))
    }
  })
})

function repeated(values: Uint16Array, times: number): Uint16Array {
  return Uint16Array.from({ length: times * values.length }, (_, i) => values[i % values.length] as number)
}

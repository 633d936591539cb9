// Models that read pictures: what they take, and what they refuse. Their numbers: parity.test.ts.

import { expect, test } from 'vitest'
import { type ForwardInput, type Model, positionFromConfig } from 'whereformer'
import { expectRefusal } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const file = golden('models/vit-f32/expected.safetensors')
const picture = file.tensor('picture.pixelValues')
const states = { return: ['lastHiddenState', 'attentions'] } as const

async function using(name: string, use: (model: Model) => void, config: object = {}): Promise<void> {
  const { request } = goldenModel(name)
  const model = await library.wf.loadModel({ ...request, config: { ...request.config, ...config } })
  try {
    use(model)
  } finally {
    model.dispose()
  }
}

test('each picture is read for itself, in any order', () =>
  using('vit-f32', (model) => {
    const [one, two] = [model.forward({ pixelValues: picture }, states), shifted(0.5)]
    const other = model.forward({ pixelValues: two }, states)
    expect(other.lastHiddenState.data).not.toEqual(one.lastHiddenState.data)
    expect(model.forward({ pixelValues: picture }, states)).toEqual(one)
    const batch = { data: Float32Array.from([...two.data, ...picture.data]), shape: [2, 3, 6, 6] }
    const both = model.forward({ pixelValues: batch }, states).lastHiddenState
    expect(both.shape).toEqual([2, 10, 16])
    expect([...both.data]).toEqual([...other.lastHiddenState.data, ...one.lastHiddenState.data])
  }))

function ofSize(height: number, width: number) {
  const data = Float32Array.from({ length: 3 * height * width }, (_, i) => Math.sin(i))
  return { data, shape: [3, height, width] }
}

const shifted = (by: number) => ({ data: picture.data.map((x) => x + by), shape: picture.shape })

test('without positions, patches that change places change rows alone', () =>
  using('vit-f32', (model) => {
    expect(model.position).toMatchObject({ type: 'learned', table: { shape: [10, 16] } })
    const options = { ...states, position: { type: 'none' } } as const
    const rows = (pixelValues: typeof picture) => {
      const { data, shape } = model.forward({ pixelValues }, options).lastHiddenState
      return Array.from({ length: shape[0] as number }, (_, i) => [...data.subarray(i * 16, (i + 1) * 16)])
    }
    const [before, after] = [rows(picture), rows({ data: halvesSwapped(picture.data), shape: picture.shape })]
    for (const [i, row] of (after[0] as number[]).entries())
      expect(row).toBeCloseTo(before[0]?.[i] as number, 4)
    for (const [i, row] of (after[1] as number[]).entries())
      expect(row).toBeCloseTo(before[7]?.[i] as number, 4)
  }))

/** The upper two lines of each channel below the others: patches 1–3 become 7–9. */
function halvesSwapped(data: Float32Array): Float32Array {
  const turned = data.slice()
  for (let channel = 0; channel < 3; channel++) {
    const at = channel * 36
    turned.set(data.subarray(at, at + 12), at + 24)
    turned.set(data.subarray(at + 24, at + 36), at)
  }
  return turned
}

test.each<[string, ForwardInput, string, string]>([
  ['no picture', {}, 'input.pixelValues', '[3, 6, 6]'],
  [
    'another size',
    { pixelValues: { data: new Float32Array(192), shape: [3, 8, 8] } },
    'input.pixelValues',
    'interpolatePosEncoding: true',
  ],
  [
    'less than a patch',
    { pixelValues: { data: new Float32Array(24), shape: [3, 1, 8] }, interpolatePosEncoding: true },
    'input.pixelValues: got 1 × 8 pixels',
    '2 pixels, one patch, or more',
  ],
  [
    'what is neither true nor false',
    { pixelValues: picture, interpolatePosEncoding: 1 } as unknown as ForwardInput,
    'input.interpolatePosEncoding',
    'true or false',
  ],
  [
    'order in a larger picture',
    { pixelValues: ofSize(8, 8), interpolatePosEncoding: true, positionIds: [0] },
    'input.positionIds',
    'more patches',
  ],
  [
    'one channel',
    { pixelValues: { data: new Float32Array(36), shape: [1, 6, 6] } },
    'input.pixelValues',
    '[3, 6, 6]',
  ],
  [
    'values that do not fill the shape',
    { pixelValues: { data: new Float32Array(5), shape: [3, 6, 6] } },
    'input.pixelValues.data',
    '108',
  ],
  [
    'no picture in a batch',
    { pixelValues: { data: new Float32Array(0), shape: [0, 3, 6, 6] } },
    'input.pixelValues',
    '[3, 6, 6]',
  ],
  ['ids', { inputIds: [1, 2] }, 'input.inputIds', 'reads pictures'],
  ['an unknown field', { pixelValues: picture, pixels: 1 } as ForwardInput, 'input.pixels', 'pixel'],
])('%s is refused by its name', (_, input, argument, wanted) =>
  using('vit-f32', (model) => {
    const call = () => model.forward(input)
    expect(call).toThrow(argument)
    expect(call).toThrow(wanted)
    expect(() => model.forward({ pixelValues: picture })).not.toThrow()
  }),
)

test('a model that reads texts has no use for pixels', () =>
  using('clip-text-f32', (model) => {
    const input = { inputIds: [2, 3], pixelValues: picture } as ForwardInput
    expectRefusal(() => model.forward(input), 'ERR_VALUE', 'input.pixelValues', 'inputIds')
  }))

test.each([
  ['larger', 8, 11],
  ['smaller', 7, 4],
])('positions of a %s picture are there to be read, and to be passed', (_, height, width) =>
  using('vit-f32', (model) => {
    const position = model.interpolatePosEncoding(height, width)
    const tokens = 1 + Math.floor(height / 2) * Math.floor(width / 2)
    expect(position).toMatchObject({ type: 'learned', table: { shape: [tokens, 16] } })
    const input = { pixelValues: ofSize(height, width), interpolatePosEncoding: true }
    const own = model.forward(input, states)
    expect(model.forward(input, { ...states, position })).toEqual(own)
    const without = model.forward(input, { ...states, position: { type: 'none' } })
    expect(without.lastHiddenState.shape).toEqual([tokens, 16])
    expect(without.lastHiddenState.data).not.toEqual(own.lastHiddenState.data)
    // what a pass leaves behind does not change the next
    expect(model.forward({ pixelValues: picture }, states).lastHiddenState.shape).toEqual([10, 16])
    expect(model.forward(input, states)).toEqual(own)
  }),
)

test('a table of the size of the config is as it was, and a text model has none', async () => {
  await using('vit-f32', (model) => {
    const { table } = model.interpolatePosEncoding(6, 6) as { table: { data: Float32Array } }
    expect(table.data).toEqual((model.position as { table: { data: Float32Array } }).table.data)
    expect(() => model.interpolatePosEncoding(6, 1)).toThrow('6 × 1 pixels')
  })
  await using('clip-text-f32', (model) =>
    expectRefusal(() => model.interpolatePosEncoding(6, 6), 'ERR_UNSUPPORTED', 'reads no pictures'),
  )
})

test('DINOv2 takes any size, as its class does, unless told not to', () =>
  using('dinov2-f32', (model) => {
    const pixelValues = ofSize(8, 11)
    expect(model.forward({ pixelValues }, states).lastHiddenState.shape).toEqual([21, 16])
    const call = () => model.forward({ pixelValues, interpolatePosEncoding: false })
    expectRefusal(call, 'ERR_SHAPE', 'input.pixelValues', '[3, 6, 6]')
  }))

test('registers have no position', () =>
  using('dinov2-registers-f32', (model) => {
    const { table } = model.position as { table: { data: Float32Array; shape: number[] } }
    expect(table.shape).toEqual([13, 16])
    expect(table.data.subarray(16, 64).every((x) => x === 0)).toBe(true)
    expect(table.data.subarray(0, 16).some((x) => x !== 0)).toBe(true)
  }))

// as transformers 5 writes it into the towers of CLIP
test.each(['vit-f32', 'deit-f32', 'dinov2-f32', 'clip-vision-f32', 'clip-text-f32', 'siglip-text-f32'])(
  '%s: without a head nothing is tied',
  (name) =>
    using(name, (model) => expect(model.ignored.fields).not.toContain('tie_word_embeddings'), {
      tie_word_embeddings: true,
    }),
)

test('patches larger than the picture are refused', async () => {
  await expect(using('vit-f32', () => {}, { patch_size: 7 })).rejects.toThrow('config.patch_size')
  expect(() => positionFromConfig({ model_type: 'vit', image_size: 6, patch_size: 7 })).toThrow('patch_size')
  await expect(using('vit-f32', () => {}, { model_type: 'clip' })).rejects.toThrow('clip_vision_model')
})

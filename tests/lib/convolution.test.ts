// Convolutions of the chunk for sounds, against loops in double.

import { expect, test } from 'vitest'
import { allocateFloats } from '../../web/lib/boundary/allocate.js'
import type { Tensor } from '../../web/lib/boundary/tensor.js'
import { convolved, kernelOf, rowsAfter, type Steps } from '../../web/lib/families/further/convolution.js'
import { gelu, normChannels, normRows } from '../../web/lib/families/further/pointwise.js'
import type { Multiply } from '../../web/lib/position/table-reference.js'
import { expectRefusal } from '../support/errors.js'

const drawn = (shape: number[], seed: number): Tensor => {
  const length = shape.reduce((product, size) => product * size, 1)
  return { data: Float32Array.from({ length }, (_, i) => Math.sin(seed + 12.9898 * i)), shape }
}

const at = ({ data }: Tensor, index: number) => data[index] as number

const multiply: Multiply = (a, b) => {
  const [rows = 0, inner = 0] = a.shape
  const [, columns = 0] = b.shape
  const data = Float32Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns]
    let sum = 0
    for (let j = 0; j < inner; j++) sum += at(a, row * inner + j) * at(b, j * columns + column)
    return sum
  })
  return { data, shape: [rows, columns] }
}

const means = { multiply, allocate: allocateFloats }

interface Case {
  rows: number
  channels: number
  outputs: number
  taps: number
  groups: number
  bias: boolean
  steps: Steps
}

/** torch.nn.functional.conv1d over rows [rows, channels]. */
function reference(
  { channels, outputs, taps, groups, steps }: Case,
  x: Tensor,
  weight: Tensor,
  bias?: Tensor,
) {
  const { stride = 1, padding = 0 } = steps
  const [inputs, each] = [channels / groups, outputs / groups]
  const rows = x.shape[0] as number
  const found: number[] = []
  for (let row = 0; row * stride + taps <= rows + 2 * padding; row++) {
    for (let out = 0; out < outputs; out++) {
      let sum = bias ? at(bias, out) : 0
      const group = Math.floor(out / each)
      for (let input = 0; input < inputs; input++) {
        for (let tap = 0; tap < taps; tap++) {
          const from = row * stride + tap - padding
          if (from < 0 || from >= rows) continue
          sum +=
            at(weight, (out * inputs + input) * taps + tap) * at(x, from * channels + group * inputs + input)
        }
      }
      found.push(sum)
    }
  }
  return found
}

const plain: Case = { rows: 23, channels: 3, outputs: 4, taps: 3, groups: 1, bias: false, steps: {} }

test.each<[string, Partial<Case>]>([
  ['plain', {}],
  ['one channel in steps, as over samples', { channels: 1, taps: 10, steps: { stride: 5 }, bias: true }],
  ['as many taps as steps', { taps: 2, steps: { stride: 2 } }],
  ['more steps than taps', { taps: 2, steps: { stride: 3 } }],
  ['padded', { steps: { padding: 1 }, bias: true }],
  ['padded in steps', { steps: { padding: 1, stride: 2 } }],
  [
    'groups, an even number of taps',
    { channels: 6, outputs: 8, taps: 4, groups: 2, steps: { padding: 2 }, bias: true },
  ],
  ['a group for each channel', { channels: 4, taps: 5, groups: 4, steps: { padding: 2 } }],
  ['one row that is wider than what is laid out at once', { rows: 3, channels: 1 << 21, outputs: 1 }],
])('%s', (_, changes) => {
  const one = { ...plain, ...changes }
  const x = drawn([one.rows, one.channels], 1)
  const weight = drawn([one.outputs, one.channels / one.groups, one.taps], 2)
  const bias = one.bias ? drawn([one.outputs], 3) : undefined
  const found = convolved(x, kernelOf(weight, bias?.data, one.groups), means, one.steps)
  const expected = reference(one, x, weight, bias)
  expect(found.shape).toEqual([rowsAfter(one.rows, one.taps, one.steps), one.outputs])
  expect(found.data.length).toBe(expected.length)
  const size = Math.max(...expected.map(Math.abs))
  for (const [i, value] of found.data.entries())
    expect(Math.abs(value - (expected[i] as number))).toBeLessThan(1e-6 * size)
})

test('a sound that is too long for the memory is a sentence', () => {
  const sound = { data: new Float32Array(1), shape: [2 ** 46, 1] }
  const call = () => convolved(sound, kernelOf(drawn([4, 1, 2], 1)), means)
  expectRefusal(call, 'ERR_OOM', 'the convolutions of a sound', 'no memory')
})

test('GELU over the whole range', () => {
  // scipy.stats.norm.cdf
  const known = [
    [-6, -5.919526e-9],
    [-2, -0.04550026],
    [-0.5, -0.1542687],
    [0, 0],
    [0.001, 0.0005003989],
    [1, 0.8413447],
    [3, 2.99595],
    [40, 40],
  ] as const
  const data = Float32Array.from(known, ([x]) => x)
  gelu({ data, shape: [data.length] })
  for (const [i, [x, expected]] of known.entries())
    expect(Math.abs((data[i] as number) - expected)).toBeLessThanOrEqual(2e-7 * Math.max(Math.abs(x), 1))
})

test.each([
  ['row', normRows],
  ['channel', normChannels],
])('a norm along each %s', (along, norm) => {
  const [rows, channels] = [5, 3]
  const x = drawn([rows, channels], 4)
  const [weight, bias] = [drawn([channels], 5).data, drawn([channels], 6).data]
  const before = [...x.data]
  norm(x, { weight, bias, epsilon: 1e-2 })
  for (const [i, value] of x.data.entries()) {
    const [row, channel] = [Math.floor(i / channels), i % channels]
    const all = before.filter((_, j) =>
      along === 'row' ? Math.floor(j / channels) === row : j % channels === channel,
    )
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length
    const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length
    const normed = ((before[i] as number) - mean) / Math.sqrt(variance + 1e-2)
    expect(value).toBeCloseTo(normed * (weight[channel] as number) + (bias[channel] as number), 6)
  }
})

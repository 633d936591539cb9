// Boolean masks: bytes that say the same as numbers, whatever their size and wherever they lie.

import { afterEach, expect, test, vi } from 'vitest'
import type { Tensor } from 'whereformer'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

const library = useLibrary()
const random = new Random(5)

afterEach(() => vi.restoreAllMocks())

function flags(...shape: number[]): { data: Uint8Array; shape: number[] } {
  const data = new Uint8Array(shape.reduce((a, b) => a * b))
  for (let i = 0; i < data.length; i++) data[i] = Number(random.flag())
  return { data, shape }
}

function numbers({ data, shape }: { data: Uint8Array; shape: number[] }): Tensor {
  const bias = new Float32Array(data.length)
  data.forEach((flag, i) => {
    bias[i] = flag ? 0 : Number.NEGATIVE_INFINITY
  })
  return { data: bias, shape }
}

test.each([[[1, 1]], [[3, 5]], [[2, 3, 5]], [[1, 2, 3, 5]], [[4, 1, 3, 5]], [[4, 2, 3, 5]], [[17, 33]]])(
  'flags of shape %j are numbers of 0 and −Infinity',
  (shape) => {
    const [queries, keys] = shape.slice(-2) as [number, number]
    const q = random.tensor(4, 2, queries, 4)
    const k = random.tensor(4, 2, keys, 4)
    const mask = flags(...shape)
    const options = { return: ['weights', 'scores'] } as const
    const expected = library.wf.attention(q, k, k, { ...options, attnMask: numbers(mask) })
    const before = mask.data.slice()
    expect(library.wf.attention(q, k, k, { ...options, attnMask: mask })).toEqual(expected)
    expect(mask.data).toEqual(before)
    const heap = library.wf.tensor([Math.ceil(mask.data.length / 4)])
    const inside = new Uint8Array(heap.data.buffer, heap.data.byteOffset, mask.data.length)
    inside.set(mask.data)
    expect(library.wf.attention(q, k, k, { ...options, attnMask: { ...mask, data: inside } })).toEqual(
      expected,
    )
    expect(inside).toEqual(before)
    heap.dispose()
  },
)

test('a large one is never a list of numbers', () => {
  const tokens = 2048
  const mask = flags(tokens, tokens)
  const x = random.tensor(1, tokens, 1)
  const expected = library.wf.attention(x, x, x, { attnMask: numbers(mask) }).output.data
  const from = vi.spyOn(Float32Array, 'from')
  const callbacks = vi.spyOn(Object.getPrototypeOf(Uint8Array.prototype), 'findIndex')
  const { data } = library.wf.attention(x, x, x, { attnMask: mask }).output
  expect([from.mock.calls.length, callbacks.mock.calls.length]).toEqual([0, 0])
  expect(Buffer.from(data.buffer).equals(Buffer.from(expected.buffer))).toBe(true)
})

test('what is neither 1 nor 0 is named', () => {
  const x = random.tensor(1, 3, 4)
  for (const bad of [2, 3, 254, 255]) {
    const mask = { data: new Uint8Array(9).fill(1), shape: [3, 3] }
    mask.data[7] = bad
    const attend = () => library.wf.attention(x, x, x, { attnMask: mask })
    expectRefusal(attend, 'ERR_VALUE', `options.attnMask.data[7]: got ${bad}`, '1 (attend) or 0 (hidden)')
  }
})

// Tensors without elements: results are fresh arrays, `out` is answered, and long axes beside an empty one cost nothing.

import { describe, expect, test } from 'vitest'
import type { Position, Tensor, TensorLike, Whereformer } from 'whereformer'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const empty = (...shape: number[]): Tensor => ({ data: new Float32Array(0), shape })
const full = (...shape: number[]): Tensor => ({
  data: new Float32Array(shape.reduce((a, b) => a * b)).fill(0.5),
  shape,
})
const rope: Position = { type: 'rope' }

type Operation = (wf: Whereformer, x: TensorLike, out?: Tensor) => Tensor
const room = (out: Tensor | undefined) => out && { out }

/** Each with the shapes of what it takes that have no elements. */
const operations: [string, Operation, number[][]][] = [
  ['softmax', (wf, x, out) => wf.softmax(x, room(out)), [[0], [0, 4], [4, 0], [2, 0, 3], [0, 0]]],
  ['layerNorm', (wf, x, out) => wf.layerNorm(x, room(out)), [[0], [0, 4], [4, 0], [2, 0, 3]]],
  ['rmsNorm', (wf, x, out) => wf.rmsNorm(x, room(out)), [[0], [0, 4], [4, 0], [2, 0, 3]]],
  [
    'matmul from the left',
    (wf, x, out) => wf.matmul(x, full(4, 4), room(out)),
    [
      [0, 4],
      [2, 0, 4],
      [0, 3, 4],
    ],
  ],
  [
    'matmul from the right',
    (wf, x, out) => wf.matmul(full(4, 4), x, room(out)),
    [
      [4, 0],
      [2, 4, 0],
      [0, 4, 4],
    ],
  ],
  [
    'rotate',
    (wf, x, out) => wf.rotate(rope, x, room(out)),
    [
      [0, 4],
      [2, 0, 4],
      [0, 3, 4],
      [2, 0, 3, 4],
    ],
  ],
  [
    'attention',
    (wf, x, out) => wf.attention(x, x, x, { position: rope, ...room(out) }).output,
    [
      [2, 0, 4],
      [1, 2, 0, 4],
      [0, 2, 3, 4],
    ],
  ],
]
const cases = operations.flatMap(([name, operation, shapes]) =>
  shapes.map((shape) => [name, shape, operation] as const),
)

describe('results without elements', () => {
  test.each(cases)('%s of %j goes into out, plain or heap', (_, shape, operation) => {
    const { wf } = library
    const made = operation(wf, empty(...shape))
    expect(made.data).toHaveLength(0)
    const [x, out] = [wf.tensor(shape), wf.tensor(made.shape)]
    const plain = empty(...made.shape)
    try {
      expect(operation(wf, empty(...shape), plain)).toBe(plain)
      expect(operation(wf, empty(...shape), out)).toBe(out)
      expect(operation(wf, x, out)).toBe(out)
      expect(operation(wf, x, plain)).toBe(plain)
      if (String(made.shape) === String(shape)) expect(operation(wf, x, x)).toBe(x)
    } finally {
      x.dispose()
      out.dispose()
    }
    expect(wf.liveHandles()).toBe(0)
  })

  test.each(cases)('%s of %j is an array of its own', (_, shape, operation) => {
    const [a, b] = [operation(library.wf, empty(...shape)), operation(library.wf, empty(...shape))]
    expect(a.data).not.toBe(b.data)
    expect(a.data.buffer).not.toBe(b.data.buffer)
  })

  test('attention without keys is zeros, also in a heap tensor', () => {
    const [query, none] = [full(1, 2, 4), empty(1, 0, 4)]
    const out = library.wf.tensor(full(1, 2, 4))
    expect(library.wf.attention(query, none, none, { out }).output).toBe(out)
    expect([...out.data]).toEqual(new Array(8).fill(0))
    out.dispose()
  })

  test('may be transferred, and everything else goes on', async () => {
    const { wf } = library
    const model = await wf.loadModel(goldenModel('gpt2-f32').request)
    const results = [
      ...cases.map(([, shape, operation]) => operation(wf, empty(...shape)).data),
      wf.place({ type: 'randomized', range: 9 }, { length: 0 }),
      wf.embed({ type: 'sinusoidal' }, { length: 0, dim: 4 }).data,
      wf.bias({ type: 'alibi' }, { heads: 1, queries: 0, keys: 3 }).data,
    ]
    const buffers = results.map(({ buffer }) => buffer as ArrayBuffer)
    expect(new Set(buffers).size).toBe(results.length)
    structuredClone(results, { transfer: buffers })
    expect(model.forward({ inputIds: [1, 2] }).logits.data.every(Number.isFinite)).toBe(true)
    expect(wf.softmax(full(2)).data).toHaveLength(2)
    model.dispose()
  })

  test('rotated rows have their width, and out must have it', () => {
    const { wf } = library
    expect(wf.rotate({ type: 'pope' }, empty(0, 4)).shape).toEqual([0, 8])
    expectRefusal(
      () => wf.rotate(rope, empty(0, 4), { out: empty(0, 99) }),
      'ERR_SHAPE',
      'options.out',
      '[0, 4]',
    )
  })
})

describe('axes of any length beside an empty one', () => {
  const many = 2 ** 31 - 1

  test.each<[string, (wf: Whereformer) => Tensor, number[]]>([
    ['matmul in batches', (wf) => wf.matmul(empty(many, 0, 0), empty(many, 0, 0)), [many, 0, 0]],
    ['matmul of rows', (wf) => wf.matmul(empty(many, 0), empty(0, 0)), [many, 0]],
    ['matmul of columns', (wf) => wf.matmul(empty(0, 0), empty(0, many)), [0, many]],
    ['rotate of tokens', (wf) => wf.rotate(rope, empty(0, 2 ** 31, 4)), [0, 2 ** 31, 4]],
    [
      'attention of tokens',
      (wf) => {
        const x = empty(0, 1, 2 ** 28, 4)
        return wf.attention(x, x, x, { position: rope }).output
      },
      [0, 1, 2 ** 28, 4],
    ],
  ])('%s', (_, operation, shape) => {
    expect(operation(library.wf)).toEqual(empty(...shape))
  })

  test('more heads than an encoding takes are refused as ever', () => {
    expectRefusal(() => library.wf.rotate(rope, empty(0, 2 ** 31, 3, 4)), 'ERR_VALUE', 'heads')
  })
})

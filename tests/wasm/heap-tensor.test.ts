// Tensors in the memory of WebAssembly: read and written in place, right under every overlap, gone when disposed of.

import { describe, expect, test } from 'vitest'
import { type HeapTensor, load, type Tensor, type TensorLike, type Whereformer } from 'whereformer'
import { expectError, expectRefusal, refusalOf } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

const library = useLibrary()
const random = new Random(41)
const plain = ({ data, shape }: TensorLike): Tensor => ({ data: data.slice(), shape: [...shape] })

/** Heap tensors that are disposed of whatever happens. */
function withTensors<T>(sources: (readonly number[] | Tensor)[], use: (...tensors: HeapTensor[]) => T): T {
  const tensors = sources.map((source) => library.wf.tensor(source))
  try {
    return use(...tensors)
  } finally {
    for (const tensor of tensors) tensor.dispose()
  }
}

/** For arrays that are too large to be shown when they differ. */
function sameBits(a: Tensor | undefined, b: Tensor | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.from(a.data.buffer).equals(Buffer.from(b.data.buffer))
}

/** Makes the memory of the core grow, which takes every view of it away. */
function grow(wf: Whereformer, view: Float32Array): void {
  for (let megabytes = 8; view.buffer.byteLength > 0; megabytes *= 2)
    wf.tensor([megabytes, 2 ** 18]).dispose()
}

describe('a heap tensor', () => {
  test('is zeros of a shape, or a copy', () => {
    const source = random.tensor(2, 3)
    withTensors([[2, 0, 3], [4], source], (empty, zeros, copy) => {
      expect([empty?.shape, empty?.data.length]).toEqual([[2, 0, 3], 0])
      expect([...(zeros?.data ?? [])]).toEqual([0, 0, 0, 0])
      expect(copy?.shape).toEqual([2, 3])
      expect(copy?.data).toEqual(source.data)
      source.data[0] = 9
      expect(copy?.data[0]).not.toBe(9)
      expect(library.wf.liveHandles()).toBe(3)
    })
  })

  test('reused memory is zero again', () => {
    library.wf.tensor({ data: new Float32Array(999).fill(7), shape: [999] }).dispose()
    withTensors([[999]], (zeros) => expect(zeros?.data.every((x) => x === 0)).toBe(true))
  })

  test('data is live, and made anew when the memory has grown', async () => {
    const wf = await load()
    const tensor = wf.tensor(random.tensor(5))
    const [view, values] = [tensor.data, tensor.data.slice()]
    expect(tensor.data).toBe(view)
    grow(wf, view)
    expect(view).toHaveLength(0)
    expect(tensor.data).toEqual(values)
    tensor.data[2] = 5
    expect(tensor.data[2]).toBe(5)
    tensor.dispose()
    expect(wf.liveHandles()).toBe(0)
  })

  test('an empty one survives growth', async () => {
    const wf = await load()
    const empty = wf.tensor([0, 4])
    grow(wf, empty.data)
    expect(wf.softmax(empty).shape).toEqual([0, 4])
    empty.dispose()
  })

  test('is freed by dispose, once, or by using', () => {
    const tensor = library.wf.tensor([3])
    const data = () => tensor.data
    tensor.dispose()
    tensor.dispose()
    expect(library.wf.liveHandles()).toBe(0)
    const error = refusalOf(data)
    expectError(error, 'ERR_DISPOSED', 'the tensor was disposed of')
    expectRefusal(() => library.wf.softmax(tensor), 'ERR_DISPOSED')
    expectRefusal(() => library.wf.softmax(random.tensor(3), { out: tensor }), 'ERR_DISPOSED')
    library.wf.tensor([3])[Symbol.dispose]()
    expect(library.wf.liveHandles()).toBe(0)
  })

  test('bad sources are named, and nothing stays', () => {
    const { wf } = library
    expectRefusal(() => wf.tensor([-1]), 'ERR_SHAPE', 'source[0]')
    expectRefusal(() => wf.tensor(['2'] as never), 'ERR_TYPE', 'source[0]')
    expectRefusal(() => wf.tensor(5 as never), 'ERR_TYPE', 'source')
    expectRefusal(() => wf.tensor({ data: new Float32Array(2), shape: [3] }), 'ERR_SHAPE', 'source.data')
    expectRefusal(() => wf.tensor([2 ** 30, 2 ** 10]), 'ERR_OOM')
    expectRefusal(() => wf.tensor([2 ** 29]), 'ERR_OOM')
    expect(wf.liveHandles()).toBe(0)
    expect(wf.softmax(random.tensor(2)).shape).toEqual([2])
  })

  test('of another instance is an ordinary array', async () => {
    const other = await load()
    const [x, out] = [other.tensor(random.tensor(2, 5)), other.tensor([2, 5])]
    expect(library.wf.softmax(x, { out })).toBe(out)
    expect(out.data).toEqual(library.wf.softmax(plain(x)).data)
    x.dispose()
    out.dispose()
  })
})

describe('operations on heap tensors answer the same bits', () => {
  const [q, k, v] = [random.tensor(2, 4, 9, 8), random.tensor(2, 2, 9, 8), random.tensor(2, 2, 9, 8)]
  const mask = random.tensor(4, 9, 9)

  test.each([
    ['nothing', {}],
    ['RoPE, which turns copies', { position: { type: 'rope' } }],
    ['PoPE, which widens rows', { position: { type: 'pope' } }],
    ['ALiBi and a causal mask', { position: { type: 'alibi' }, isCausal: true }],
    ['a ledger', { position: { type: 'rope' }, return: ['ledger', 'weights', 'scores'] }],
  ] as const)('attention with %s', (_, options) => {
    const expected = library.wf.attention(q, k, v, options)
    withTensors([q, k, v, [2, 4, 9, 8]], (hq, hk, hv, out) => {
      const [query, key, value] = [hq, hk, hv] as [HeapTensor, HeapTensor, HeapTensor]
      const result = library.wf.attention(query, key, value, { ...options, out })
      expect(result.output).toBe(out)
      expect(out?.data).toEqual(expected.output.data)
      expect({ ...result, output: undefined }).toEqual({ ...expected, output: undefined })
      expect([query.data, key.data, value.data]).toEqual([q.data, k.data, v.data])
    })
  })

  test('attention over one of its inputs, and over a part of it', () => {
    const expected = library.wf.attention(q, q, q, { attnMask: mask }).output.data
    for (const position of [undefined, { type: 'rope' }] as const) {
      const wanted = library.wf.attention(q, q, q, position ? { position } : {}).output.data
      withTensors([q], (x) => {
        library.wf.attention(x as HeapTensor, x as HeapTensor, x as HeapTensor, {
          ...(position && { position }),
          out: x,
        })
        expect(x?.data).toEqual(wanted)
      })
    }
    withTensors([q, mask], (x, bias) => {
      library.wf.attention(x as HeapTensor, x as HeapTensor, x as HeapTensor, {
        attnMask: bias as HeapTensor,
        out: x,
      })
      expect(x?.data).toEqual(expected)
      expect(bias?.data).toEqual(mask.data)
    })
  })

  test('every unary operation, with the output before, on and behind the input', () => {
    const { wf } = library
    const [weight, bias] = [random.tensor(7), random.tensor(7)]
    const operations = [
      (x: TensorLike, out?: Tensor) => wf.softmax(x, out && { out }),
      (x: TensorLike, out?: Tensor) => wf.layerNorm(x, { weight, bias, ...(out && { out }) }),
      (x: TensorLike, out?: Tensor) => wf.rmsNorm(x, { weight, ...(out && { out }) }),
      (x: TensorLike, out?: Tensor) => wf.rotate({ type: 'rope', rotaryDim: 6 }, x, out && { out }),
    ]
    const source = random.tensor(5, 7)
    const expected = operations.map((operation) => operation(source).data)
    for (const shift of [-35, -9, -7, -1, 0, 1, 7, 9, 35]) {
      for (const [i, operation] of operations.entries()) {
        withTensors([[3 * 35]], (room) => {
          const at = (start: number) => ({
            data: room?.data.subarray(start, start + 35) as Float32Array,
            shape: [5, 7],
          })
          at(35).data.set(source.data)
          const out = at(35 + shift)
          expect(operation(at(35), out)).toBe(out)
          expect(at(35 + shift).data, `operation ${i}, shift ${shift}`).toEqual(expected[i])
        })
      }
    }
  })

  test('matmul over either factor', () => {
    const [a, b] = [random.tensor(9, 9), random.tensor(9, 9)]
    const expected = library.wf.matmul(a, b).data
    withTensors([a, b, [9, 9]], (ha, hb, out) => {
      const [x, y] = [ha as HeapTensor, hb as HeapTensor]
      expect(library.wf.matmul(x, y, { out }).data).toEqual(expected)
      expect([x.data, y.data]).toEqual([a.data, b.data])
      expect(library.wf.matmul(x, b, { out: x }).data).toEqual(expected)
      expect(library.wf.matmul(a, y, { out: y }).data).toEqual(expected)
    })
  })

  test('rotate into room for wider rows, also where x lies in it', () => {
    const position = { type: 'pope' } as const
    const x = random.tensor(2, 3, 4)
    const expected = library.wf.rotate(position, x)
    expect(expected.shape).toEqual([2, 3, 8])
    withTensors([[2, 3, 8]], (room) => {
      for (const start of [0, 24]) {
        const inside = { data: room?.data.subarray(start, start + 24) as Float32Array, shape: [2, 3, 4] }
        inside.data.set(x.data)
        expect(library.wf.rotate(position, inside, { out: room })).toBe(room)
        expect(room?.data).toEqual(expected.data)
      }
    })
  })

  test('tables and projections may lie there too', () => {
    const table = random.tensor(12, 8)
    const position = { type: 'learned', table } as const
    const projections = { query: random.tensor(32, 8), key: random.tensor(16, 8) }
    const options = { position, projections, return: ['ledger'] } as const
    const expected = library.wf.attention(q, k, v, options)
    withTensors([table, projections.query, projections.key], (...tensors) => {
      const [t, query, key] = tensors as [HeapTensor, HeapTensor, HeapTensor]
      const heap = { ...options, position: { ...position, table: t }, projections: { query, key } }
      expect(library.wf.attention(q, k, v, heap)).toEqual(expected)
    })
  })

  test('in place means without memory for a copy', async () => {
    const wf = await load()
    const [x, y] = [wf.tensor([8, 2 ** 18]), wf.tensor([8, 2 ** 18])] // 8 MB each, where the core starts with 4
    const view = x.data
    wf.softmax(x, { out: y })
    wf.rmsNorm(x, { out: x })
    wf.rotate(
      { type: 'rope' },
      { data: x.data, shape: [2 ** 10, 2 ** 4, 2 ** 7] },
      { out: { data: y.data, shape: [2 ** 10, 2 ** 4, 2 ** 7] } },
    )
    expect(x.data).toBe(view)
    x.dispose()
    y.dispose()
  })

  test('memory that grows during a call loses neither inputs nor the output', async () => {
    const wf = await load()
    const tokens = 1536
    const source = [random.tensor(1, tokens, 16), random.tensor(1, tokens, 16)] as const
    const [key, out] = [wf.tensor(source[1]), wf.tensor([1, tokens, 16])]
    const before = key.data.buffer
    const options = { position: { type: 'rope' }, return: ['weights'] } as const // 9 MB of weights
    const { weights } = wf.attention(source[0], key, key, { ...options, out })
    expect(before.byteLength, 'the memory must have grown').toBe(0)
    const expected = library.wf.attention(source[0], source[1], source[1], options)
    expect(out.data).toEqual(expected.output.data)
    expect(sameBits(weights, expected.weights)).toBe(true)
    key.dispose()
    out.dispose()
  })
})

describe('room for rotated rows', () => {
  const x = random.tensor(2, 3, 4)

  test('is filled and answered', () => {
    const out = { data: new Float32Array(24), shape: [2, 3, 4] }
    expect(library.wf.rotate({ type: 'rope' }, x, { out })).toBe(out)
    expect(out.data).toEqual(library.wf.rotate({ type: 'rope' }, x).data)
  })

  test('must have their shape, and is left alone when it has not', () => {
    const { wf } = library
    const rotate = (shape: number[], position: 'rope' | 'pope' = 'rope') => {
      const out = { data: new Float32Array(shape.reduce((a, b) => a * b)), shape }
      const error = refusalOf(() => wf.rotate({ type: position }, x, { out }))
      expect(out.data.every((value) => value === 0)).toBe(true)
      return error
    }
    expectError(rotate([3, 2, 4]), 'ERR_SHAPE', 'options.out', '[2, 3,')
    expectError(rotate([2, 3, 8]), 'ERR_SHAPE', 'options.out', '[2, 3, 4]')
    expectError(rotate([2, 3, 4], 'pope'), 'ERR_SHAPE', 'options.out', '[2, 3, 8]')
    expectError(rotate([24]), 'ERR_SHAPE', 'options.out')
  })
})

describe('memory that is no live tensor’s', () => {
  const words = ['belongs to no live tensor', 'disposed of']
  const shape = [64]

  /** Whatever takes a tensor, as input and as output. */
  function refuseEverywhere(wf: Whereformer, data: Float32Array): void {
    const view = { data, shape: [data.length] }
    const other = random.tensor(data.length)
    expectRefusal(() => wf.softmax(other, { out: view }), 'ERR_DISPOSED', 'options.out.data', ...words)
    expectRefusal(() => wf.softmax(view), 'ERR_DISPOSED', 'x.data', ...words)
    expectRefusal(() => wf.rmsNorm(other, { weight: view }), 'ERR_DISPOSED', 'options.weight.data', ...words)
    expectRefusal(() => wf.tensor(view), 'ERR_DISPOSED', 'source.data', ...words)
    const rows = { data, shape: [1, data.length, 1] }
    const attend = (out: Tensor) => wf.attention(rows, rows, rows, { out })
    expectRefusal(() => attend(rows), 'ERR_DISPOSED', 'query.data', ...words)
    const table = { data, shape: [data.length, 1] }
    const position = { type: 'learned', table } as const
    expectRefusal(() => wf.embed(position, { length: 2, dim: 1 }), 'ERR_DISPOSED', 'position.table.data')
  }

  test('a view of a tensor that was disposed of, and a part of it', () => {
    const { wf } = library
    const tensor = wf.tensor(shape)
    const { data } = tensor
    tensor.dispose()
    refuseEverywhere(wf, data)
    refuseEverywhere(wf, data.subarray(3, 9))
    const mask = { data: new Uint8Array(data.buffer, data.byteOffset, 1), shape: [1, 1] }
    const one = random.tensor(1, 1, 1)
    expectRefusal(() => wf.attention(one, one, one, { attnMask: mask }), 'ERR_DISPOSED', 'attnMask.data')
  })

  test('nothing is written there, though another tensor lies there now', () => {
    const { wf } = library
    for (let round = 0; round < 300; round++) {
      const old = wf.tensor(shape)
      const { data } = old
      old.dispose()
      const next = wf.tensor(random.tensor(64))
      const before = next.data.slice()
      expectRefusal(() => wf.softmax(random.tensor(64), { out: { data, shape } }), 'ERR_DISPOSED')
      expect(next.data).toEqual(before)
      next.dispose()
    }
    expect(wf.liveHandles()).toBe(0)
  })

  test('what lies between, before and behind tensors', () => {
    const { wf } = library
    withTensors([shape, shape, shape], (...tensors) => {
      const [first, second, third] = [...tensors].sort((a, b) => a.data.byteOffset - b.data.byteOffset)
      const { buffer, byteOffset } = (second as HeapTensor).data
      refuseEverywhere(wf, new Float32Array(buffer, byteOffset, 65))
      refuseEverywhere(wf, new Float32Array(buffer, byteOffset - 4, 2))
      refuseEverywhere(wf, new Float32Array(buffer, byteOffset + 63 * 4, 2))
      refuseEverywhere(wf, new Float32Array(buffer, 1024, 64))
      refuseEverywhere(wf, new Float32Array(buffer, buffer.byteLength - 256, 64))
      for (const tensor of [first, second, third]) {
        const within = { data: (tensor as HeapTensor).data.subarray(1, 63), shape: [62] }
        expect(wf.softmax(within, { out: within })).toBe(within)
      }
    })
  })

  test('tensors that come and go in any order are distinguished', () => {
    const { wf } = library
    const live = new Set<HeapTensor>()
    const dead: Float32Array[] = []
    for (let step = 0; step < 400; step++) {
      if (random.integer(0, 2) > 0) live.add(wf.tensor([random.integer(1, 40)]))
      const one = [...live][random.integer(0, live.size - 1)]
      if (one && random.flag()) {
        dead.push(one.data)
        one.dispose()
        live.delete(one)
      }
    }
    for (const data of dead) {
      expectRefusal(() => wf.softmax({ data, shape: [data.length] }), 'ERR_DISPOSED')
    }
    for (const tensor of live) {
      const { data, shape } = tensor
      const part = { data: data.subarray(data.length >> 1), shape: [data.length - (data.length >> 1)] }
      expect(wf.softmax(part, { out: part })).toBe(part)
      expect(wf.softmax({ data, shape })).toMatchObject({ shape })
      tensor.dispose()
    }
  })

  test('a view from before the memory grew', async () => {
    const wf = await load()
    const tensor = wf.tensor(shape)
    const { data } = tensor
    grow(wf, data)
    const words = ['a detached buffer', 'memory has grown']
    expectRefusal(() => wf.softmax(random.tensor(64), { out: { data, shape } }), 'ERR_VALUE', ...words)
    expectRefusal(() => wf.softmax({ data, shape }), 'ERR_VALUE', ...words)
    expect(wf.softmax(random.tensor(64), { out: tensor })).toBe(tensor)
    const fresh = tensor.data
    tensor.dispose()
    expectRefusal(() => wf.softmax({ data: fresh, shape }), 'ERR_DISPOSED', 'x.data')
  })

  test('of another instance is refused likewise', async () => {
    const other = await load()
    const tensor = other.tensor(shape)
    const { data } = tensor
    tensor.dispose()
    expectRefusal(() => library.wf.softmax({ data, shape }), 'ERR_DISPOSED', 'x.data')
  })
})

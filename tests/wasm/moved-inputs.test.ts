// Code of the caller that runs while a call reads its arguments (getters, custom encodings) may free inputs, make the memory grow, or give
// arrays away: the right numbers or a refusal that names the argument, never the numbers of another tensor.

import { describe, expect, test } from 'vitest'
import {
  type AttentionOptions,
  type HeapTensor,
  load,
  rotateByTables,
  type Tensor,
  type TensorLike,
  type Whereformer,
} from 'whereformer'
import { Random } from '../support/random.js'

const random = new Random(34)
const NAMES = ['first', 'second', 'third', 'out'] as const
type Name = (typeof NAMES)[number]
type Inputs = Record<Name, TensorLike>

interface Operation {
  shapes: Partial<Record<Name, readonly number[]>>
  /** `hook` runs code of the caller after the inputs were named. */
  run: (wf: Whereformer, inputs: Inputs, hook: () => void) => Tensor
}

/** An object whose last field runs code when it is read. */
const reading = <T extends object>(fields: T, key: string, value: unknown, hook: () => void): T =>
  Object.defineProperty(fields, key, {
    enumerable: true,
    get: () => {
      hook()
      return value
    },
  })

const late = (length: number, hook: () => void) => reading([...Array(length).keys()], '0', 0, hook)
const rows = [2, 6, 4] as const
const attend = (options: (inputs: Inputs, hook: () => void) => AttentionOptions): Operation => ({
  shapes: { first: rows, second: rows, third: rows, out: rows },
  run: (wf, inputs, hook) =>
    wf.attention(inputs.first, inputs.second, inputs.third, {
      ...options(inputs, hook),
      out: inputs.out as Tensor,
    }).output,
})
const ends = (tensor: TensorLike, hook: () => void) =>
  reading({ shape: tensor.shape }, 'data', tensor.data, hook)

const operations: Record<string, Operation> = {
  'attention, positions': attend((_, hook) => ({
    position: { type: 'rope' },
    positions: { query: late(6, hook), key: late(6, () => {}) },
  })),
  'attention, custom bias': attend((_, hook) => ({
    position: {
      type: 'custom',
      bias: (head, query, key) => {
        hook()
        return (head + 1) * (key - query)
      },
    },
  })),
  'attention, projections': attend((_, hook) => ({
    projections: { query: ends(random.tensor(8, 3), hook) as Tensor },
  })),
  'attention, positions of sequences': {
    shapes: { first: [2, 2, 6, 4], second: [2, 2, 6, 4], third: [2, 2, 6, 4], out: [2, 2, 6, 4] },
    run: (wf, { first, second, third, out }, hook) =>
      wf.attention(first, second, third, {
        position: { type: 'rope' },
        positions: { query: [late(6, hook), late(6, hook)], key: [late(6, hook), late(6, hook)] },
        out: out as Tensor,
      }).output,
  },
  'attention, mask before positions of sequences': {
    shapes: { first: [2, 1, 4, 4], second: [2, 1, 4, 4], third: [2, 1, 4, 4], out: [4, 4] },
    run: (wf, { first, second, third, out }, hook) =>
      wf.attention(first, second, third, {
        attnMask: out,
        positions: { query: [late(4, hook), late(4, hook)] },
      }).output,
  },
  'attention, mask before projections': {
    shapes: { first: rows, second: rows, third: rows, out: [6, 6] },
    run: (wf, { first, second, third, out }, hook) =>
      wf.attention(first, second, third, {
        attnMask: out,
        projections: { query: ends({ data: new Float32Array(24), shape: [8, 3] }, hook) as Tensor },
      }).output,
  },
  matmul: {
    shapes: { first: [3, 4], second: [4, 5], out: [3, 5] },
    run: (wf, { first, second, out }, hook) => wf.matmul(first, second, reading({}, 'out', out, hook)),
  },
  softmax: {
    shapes: { first: [3, 4], out: [3, 4] },
    run: (wf, { first, out }, hook) => wf.softmax(first, reading({}, 'out', out, hook)),
  },
  layerNorm: {
    shapes: { first: [3, 4], second: [4], third: [4], out: [3, 4] },
    run: (wf, { first, second, third, out }, hook) =>
      wf.layerNorm(first, { weight: second, bias: third, out: ends(out, hook) as Tensor }),
  },
  rmsNorm: {
    shapes: { first: [3, 4], second: [4], out: [3, 4] },
    run: (wf, { first, second, out }, hook) =>
      wf.rmsNorm(first, { weight: second, out: ends(out, hook) as Tensor }),
  },
  rotate: {
    shapes: { first: rows, out: rows },
    run: (wf, { first, out }, hook) =>
      wf.rotate({ type: 'rope' }, first, { positions: late(6, hook), out: out as Tensor }),
  },
  'rotate, positions of sequences': {
    shapes: { first: rows, out: rows },
    run: (wf, { first, out }, hook) =>
      wf.rotate({ type: 'rope' }, first, { positions: [late(6, hook), late(6, hook)], out: out as Tensor }),
  },
  rotateByTables: {
    shapes: { first: rows, second: [6, 2], third: [6, 2], out: rows },
    run: (_, { first, second, third, out }, hook) =>
      rotateByTables(first, { cos: second, sin: third }, { positions: late(6, hook), out: out as Tensor }),
  },
  embed: {
    shapes: { first: [6, 4] },
    run: (wf, { first }, hook) =>
      wf.embed({ type: 'learned', table: first as Tensor }, { positions: late(6, hook), dim: 4 }),
  },
}

const values = (seed: number, shape: readonly number[]): Tensor => new Random(seed).tensor(...shape)
const sources = (shapes: Operation['shapes']) =>
  NAMES.flatMap((name, i) => (shapes[name] ? [[name, values(i, shapes[name])] as const] : []))

const copyOf = ({ data, shape }: TensorLike): Tensor => ({ data: data.slice(), shape: [...shape] })

/** Once. */
const once = (work: () => void) => {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}

const cases = Object.entries(operations).flatMap(([name, { shapes }]) =>
  NAMES.filter((input) => shapes[input]).map((input) => [name, input] as const),
)

describe('memory of WebAssembly', () => {
  test.each(cases)('%s: %s is disposed of, and another tensor lies there', async (name, freed) => {
    const { shapes, run } = operations[name] as Operation
    const wf = await load()
    const plain = Object.fromEntries(sources(shapes)) as unknown as Inputs
    const expected = copyOf(run(wf, { ...plain, out: plain.out && copyOf(plain.out) }, () => {})).data
    const heap = Object.fromEntries(sources(shapes).map(([key, one]) => [key, wf.tensor(one)])) as Record<
      Name,
      HeapTensor
    >
    const others: HeapTensor[] = []
    const hook = once(() => {
      heap[freed].dispose()
      const shape = shapes[freed] as readonly number[]
      for (let i = 0; i < 8; i++)
        others.push(wf.tensor({ data: new Float32Array(shape.reduce((a, b) => a * b)).fill(7), shape }))
    })
    try {
      expect(copyOf(run(wf, heap, hook)).data).toEqual(expected)
    } catch (error) {
      expect(error).toMatchObject({ name: 'WhereformerError', code: 'ERR_DISPOSED' })
    }
    for (const other of others)
      expect(
        [...other.data].every((x) => x === 7),
        'nothing was written there',
      ).toBe(true)
    expect(() => wf.softmax(values(1, [3]))).not.toThrow()
  })

  test.each(Object.keys(operations))('%s: it grows', async (name) => {
    const { shapes, run } = operations[name] as Operation
    const wf = await load()
    const plain = Object.fromEntries(sources(shapes)) as unknown as Inputs
    const expected = copyOf(run(wf, { ...plain, out: plain.out && copyOf(plain.out) }, () => {})).data
    const heap = Object.fromEntries(sources(shapes).map(([key, one]) => [key, wf.tensor(one)])) as Record<
      Name,
      HeapTensor
    >
    const before = heap.first.data
    const hook = once(() => {
      for (let megabytes = 8; before.buffer.byteLength > 0; megabytes *= 2)
        wf.tensor([megabytes, 2 ** 18]).dispose()
    })
    // `ends` reads heap tensors before the growth; the array that it then hands over is refused
    try {
      expect(copyOf(run(wf, heap, hook)).data).toEqual(expected)
    } catch (error) {
      expect(error).toMatchObject({ name: 'WhereformerError', code: 'ERR_VALUE' })
      expect((error as Error).message).toContain('options.out.data: got a detached buffer')
    }
    expect(before.buffer.byteLength, 'the memory must have grown').toBe(0)
  })
})

describe('an array of the caller that is given away', () => {
  const wanted = cases.filter(([name]) => name !== 'embed')
  test.each(wanted)('%s: %s', async (name, gone) => {
    const { shapes, run } = operations[name] as Operation
    const wf = await load()
    const plain = Object.fromEntries(sources(shapes)) as unknown as Inputs
    const expected = copyOf(run(wf, { ...plain, out: plain.out && copyOf(plain.out) }, () => {})).data
    const { data } = plain[gone]
    const hook = once(() => void structuredClone(data.buffer, { transfer: [data.buffer as ArrayBuffer] }))
    try {
      expect(copyOf(run(wf, plain, hook)).data).toEqual(expected)
    } catch (error) {
      expect(error).toMatchObject({ name: 'WhereformerError', code: 'ERR_VALUE' })
    }
  })
})

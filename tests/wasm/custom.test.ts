// Encodings of the caller as functions, and rotation by tables of the caller.

import { describe, expect, test } from 'vitest'
import {
  type CustomOptions,
  customPosition,
  type Position,
  type RopePosition,
  rotateByTables,
  type Tensor,
  type TrainerOptions,
} from 'whereformer'
import { expectClose } from '../support/close.js'
import type { EncodingCase } from '../support/encoding-cases.js'
import { expectRefusal } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const [HEADS, TOKENS] = [4, 6]
const tensor = (seed: number, shape: number[]): Tensor => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => Math.sin(seed + 1.7 * i)),
  shape,
})
const [q, k, v] = [1, 2, 3].map((seed) => tensor(seed, [HEADS, TOKENS, 8])) as [Tensor, Tensor, Tensor]
const slope = (head: number) => 2 ** (-2 * (head + 1)) // ALiBi of four heads

describe('a custom encoding', () => {
  test('in a trainer it is where a table by distance starts from', async () => {
    const byDistance = (head: number, distance: number) => slope(head) * distance
    const batch = { inputIds: [[0, 1, 2, 3, 4, 5]], targets: [[1, 2, 3, 4, 5, 6]] }
    const losses = async (position: TrainerOptions['model']['position']) => {
      const model = {
        layers: 1,
        heads: HEADS,
        dModel: 16,
        vocab: 7,
        length: TOKENS,
        ...(position && { position }),
      }
      const trainer = await library.wf.trainer({ model, seed: 3 })
      const found = [1, 2, 3].map(() => trainer.step(batch).loss)
      trainer.dispose()
      return found
    }
    const table = customPosition({ heads: HEADS, length: TOKENS, byDistance })
    const alone = await losses({ type: 'custom', byDistance })
    expect(alone).toEqual(await losses(table as never))
    expect(await losses([{ type: 'custom', byDistance }])).toEqual(alone)
    expect(alone[0]).not.toBe((await losses(undefined))[0])
  })

  test('ALiBi in one line is ALiBi', () => {
    const wanted = library.wf.attention(q, k, v, { position: { type: 'alibi' }, return: ['weights'] })
    for (const custom of [
      { bias: (head: number, query: number, key: number) => slope(head) * (key - query) },
      { byDistance: (head: number, distance: number) => slope(head) * distance },
    ]) {
      const made = library.wf.attention(q, k, v, {
        position: { type: 'custom', ...custom },
        return: ['weights'],
      })
      expectClose(made.output.data, wanted.output.data, { absolute: 1e-6 })
      expectClose(made.weights?.data ?? [], wanted.weights?.data ?? [], { absolute: 1e-6 })
      const options = { heads: HEADS, queries: TOKENS, keys: TOKENS }
      expectClose(
        library.wf.bias({ type: 'custom', ...custom }, options).data,
        library.wf.bias({ type: 'alibi' }, options).data,
        { absolute: 1e-7 },
      )
    }
  })

  test('composes, and follows position ids and their gaps', () => {
    const positions = { query: [0, 3, 4, 9, 10, 11], key: [0, 3, 4, 9, 10, 11] }
    const alibi: Position = [{ type: 'rope' }, { type: 'alibi' }]
    const position = [
      { type: 'rope' as const },
      { type: 'custom' as const, byDistance: (head: number, d: number) => -slope(head) * Math.abs(d) },
    ]
    const wanted = library.wf.attention(q, k, v, { position: alibi, positions, isCausal: true })
    expectClose(
      library.wf.attention(q, k, v, { position, positions, isCausal: true }).output.data,
      wanted.output.data,
      { absolute: 1e-6 },
    )
  })

  test('of pairs, as the added mask of the same numbers', () => {
    const bias = (head: number, query: number, key: number) => Math.sin(head + query * key)
    const data = Float32Array.from({ length: HEADS * TOKENS * TOKENS }, (_, i) =>
      bias(Math.floor(i / TOKENS / TOKENS), Math.floor(i / TOKENS) % TOKENS, i % TOKENS),
    )
    const wanted = library.wf.attention(q, k, v, { attnMask: { data, shape: [HEADS, TOKENS, TOKENS] } })
    expectClose(
      library.wf.attention(q, k, v, { position: { type: 'custom', bias } }).output.data,
      wanted.output.data,
      { absolute: 1e-6 },
    )
    expect(customPosition({ heads: HEADS, length: TOKENS, bias })).toMatchObject({ type: 'graphormer' })
  })

  test.each<[string, (query: number, key: number) => boolean]>([
    ['of distances', (query, key) => key <= query && query - key < 3],
    ['of pairs', (query, key) => key === 0 || (query + key) % 2 === 0],
  ])('visible %s hides keys, NaN included', (_, visible) => {
    const data = Uint8Array.from({ length: TOKENS * TOKENS }, (_, i) =>
      Number(visible(Math.floor(i / TOKENS), i % TOKENS)),
    )
    const broken = { data: v.data.slice(), shape: v.shape }
    const wanted = library.wf.attention(q, k, broken, {
      attnMask: { data, shape: [TOKENS, TOKENS] },
      return: ['weights'],
    })
    const made = library.wf.attention(q, k, broken, {
      position: { type: 'custom', visible },
      return: ['weights'],
    })
    expectClose(made.weights?.data ?? [], wanted.weights?.data ?? [], { absolute: 1e-6 })
    expectClose(
      library.wf.attention(q, k, broken, { position: { type: 'custom', visible } }).output.data,
      wanted.output.data,
      { absolute: 1e-6 },
    )
  })

  test('long enough for the streaming kernels', () => {
    const [a, b, c] = [4, 5, 6].map((seed) => tensor(seed, [2, 150, 16])) as [Tensor, Tensor, Tensor]
    const visible = (query: number, key: number) => query - key < 20
    const byDistance = (head: number, distance: number) => -0.1 * (head + 1) * Math.abs(distance)
    const bias = Float32Array.from({ length: 2 * 150 * 150 }, (_, i) => {
      const [head, query, key] = [Math.floor(i / 22500), Math.floor(i / 150) % 150, i % 150]
      return visible(query, key) ? byDistance(head, key - query) : -Infinity
    })
    const wanted = library.wf.attention(a, b, c, {
      attnMask: { data: bias, shape: [2, 150, 150] },
      isCausal: true,
    })
    const made = library.wf.attention(a, b, c, {
      position: { type: 'custom', byDistance, visible },
      isCausal: true,
    })
    expectClose(made.output.data, wanted.output.data, { absolute: 2e-6 })
  })

  test('as plain tables runs in a model, and is measured', async () => {
    using model = await library.wf.loadModel(goldenModel('llama-f16-gqa').request)
    const { heads } = model.spec
    const inputIds = [1, 2, 3, 4, 5, 6, 7]
    const custom = customPosition({
      heads,
      length: 7,
      byDistance: (head, d) => -(2 ** ((-8 * (head + 1)) / heads)) * Math.abs(d),
    })
    expect(JSON.parse(JSON.stringify({ type: (custom as { type: string }).type }))).toEqual({
      type: 'relativeBias',
    })
    const { logits } = model.forward({ inputIds }, { position: custom })
    expect(logits.data.every(Number.isFinite)).toBe(true)
    expect(logits.data).not.toEqual(model.forward({ inputIds }, { position: { type: 'none' } }).logits.data)
    const properties = library.wf.measure(
      customPosition({ heads: 2, length: 64, byDistance: (_, d) => -Math.abs(d) }),
      { heads: 2, length: 32 } as never,
    )
    expect(properties).toBeDefined()
  })

  type Case = [string, Partial<CustomOptions>, string, ...string[]]
  test.each<Case>([
    ['no function', {}, 'ERR_VALUE', 'bias, byDistance or visible'],
    ['no heads', { heads: 0, bias: () => 0 }, 'ERR_VALUE', 'options.heads'],
    [
      '64 heads of 4096',
      { heads: 64, length: 4096, bias: () => expect.fail('called') },
      'ERR_VALUE',
      '4096 positions, 1073741824 calls',
      '16777216',
    ],
    ['too long', { length: 5000, bias: () => 0 }, 'ERR_VALUE', 'options.length', '4096'],
    [
      'NaN',
      { bias: (_, query) => (query === 2 ? Number.NaN : 0) },
      'ERR_VALUE',
      'options.bias',
      'NaN for head 0, query 2',
    ],
    ['Infinity', { byDistance: () => Infinity }, 'ERR_VALUE', 'options.byDistance'],
    ['text', { bias: (() => 'a') as never }, 'ERR_VALUE', '"a" for head 0'],
    ['no function', { bias: 1 as never }, 'ERR_TYPE', 'options.bias'],
    ['an unknown option', { slope: 1 } as never, 'ERR_VALUE', 'options.slope'],
  ])('refuses %s', (_, options, code, ...words) => {
    expectRefusal(() => customPosition({ heads: 2, length: 4, ...options }), code, ...words)
  })

  test('refuses far positions', () => {
    const far = { query: [0, 1, 2, 3, 4, 9000], key: [0, 1, 2, 3, 4, 9000] }
    const position = { type: 'custom' as const, bias: () => 0 }
    expectRefusal(
      () => library.wf.attention(q, k, v, { position, positions: far }),
      'ERR_VALUE',
      'options.position',
      '4 heads and 9001 positions',
      '16777216',
    )
  })
})

describe('rotation by tables', () => {
  const turned = (length: number, pairs: number, base: number) => {
    const angle = (i: number) => Math.floor(i / pairs) * base ** (-(i % pairs) / pairs)
    const table = (f: (x: number) => number) => ({
      data: Float32Array.from({ length: length * pairs }, (_, i) => f(angle(i))),
      shape: [length, pairs],
    })
    return { cos: table(Math.cos), sin: table(Math.sin) }
  }

  test.each(['half', 'interleaved'] as const)('is RoPE with its cosines and sines: %s', (layout) => {
    const x = tensor(7, [2, HEADS, TOKENS, 8])
    const close = { absolute: 1e-6 }
    const tables = turned(40, 4, 10000)
    expectClose(
      rotateByTables(x, tables, { layout }).data,
      library.wf.rotate({ type: 'rope', layout }, x).data,
      close,
    )
    const positions = [0, 5, 6, 20, 30, 39]
    expectClose(
      rotateByTables(x, tables, { layout, positions }).data,
      library.wf.rotate({ type: 'rope', layout }, x, { positions }).data,
      close,
    )
    const each = [positions, [1, 2, 3, 4, 5, 6]]
    expectClose(
      rotateByTables(x, tables, { layout, positions: each }).data,
      library.wf.rotate({ type: 'rope', layout }, x, { positions: each }).data,
      close,
    )
    const partial = turned(TOKENS, 2, 10000)
    expectClose(
      rotateByTables(x, partial, { layout }).data,
      library.wf.rotate({ type: 'rope', layout, rotaryDim: 4 }, x).data,
      close,
    )
  })

  test('of transformers: golden rows', () => {
    const file = golden<EncodingCase>('encodings/rope.safetensors')
    let compared = 0
    for (const [name, { op, position }] of file.cases) {
      const { base = 10000, layout = 'half', rotaryDim = 0, type: _, ...more } = position as RopePosition
      if (op !== 'rotate' || Object.keys(more).length) continue
      const [x, positions] = [file.tensor(`${name}.x`), [...file.values(`${name}.positions`)]]
      if (positions.some((p) => !Number.isInteger(p) || p > 4096)) continue
      const pairs = (rotaryDim || (x.shape.at(-1) ?? 0)) / 2
      const tables = turned(Math.max(...positions) + 1, pairs, base)
      const made = rotateByTables(x, tables, { positions, heads: 1, layout })
      expectClose(made.data, file.tensor(`${name}.expected`).data, { absolute: 2e-6, relative: 1e-6 })
      compared++
    }
    expect(compared).toBeGreaterThanOrEqual(14)
  })

  test('a row per token, and into x', () => {
    const x = tensor(8, [2, TOKENS, 8])
    const { cos, sin } = turned(2 * TOKENS, 4, 100)
    const shape = [2, TOKENS, 4]
    const wanted = library.wf.rotate({ type: 'rope', base: 100 }, x, {
      positions: [
        [0, 1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10, 11],
      ],
    })
    const made = rotateByTables(x, { cos: { ...cos, shape }, sin: { ...sin, shape } }, { out: x })
    expect(made).toBe(x)
    expectClose(x.data, wanted.data, { absolute: 1e-6 })
  })

  const onnx = golden<{ layout: 'half' | 'interleaved' }>('onnx_rotary.safetensors')

  test.each(onnx.cases)('ONNX’s [batch, tokens, heads · headDim], %s', (name, { layout }) => {
    const x = onnx.tensor('x')
    const tables = { cos: onnx.tensor(`${name}.cos`), sin: onnx.tensor(`${name}.sin`) }
    const given = [...onnx.values('positions')]
    const positions = [given.slice(0, 3), given.slice(3)]
    const made = rotateByTables(x, tables, { layout, positions, heads: 2 })
    expect(made.shape).toEqual(x.shape)
    expectClose(made.data, onnx.tensor(`${name}.output`).data, onnx.tolerance)
    expectRefusal(
      () => rotateByTables(x, tables, { layout, positions }),
      'ERR_VALUE',
      'options.heads',
      '[batch, tokens, heads · headDim]',
    )
    expectRefusal(() => rotateByTables(x, tables, { heads: 3 }), 'ERR_SHAPE', 'options.heads', '16 columns')
    const apart = { ...x, shape: [2, 3, 2, 8] }
    expectRefusal(() => rotateByTables(apart, tables, { heads: 2 }), 'ERR_VALUE', 'options.heads')
  })

  test('what is refused', () => {
    const x = tensor(9, [1, 3, 4])
    const { cos, sin } = turned(2, 2, 10)
    expectRefusal(() => rotateByTables(x, { cos, sin }), 'ERR_SHAPE', 'tables.cos', '2 rows', '3')
    expectRefusal(
      () => rotateByTables(x, { cos, sin }, { positions: [0, 1, 2] }),
      'ERR_VALUE',
      'options.positions[0][2]',
      '2',
    )
    expectRefusal(
      () => rotateByTables(x, { cos, sin }, { positions: [0, 1] }),
      'ERR_SHAPE',
      'options.positions',
    )
    expectRefusal(
      () => rotateByTables(x, { cos, sin: turned(2, 1, 10).sin }),
      'ERR_SHAPE',
      'tables.sin',
      '[2, 2]',
    )
    expectRefusal(() => rotateByTables(x, turned(3, 3, 10)), 'ERR_SHAPE', 'tables.cos', '3 columns', '2')
    expectRefusal(() => rotateByTables(x, undefined as never), 'ERR_TYPE', 'tables')
  })
})

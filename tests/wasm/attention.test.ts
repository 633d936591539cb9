import { describe, expect, test } from 'vitest'
import type { AttentionOptions, Position, PositionEncoding, Tensor } from 'whereformer'
import { expectClose, type Tolerance } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'
import { type ReferenceOptions, referenceAttention } from '../support/reference-attention.js'

const library = useLibrary()

interface Case {
  position: (PositionEncoding | { type: 't5'; table: string })[]
  causal: boolean
  causalOffset: number
  windowLeft: number
  windowRight: number
  scale: number | null
  softcap: number
  softcapWhere: 'beforeBias' | 'afterBias'
  tolerance?: Tolerance
}

describe('golden', () => {
  const { cases, tolerance, tensor, values, has } = golden<Case>('attention.safetensors')

  const optionsOf = (name: string, c: Case): AttentionOptions => {
    const options: AttentionOptions = {
      position: c.position.map((p) =>
        'table' in p && p.table === 'table' ? { ...p, table: tensor(`${name}.table`) } : p,
      ) as Position,
      isCausal: c.causal,
      causalAlignment: c.causalOffset === 0 ? 'top-left' : 'bottom-right',
      softcap: c.softcap,
      softcapWhere: c.softcapWhere,
      return: ['weights', 'scores'],
    }
    // not T5's own scale
    options.scale = c.scale ?? 1 / Math.sqrt(tensor(`${name}.query`).shape[3] as number)
    if (c.windowLeft >= 0 || c.windowRight >= 0)
      options.window = [unlimited(c.windowLeft), unlimited(c.windowRight)]
    if (has(`${name}.sinks`)) options.sinks = tensor(`${name}.sinks`)
    if (has(`${name}.mask`)) options.attnMask = tensor(`${name}.mask`) as never
    if (has(`${name}.maskBias`)) options.attnMask = tensor(`${name}.maskBias`)
    if (has(`${name}.queryPositions`)) {
      options.positions = { query: values(`${name}.queryPositions`), key: values(`${name}.keyPositions`) }
    }
    // an offset that is neither corner: say where the queries stand
    const [queries = 0, keys = 0] = [tensor(`${name}.query`).shape[2], tensor(`${name}.key`).shape[2]]
    if (c.causalOffset !== 0 && c.causalOffset !== keys - queries) {
      options.positions = { query: Array.from({ length: queries }, (_, i) => i + c.causalOffset) }
    }
    return options
  }

  test.each(cases)('%s', (name, c) => {
    const [query, key, value] = ['query', 'key', 'value'].map((part) => tensor(`${name}.${part}`)) as [
      Tensor,
      Tensor,
      Tensor,
    ]
    const result = library.wf.attention(query, key, value, optionsOf(name, c))
    for (const part of ['output', 'weights', 'scores'] as const) {
      const expected = tensor(`${name}.${part}`)
      expect(result[part]?.shape).toEqual(expected.shape)
      expectClose(result[part]?.data ?? [], expected.data, c.tolerance ?? tolerance)
    }
    const { output } = library.wf.attention(query, key, value, { ...optionsOf(name, c), return: [] })
    expectClose(output.data, tensor(`${name}.output`).data, c.tolerance ?? tolerance)
  })

  test.each(cases)('%s in a shape without batch', (name, c) => {
    const [query, key, value] = ['query', 'key', 'value'].map((part) => tensor(`${name}.${part}`)) as [
      Tensor,
      Tensor,
      Tensor,
    ]
    if (query.shape[0] !== 1) return
    const { output } = library.wf.attention(flat(query), flat(key), flat(value), optionsOf(name, c))
    expect(output.shape).toEqual(tensor(`${name}.output`).shape.slice(1))
    expectClose(output.data, tensor(`${name}.output`).data, c.tolerance ?? tolerance)
  })
})

const unlimited = (side: number) => (side < 0 ? Number.POSITIVE_INFINITY : side)
const flat = ({ data, shape }: Tensor): Tensor => ({ data, shape: shape.slice(1) })

describe('against plain loops in double precision', () => {
  const random = new Random(2026)
  const lengths = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 61]
  const widths = [1, 2, 3, 4, 5, 7, 8, 16, 31, 64]

  test.each(Array.from({ length: 150 }, (_, i) => [i]))('random case %i', () => {
    const kvHeads = random.integer(1, 3)
    const [batch, heads] = [random.integer(1, 2), kvHeads * random.integer(1, 3)]
    const [queries, keys] = [random.pick(lengths), random.pick(lengths)]
    const [dim, valueDim] = [random.pick(widths), random.pick(widths)]
    const query = random.tensor(batch, heads, queries, dim)
    const key = random.tensor(batch, kvHeads, keys, dim)
    const value = random.tensor(batch, kvHeads, keys, valueDim)
    const { options, reference } = randomOptions(random, { batch, heads, queries, keys })
    const { output } = library.wf.attention(query, key, value, options)
    expectClose(output.data, referenceAttention(query, key, value, reference), {
      absolute: 4e-6 * Math.sqrt(dim),
    })
  })

  test('weights of a row sum to one', () => {
    const [q, k, v] = [random.tensor(2, 33, 8), random.tensor(2, 47, 8), random.tensor(2, 47, 4)]
    const { weights } = library.wf.attention(q, k, v, { return: ['weights'] })
    for (let row = 0; row < 66; row++) {
      const sum = weights?.data.slice(47 * row, 47 * row + 47).reduce((a, b) => a + b, 0)
      expectClose([sum ?? Number.NaN], [1], { absolute: 1e-6 })
    }
  })

  test('one query over many keys, as in decoding', () => {
    const [q, k, v] = [random.tensor(4, 1, 16), random.tensor(2, 500, 16), random.tensor(2, 500, 16)]
    const { output } = library.wf.attention(q, k, v, { isCausal: true, causalAlignment: 'bottom-right' })
    const batched = (t: Tensor) => ({ data: t.data, shape: [1, ...t.shape] })
    expectClose(output.data, referenceAttention(batched(q), batched(k), batched(v)), { absolute: 1e-5 })
  })

  test('positions far out are rotated as exactly as near ones', () => {
    const [q, k, v] = [random.tensor(2, 6, 8), random.tensor(2, 6, 8), random.tensor(2, 6, 8)]
    const at = (shift: number) => {
      const positions = Array.from({ length: 6 }, (_, i) => i + shift)
      return library.wf.attention(q, k, v, {
        position: { type: 'rope' },
        positions: { query: positions, key: positions },
      }).output
    }
    expectClose(at(1_000_000).data, at(0).data, { absolute: 1e-5 })
  })
})

interface Shape {
  batch: number
  heads: number
  queries: number
  keys: number
}

function randomOptions(
  random: Random,
  shape: Shape,
): { options: AttentionOptions; reference: ReferenceOptions } {
  const options: AttentionOptions = {}
  const reference: ReferenceOptions = {}
  const offset = random.flag() ? shape.keys - shape.queries : 0
  const [causal, windowed] = [random.flag(), random.flag()]
  const [left, right] = [random.integer(0, 9), random.integer(0, 9)]
  options.causalAlignment = offset === 0 ? 'top-left' : 'bottom-right'
  if (causal) options.isCausal = true
  if (windowed) options.window = [left, right]
  reference.visible = (i, j) =>
    (!causal || j <= i + offset) && (!windowed || (j >= i + offset - left && j <= i + offset + right))
  if (random.flag()) Object.assign(options, { scale: 0.5 }) && Object.assign(reference, { scale: 0.5 })
  if (random.flag()) {
    const { mask, bias } = randomMask(random, shape)
    options.attnMask = mask
    reference.bias = bias
  }
  return { options, reference }
}

function randomMask(random: Random, { batch, heads, queries, keys }: Shape) {
  const axes = random.pick([[], [1], [heads], [1, 1], [batch, 1], [1, heads], [batch, heads]])
  const mask = random.tensor(...axes, queries, keys)
  mask.data.forEach((_, i) => {
    if (random.next() < 0.3) mask.data[i] = Number.NEGATIVE_INFINITY
  })
  const [maskBatch, maskHeads] = [axes.at(-2) ?? 1, axes.at(-1) ?? 1]
  const bias = (b: number, h: number, i: number, j: number) =>
    mask.data[
      (((maskBatch > 1 ? b : 0) * maskHeads + (maskHeads > 1 ? h : 0)) * queries + i) * keys + j
    ] as number
  return { mask, bias }
}

describe('masked keys', () => {
  const random = new Random(5)
  const [q, k, v] = [random.tensor(1, 3, 4), random.tensor(1, 3, 4), random.tensor(1, 3, 4)]
  const hideLast = { data: Uint8Array.of(1, 1, 0, 1, 1, 0, 1, 1, 0), shape: [3, 3] }

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('never leak %d', (poison) => {
    const [badKey, badValue] = [copy(k), copy(v)]
    badKey.data.fill(poison, 8)
    badValue.data.fill(poison, 8)
    const outputs = (key: Tensor, value: Tensor) => [
      ...library.wf.attention(q, key, value, { attnMask: hideLast }).output.data,
      ...library.wf.attention(q, key, value, { isCausal: true }).output.data.slice(0, 8),
    ]
    expectClose(outputs(badKey, badValue), outputs(k, v), { absolute: 1e-6 })
  })

  test('a row with nothing visible is zero, in output and weights', () => {
    const { output, weights, scores } = library.wf.attention(q, k, v, {
      attnMask: { data: new Uint8Array(9), shape: [3, 3] },
      return: ['weights', 'scores'],
    })
    expect([...output.data]).toEqual(Array(12).fill(0))
    expect([...(weights?.data ?? [])]).toEqual(Array(9).fill(0))
    expect([...(scores?.data ?? [])]).toEqual(Array(9).fill(Number.NEGATIVE_INFINITY))
  })

  test('no keys at all give zeros', () => {
    const none = { data: new Float32Array(0), shape: [1, 0, 4] }
    expect([...library.wf.attention(q, none, none).output.data]).toEqual(Array(12).fill(0))
  })
})

const copy = ({ data, shape }: Tensor): Tensor => ({ data: data.slice(), shape: [...shape] })

describe('inputs and outputs', () => {
  const random = new Random(6)
  const [q, k, v] = [random.tensor(2, 3, 4), random.tensor(2, 3, 4), random.tensor(2, 3, 4)]

  test('inputs stay as they were', () => {
    const before = [copy(q), copy(k), copy(v)]
    library.wf.attention(q, k, v, { position: { type: 'rope' }, isCausal: true })
    expect([q, k, v]).toEqual(before)
  })

  test('out receives the result and is the output', () => {
    const out = { data: new Float32Array(24).fill(Number.NaN), shape: [2, 3, 4] }
    const { output } = library.wf.attention(q, k, v, { out })
    expect(out.data).toEqual(library.wf.attention(q, k, v).output.data)
    expect(output.data.buffer).toBe(out.data.buffer)
  })

  test('out may be a view into a larger array, or an input', () => {
    const big = new Float32Array(30)
    const expected = library.wf.attention(q, k, v).output.data
    library.wf.attention(q, k, v, { out: { data: big.subarray(3, 27), shape: [2, 3, 4] } })
    expect(big.subarray(3, 27)).toEqual(expected)
    expect([...big.subarray(0, 3), ...big.subarray(27)]).toEqual(Array(6).fill(0))
    const same = copy(q)
    library.wf.attention(same, k, v, { out: same })
    expect(same.data).toEqual(expected)
  })

  test('views with an offset are read where they are', () => {
    const shifted = { data: new Float32Array([9, ...q.data, 9]).subarray(1, 25), shape: q.shape }
    expect(library.wf.attention(shifted, k, v).output).toEqual(library.wf.attention(q, k, v).output)
  })

  test('arrays of another realm are arrays', async () => {
    const { runInNewContext } = await import('node:vm')
    const data = runInNewContext('Float32Array.from(numbers)', { numbers: [...q.data] }) as Float32Array
    expect(data instanceof Float32Array).toBe(false)
    expect(library.wf.attention({ data, shape: q.shape }, k, v).output).toEqual(
      library.wf.attention(q, k, v).output,
    )
  })

  test('the same call gives the same bits', () => {
    const options: AttentionOptions = { position: [{ type: 'rope' }, { type: 'alibi' }], isCausal: true }
    expect(library.wf.attention(q, k, v, options)).toEqual(library.wf.attention(q, k, v, options))
  })
})

describe('refusals', () => {
  const t = (...shape: number[]): Tensor => ({
    data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
    shape,
  })
  const [q, k, v] = [t(2, 3, 4), t(2, 5, 4), t(2, 5, 6)]
  const call = (options: unknown) => () => library.wf.attention(q, k, v, options as AttentionOptions)
  const given =
    (query: unknown, key: unknown = k, value: unknown = v) =>
    () =>
      library.wf.attention(query as Tensor, key as Tensor, value as Tensor)
  const detached = new Float32Array(24)
  structuredClone(detached.buffer, { transfer: [detached.buffer] })
  class Liar extends Float32Array {
    override get length() {
      return 24 as never
    }
  }
  const throwing = {
    shape: [2, 3, 4],
    get data(): Float32Array {
      throw new Error('boo')
    },
  }
  const revocable = Proxy.revocable([2, 3, 4], {})
  revocable.revoke()

  test.each<[string, () => unknown, string, ...string[]]>([
    ['no query', given(undefined), 'ERR_TYPE', 'query', 'undefined'],
    ['a bare array', given(q.data), 'ERR_TYPE', 'query'],
    [
      'doubles',
      given({ data: new Float64Array(24), shape: [2, 3, 4] }),
      'ERR_TYPE',
      'query.data',
      'Float64Array',
      'Float32Array',
    ],
    [
      'plain numbers',
      given({ data: Array(24).fill(0), shape: [2, 3, 4] }),
      'ERR_TYPE',
      'query.data',
      'an array of 24',
    ],
    [
      'an impostor',
      given({ data: { [Symbol.toStringTag]: 'Float32Array', length: 24 }, shape: [2, 3, 4] }),
      'ERR_TYPE',
      'query.data',
    ],
    [
      'a lying subclass',
      given({ data: new Liar(2), shape: [2, 3, 4] }),
      'ERR_SHAPE',
      'query.data',
      '2 values',
    ],
    ['a detached buffer', given({ data: detached, shape: [2, 3, 4] }), 'ERR_VALUE', 'query.data', 'detached'],
    [
      'shared memory',
      given({ data: new Float32Array(new SharedArrayBuffer(96)), shape: [2, 3, 4] }),
      'ERR_TYPE',
      'query.data',
      'shared',
    ],
    ['a getter that throws', given(throwing), 'ERR_TYPE', 'query.data'],
    ['a revoked shape', given({ data: q.data, shape: revocable.proxy }), 'ERR_TYPE', 'query.shape'],
    [
      'a proxy that throws',
      given(
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('boo')
            },
          },
        ),
      ),
      'ERR_TYPE',
      'query',
    ],
    ['no shape', given({ data: q.data }), 'ERR_TYPE', 'query.shape'],
    ['a shape of text', given({ data: q.data, shape: ['2', 3, 4] }), 'ERR_TYPE', 'query.shape[0]', '"2"'],
    [
      'a shape with NaN',
      given({ data: q.data, shape: [2, Number.NaN, 4] }),
      'ERR_SHAPE',
      'query.shape[1]',
      'NaN',
    ],
    ['a negative axis', given({ data: q.data, shape: [2, -3, 4] }), 'ERR_SHAPE', 'query.shape[1]', '-3'],
    ['a fractional axis', given({ data: q.data, shape: [2, 1.5, 8] }), 'ERR_SHAPE', 'query.shape[1]', '1.5'],
    [
      'a product that wraps',
      given({ data: new Float32Array(0), shape: [2 ** 32, 2 ** 32, 1] }),
      'ERR_SHAPE',
      'query.shape',
      '2^53',
    ],
    [
      'a shape of four billion axes',
      given({ data: q.data, shape: new Array(2 ** 32 - 1) }),
      'ERR_SHAPE',
      'query.shape',
      'at most 8',
    ],
    [
      'a shape that does not fit the data',
      given({ data: q.data, shape: [2, 3, 5] }),
      'ERR_SHAPE',
      'query.data',
      '24 values',
      '30',
    ],
    ['two axes', given(t(3, 4)), 'ERR_SHAPE', 'query', '3 or 4 axes'],
    ['five axes', given(t(1, 1, 2, 3, 4)), 'ERR_SHAPE', 'query', '3 or 4 axes'],
    ['keys of another rank', given(q, t(1, 2, 5, 4)), 'ERR_SHAPE', 'key', 'like query'],
    ['keys of another width', given(q, t(2, 5, 3)), 'ERR_SHAPE', 'key', '[2, 5, 3]', '[2, 5, 4]'],
    ['values of another length', given(q, k, t(2, 4, 6)), 'ERR_SHAPE', 'value', '[2, 4, 6]', '[2, 5, 6]'],
    ['values of other heads', given(q, k, t(1, 5, 6)), 'ERR_SHAPE', 'value', '[1, 5, 6]'],
    [
      'another batch',
      () => library.wf.attention(t(2, 2, 3, 4), t(1, 2, 5, 4), t(1, 2, 5, 6)),
      'ERR_SHAPE',
      'key',
      '[1, 2, 5, 4]',
    ],
    ['heads that do not divide', given(t(3, 3, 4)), 'ERR_SHAPE', 'key', '2 heads', '3 query heads'],
    ['zero heads', given(t(0, 3, 4), t(0, 5, 4), t(0, 5, 6)), 'ERR_SHAPE', 'at least one head'],
    [
      'zero channels',
      given(t(2, 3, 0), t(2, 5, 0)),
      'ERR_SHAPE',
      'query',
      'at least one head and one channel',
    ],
    ['options that are no object', call(3), 'ERR_TYPE', 'options', '3'],
    ['an unknown option', call({ causal: true }), 'ERR_VALUE', 'options.causal', 'isCausal'],
    [
      'causal with different lengths',
      call({ isCausal: true }),
      'ERR_VALUE',
      'options.causalAlignment',
      '3 queries and 5 keys',
    ],
    ['a window with different lengths', call({ window: [1, 1] }), 'ERR_VALUE', 'options.causalAlignment'],
    [
      'an unknown alignment',
      call({ causalAlignment: 'left' }),
      'ERR_VALUE',
      'causalAlignment',
      'top-left, bottom-right',
    ],
    ['causal as a number', call({ isCausal: 1 }), 'ERR_TYPE', 'options.isCausal'],
    [
      'a window of one',
      call({ window: [1], causalAlignment: 'top-left' }),
      'ERR_SHAPE',
      'options.window',
      '1 items',
    ],
    [
      'a negative window',
      call({ window: [-1, 0], causalAlignment: 'top-left' }),
      'ERR_VALUE',
      'options.window[0]',
      '-1',
    ],
    [
      'a window of NaN',
      call({ window: [0, Number.NaN], causalAlignment: 'top-left' }),
      'ERR_VALUE',
      'options.window[1]',
      'NaN',
    ],
    ['a scale of NaN', call({ scale: Number.NaN }), 'ERR_VALUE', 'options.scale', 'NaN'],
    ['a scale of text', call({ scale: '1' }), 'ERR_TYPE', 'options.scale', '"1"'],
    ['a negative softcap', call({ softcap: -1 }), 'ERR_VALUE', 'options.softcap', '-1'],
    ['an unknown result', call({ return: ['logits'] }), 'ERR_VALUE', 'options.return[0]', '"logits"'],
    ['results as text', call({ return: 'weights' }), 'ERR_TYPE', 'options.return'],
    [
      'a mask of another shape',
      call({ attnMask: t(3, 4) }),
      'ERR_SHAPE',
      'options.attnMask',
      '[3, 4]',
      '3 or 1, 5]',
    ],
    ['a mask of one axis of another length', call({ attnMask: t(4) }), 'ERR_SHAPE', 'options.attnMask'],
    ['a mask of other heads', call({ attnMask: t(3, 3, 5) }), 'ERR_SHAPE', 'options.attnMask', '[3, 3, 5]'],
    [
      'a mask with NaN',
      call({ attnMask: { data: new Float32Array(15).fill(Number.NaN, 7, 8), shape: [3, 5] } }),
      'ERR_VALUE',
      'options.attnMask.data[7]',
      'NaN',
    ],
    [
      'a mask with ∞',
      call({ attnMask: { data: new Float32Array(15).fill(Number.POSITIVE_INFINITY), shape: [3, 5] } }),
      'ERR_VALUE',
      'attnMask.data[0]',
      'Infinity',
    ],
    [
      'a boolean mask with 2',
      call({ attnMask: { data: new Uint8Array(15).fill(2), shape: [3, 5] } }),
      'ERR_VALUE',
      'attnMask.data[0]',
      '2',
    ],
    [
      'a mask of numbers in a list',
      call({ attnMask: { data: Array(15).fill(1), shape: [3, 5] } }),
      'ERR_TYPE',
      'attnMask.data[0]',
    ],
    [
      'too few positions',
      call({ positions: { query: [0, 1] } }),
      'ERR_SHAPE',
      'options.positions.query',
      '2 positions',
      '3',
    ],
    [
      'positions for tokens instead of sides',
      call({ positions: [0, 1, 2] }),
      'ERR_VALUE',
      'options.positions',
    ],
    [
      'a negative position',
      call({ positions: { key: [0, 1, 2, 3, -4] } }),
      'ERR_VALUE',
      'positions.key[4]',
      '-4',
    ],
    [
      'an odd rotary dimension',
      call({ position: { type: 'rope', rotaryDim: 3 } }),
      'ERR_VALUE',
      'position.rotaryDim',
      '3',
    ],
    [
      'an unknown encoding',
      call({ position: { type: 'nope' } }),
      'ERR_UNSUPPORTED',
      'options.position.type',
      '"nope"',
    ],
    ['out of another shape', call({ out: t(2, 3, 4) }), 'ERR_SHAPE', 'options.out', '[2, 3, 4]', '[2, 3, 6]'],
    [
      'out in shared memory',
      call({ out: { data: new Float32Array(new SharedArrayBuffer(144)), shape: [2, 3, 6] } }),
      'ERR_TYPE',
      'options.out.data',
    ],
  ])('%s', (_, attempt, code, ...words) => {
    expectRefusal(attempt, code, ...words)
    expect(library.wf.attention(q, k, v).output.shape).toEqual([2, 3, 6])
  })
})

// The last of 8 tokens, as the full pass has it: positions are those of the diagonal, or given.
describe('fewer queries than keys', () => {
  const all = new Random(32)
  const [query, key, value] = [all.tensor(2, 8, 4), all.tensor(2, 8, 4), all.tensor(2, 8, 4)]
  const rows = [0, 1].map((head) => query.data.subarray(head * 32 + 28, head * 32 + 32))
  const last: Tensor = { data: Float32Array.from(rows.flatMap((row) => [...row])), shape: [2, 1, 4] }
  const table = all.tensor(32, 2)

  test.each([
    { type: 'rope' },
    { type: 'alibi' },
    { type: 't5', table },
    { type: 'custom', bias: (head: number, q: number, k: number) => (head + 1) * (k - q) },
  ] as NonNullable<AttentionOptions['position']>[])('%o', (position) => {
    const scores = (options: AttentionOptions, rows = last) =>
      library.wf.attention(rows, key, value, { position, return: ['scores'], ...options }).scores?.data
    const full = scores({}, query) as Float32Array
    const wanted = [...full.slice(56, 64), ...full.slice(120)]
    const close = { absolute: 1e-6, relative: 1e-6 }
    expectClose(scores({ causalAlignment: 'bottom-right' }) as Float32Array, wanted, close)
    expectClose(scores({ positions: { query: [7] } }) as Float32Array, wanted, close)
    expectRefusal(
      () => scores({}),
      'ERR_VALUE',
      'options.causalAlignment',
      '1 queries and 8 keys',
      'positions',
    )
    const keys = { key: [0, 1, 2, 3, 4, 5, 6, 7] }
    for (const causalAlignment of ['top-left', 'bottom-right'] as const)
      expectRefusal(
        () => scores({ positions: keys, causalAlignment }),
        'ERR_VALUE',
        'options.positions.query',
      )
  })

  test('without a position, or with a cap alone, nothing has to be said', () => {
    expect(library.wf.attention(last, key, value).output.shape).toEqual([2, 1, 4])
    expect(library.wf.attention(last, key, value, { position: { type: 'softcap' } }).output.shape).toEqual([
      2, 1, 4,
    ])
  })

  test('bias() asks for the position of the first query', () => {
    const alibi = { type: 'alibi' } as const
    const bias = (more: object) => library.wf.bias(alibi, { heads: 2, queries: 1, ...more })
    expectRefusal(() => bias({ keys: 8 }), 'ERR_VALUE', 'options.queryOffset')
    expectRefusal(() => bias({ positions: { key: [5] } }), 'ERR_VALUE', 'options.queryOffset')
    const both = { heads: 1, positions: { query: [1], key: [2] }, queryOffset: 3 }
    expectRefusal(() => library.wf.bias(alibi, both), 'ERR_VALUE', 'options.queryOffset')
    expect(bias({ keys: 8, queryOffset: 7 }).data[7]).toBeCloseTo(0)
  })
})

// Attention and rotate with positions of their own for each sequence; masks with one row for all queries; raw and capped scores.

import { describe, expect, test } from 'vitest'
import type { AttentionOptions, BooleanMask, Position, Tensor } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'

const library = useLibrary()
const [BATCH, HEADS, TOKENS, WIDTH] = [3, 2, 4, 8]

const tensor = (seed: number, shape: number[]): Tensor => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => Math.sin(seed + 1.7 * i)),
  shape,
})
const [q, k, v] = [1, 2, 3].map((seed) => tensor(seed, [BATCH, HEADS, TOKENS, WIDTH])) as [
  Tensor,
  Tensor,
  Tensor,
]
const of = ({ data, shape }: Tensor, i: number): Tensor => {
  const each = data.length / BATCH
  return { data: data.slice(i * each, (i + 1) * each), shape: shape.slice(1) }
}
const rows = [
  [0, 1, 2, 3],
  [5, 6, 9, 12],
  [40, 41, 42, 50],
]

describe.each<[string, Position]>([
  ['RoPE', { type: 'rope', base: 100 }],
  ['ALiBi', { type: 'alibi' }],
  ['a soft cap', [{ type: 'rope' }, { type: 'softcap', cap: 2 }]],
])('%s', (_, position) => {
  test.each<[string, AttentionOptions]>([
    ['a causal mask', { isCausal: true }],
    [
      'a mask per sequence',
      {
        attnMask: {
          data: Uint8Array.from({ length: BATCH * TOKENS }, (_, i) => Number(i % 4 !== 1)),
          shape: [BATCH, 1, 1, TOKENS],
        },
      },
    ],
    ['a mask of keys', { attnMask: { data: Float32Array.of(0, -1, -Infinity, 0), shape: [TOKENS] } }],
  ])('attention is that of each sequence: %s', (_, options) => {
    const wants = ['weights', 'scores', 'rawScores', 'cappedScores', 'ledger'] as const
    const result = library.wf.attention(q, k, v, {
      ...options,
      position,
      positions: { query: rows, key: rows },
      return: wants,
    })
    expect(result.output.shape).toEqual(q.shape)
    rows.forEach((row, i) => {
      const mask = options.attnMask as (BooleanMask & { shape: readonly number[] }) | undefined
      const own =
        mask && mask.shape[0] === BATCH
          ? {
              attnMask: {
                data: (mask.data as Uint8Array).slice(i * TOKENS, (i + 1) * TOKENS),
                shape: [1, TOKENS],
              },
            }
          : {}
      const one = library.wf.attention(of(q, i), of(k, i), of(v, i), {
        ...options,
        ...own,
        position,
        positions: { query: row, key: row },
        return: wants,
      })
      expect(of(result.output, i)).toEqual(one.output)
      for (const name of ['weights', 'scores', 'rawScores', 'cappedScores'] as const)
        expect(of(result[name] as Tensor, i)).toEqual(one[name])
      expect(of(result.ledger?.bias as Tensor, i)).toEqual(one.ledger?.bias)
    })
  })
})

test('one list for the keys of all, and results into out, which may be an input', () => {
  const position: Position = { type: 'rope' }
  const wanted = library.wf.attention(q, k, v, {
    position,
    positions: { query: rows, key: rows.map(() => [0, 1, 2, 3]) },
  }).output
  const out = { data: q.data.slice(), shape: [...q.shape] }
  const result = library.wf.attention(out, k, v, {
    position,
    positions: { query: rows, key: [0, 1, 2, 3] },
    out,
  })
  expect(result.output).toBe(out)
  expect(out).toEqual(wanted)
  const heap = library.wf.tensor(q)
  expect(
    library.wf.attention(heap, k, v, { position, positions: { query: rows, key: [0, 1, 2, 3] }, out: heap })
      .output.data,
  ).toEqual(wanted.data)
  heap.dispose()
})

test('rotate', () => {
  const position: Position = { type: 'rope', base: 50 }
  const turned = library.wf.rotate(position, q, { positions: rows })
  for (const [i, positions] of rows.entries()) {
    expect(of(turned, i)).toEqual(library.wf.rotate(position, of(q, i), { positions }))
  }
  const back = library.wf.rotate(position, turned, { positions: rows, inverse: true })
  expectClose(back.data, q.data, { absolute: 1e-6 })
  const wider = library.wf.rotate({ type: 'pope' }, q, { positions: rows })
  expect(wider.shape).toEqual([BATCH, HEADS, TOKENS, 2 * WIDTH])
  const out = { data: new Float32Array(q.data.length), shape: [...q.shape] }
  expect(library.wf.rotate(position, q, { positions: rows, out })).toBe(out)
  expect(out).toEqual(turned)
})

test('raw scores are q·k · scale of every pair; capped ones are capped; scores are biased and masked', () => {
  const options = {
    position: { type: 'alibi' },
    softcap: 1.5,
    isCausal: true,
    return: ['rawScores', 'cappedScores', 'scores', 'weights'],
  } as const
  const { rawScores, cappedScores, scores } = library.wf.attention(q, k, v, options)
  const transposed = { data: new Float32Array(k.data.length), shape: [BATCH, HEADS, WIDTH, TOKENS] }
  k.data.forEach((x, i) => {
    const [channel, token, head] = [i % WIDTH, Math.floor(i / WIDTH) % TOKENS, Math.floor(i / WIDTH / TOKENS)]
    transposed.data[(head * WIDTH + channel) * TOKENS + token] = x
  })
  const products = library.wf.matmul(q, transposed).data.map((x) => x / Math.sqrt(WIDTH))
  expectClose(rawScores?.data ?? [], products, { absolute: 1e-6 })
  expectClose(
    cappedScores?.data ?? [],
    products.map((x) => 1.5 * Math.tanh(x / 1.5)),
    { absolute: 1e-6 },
  )
  const bias = library.wf.bias({ type: 'alibi' }, { heads: HEADS, queries: TOKENS, keys: TOKENS }).data
  const hidden = (i: number) => i % TOKENS > Math.floor(i / TOKENS) % TOKENS
  const wanted = (cappedScores?.data ?? new Float32Array()).map((x, i) =>
    hidden(i) ? -Infinity : x + (bias[i % bias.length] ?? 0),
  )
  for (const [i, x] of scores?.data.entries() ?? []) {
    if (hidden(i)) expect(x).toBe(-Infinity)
    else expect(Math.abs(x - (wanted[i] as number))).toBeLessThanOrEqual(1e-6)
  }
})

test('a mask with one row for all queries', () => {
  const flags = Uint8Array.from([1, 0, 1, 1])
  const whole = Uint8Array.from({ length: TOKENS * TOKENS }, (_, i) => flags[i % TOKENS] as number)
  const wanted = library.wf.attention(q, k, v, { attnMask: { data: whole, shape: [TOKENS, TOKENS] } })
  for (const shape of [[TOKENS], [1, TOKENS], [1, 1, TOKENS], [1, 1, 1, TOKENS]]) {
    expect(library.wf.attention(q, k, v, { attnMask: { data: flags, shape } })).toEqual(wanted)
  }
})

test('what is refused', () => {
  const attend = (positions: object) => () => library.wf.attention(q, k, v, { positions })
  expectRefusal(
    attend({ query: rows.slice(1) }),
    'ERR_SHAPE',
    'options.positions.query',
    '2 lists',
    '3, one per sequence',
  )
  expectRefusal(attend({ query: [[1], [2], [3]] }), 'ERR_SHAPE', 'options.positions.query', '1 positions')
  expectRefusal(
    () => library.wf.rotate({ type: 'rope' }, q, { positions: [[1]] }),
    'ERR_SHAPE',
    'options.positions',
    '1 lists',
  )
  const unreadable = new Proxy([], {
    get() {
      throw new RangeError('mine')
    },
  })
  const rotating = () => library.wf.rotate({ type: 'rope' }, q, { positions: unreadable })
  expectRefusal(rotating, 'ERR_TYPE', 'options.positions')
  expectRefusal(attend({ key: unreadable }), 'ERR_TYPE', 'options.positions.key')
  const attnMask = { data: new Uint8Array(3), shape: [3] }
  expectRefusal(
    () => library.wf.attention(q, k, v, { attnMask }),
    'ERR_SHAPE',
    'options.attnMask',
    '4 or 1, 4]',
  )
})

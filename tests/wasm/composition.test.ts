// Stacks of encodings against a plain reference in double precision: alone, in pairs, and everything at once.

import { describe, expect, test } from 'vitest'
import type { AttentionOptions, Position, PositionEncoding } from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { HEADS } from '../support/positions.js'
import { Random } from '../support/random.js'
import { referenceOutput, referenceScores } from '../support/reference-encodings.js'

const library = useLibrary()
const random = new Random(41)
const table = (rows: number) => random.tensor(rows, HEADS)

const rope: PositionEncoding = { type: 'rope' }
const interleaved: PositionEncoding = { type: 'rope', layout: 'interleaved', base: 100 }
const alibi: PositionEncoding = { type: 'alibi' }
const kerple: PositionEncoding = { type: 'kerple', r1: [1, 0.5, 2, 1], r2: [1, 2, 0.1, 3] }
const relative: PositionEncoding = { type: 'relativeBias', table: table(9) }
const t5: PositionEncoding = { type: 't5', table: table(32) }
const causalT5: PositionEncoding = { type: 't5', table: table(16), bidirectional: false, maxDistance: 20 }
const selfExtend: PositionEncoding = { type: 'selfExtend', group: 4, window: 8 }
const rerope: PositionEncoding = { type: 'rerope', window: 5 }
const logN: PositionEncoding = { type: 'logN', trainLength: 6 }
const softcap: PositionEncoding = { type: 'softcap', cap: 3 }
const window: PositionEncoding = { type: 'mask', kind: 'window', left: 6, right: 0 }
const prefix: PositionEncoding = { type: 'mask', kind: 'prefix', prefix: 5 }
const dilated: PositionEncoding = { type: 'mask', kind: 'dilated', left: 9, right: 0, dilation: 3 }
const causal: PositionEncoding = { type: 'mask', kind: 'causal' }
const documents: PositionEncoding = {
  type: 'mask',
  kind: 'document',
  documents: Array.from({ length: 23 }, (_, i) => (i < 7 ? 0 : i < 15 ? 1 : 2)),
}

const stacks: Record<string, PositionEncoding[]> = {
  RoPE: [rope],
  'RoPE, interleaved': [interleaved],
  ALiBi: [alibi],
  KERPLE: [kerple],
  T5: [t5],
  'a clipped table': [relative],
  'a soft cap': [softcap],
  'log n': [logN],
  'RoPE and ALiBi': [rope, alibi],
  'two rotations': [rope, interleaved],
  'two biases': [alibi, kerple],
  'three biases': [alibi, kerple, relative],
  'T5 and a prefix': [t5, prefix],
  'T5 and RoPE': [t5, rope],
  'causal T5 and a window': [causalT5, window],
  'Self-Extend and RoPE': [selfExtend, rope, causal],
  'Self-Extend, interleaved RoPE and ALiBi': [selfExtend, interleaved, alibi, causal],
  'ReRoPE and RoPE': [rerope, rope, causal],
  'ReRoPE, log n and RoPE': [rerope, logN, rope, causal],
  'Self-Extend and ALiBi': [selfExtend, alibi, causal],
  'RoPE and a window': [rope, window],
  'RoPE and dilation': [rope, dilated],
  'RoPE and documents': [rope, documents],
  'RoPE, documents and causality': [rope, documents, causal],
  'a window and documents': [window, documents],
  'a soft cap, RoPE and ALiBi': [softcap, rope, alibi],
  'log n and ALiBi': [logN, alibi],
  everything: [rope, alibi, kerple, relative, softcap, logN, window, documents],
}

const lengths = [1, 3, 16, 17, 23]

describe('scores and output', () => {
  const cases = Object.entries(stacks).flatMap(([name, stack]) =>
    lengths.map((n) => [name, n, stack] as const),
  )

  test.each(cases)('%s, %i tokens', (_, n, stack) => {
    const [q, k, v] = [random.tensor(HEADS, n, 8), random.tensor(HEADS, n, 8), random.tensor(HEADS, n, 6)]
    const expected = referenceScores(q, k, stack)
    const { output, scores } = library.wf.attention(q, k, v, { position: stack, return: ['scores'] })
    expectClose(scores?.data ?? [], expected, { absolute: 1e-5, relative: 1e-5 })
    expectClose(output.data, referenceOutput(expected, v, n), { absolute: 1e-5 })
    const alone = library.wf.attention(q, k, v, { position: stack }).output // another kernel, perhaps
    expectClose(alone.data, referenceOutput(expected, v, n), { absolute: 1e-5 })
  })

  test('the order of a stack matters only where rotations meet', () => {
    const [q, k, v] = [random.tensor(HEADS, 9, 8), random.tensor(HEADS, 9, 8), random.tensor(HEADS, 9, 8)]
    const stack = stacks.everything as PositionEncoding[]
    const there = library.wf.attention(q, k, v, { position: stack }).output.data
    const back = library.wf.attention(q, k, v, { position: [...stack].reverse() }).output.data
    expectClose(back, there, { absolute: 1e-5 })
  })
})

describe('some queries of many keys', () => {
  const [q, k, v] = [random.tensor(HEADS, 4, 8), random.tensor(HEADS, 23, 8), random.tensor(HEADS, 23, 8)]
  // the last queries of the whole: row i stands at key i + 19
  const last = { query: (i: number) => i + 19, key: (j: number) => j }

  test.each(Object.entries(stacks).filter(([, stack]) => !stack.some(({ type }) => type === 'mask')))(
    '%s',
    (_, stack) => {
      const options: AttentionOptions = { position: stack, isCausal: true, causalAlignment: 'bottom-right' }
      const scores = referenceScores(q, k, stack, last).map((score, at) => {
        const [i, j] = [Math.floor(at / 23) % 4, at % 23]
        return j <= i + 19 ? score : -Infinity
      })
      const result = library.wf.attention(q, k, v, { ...options, return: ['scores'] })
      expectClose(result.scores?.data ?? [], scores, { absolute: 1e-5, relative: 1e-5 })
      expectClose(result.output.data, referenceOutput(scores, v, 4), { absolute: 1e-5 })
    },
  )

  test.each<[string, PositionEncoding]>([
    ['causal', causal],
    ['window', window],
    ['prefix', prefix],
    ['dilated', dilated],
    ['documents', documents],
  ])('a %s mask follows the alignment, and has to be given', (_, mask) => {
    const position: Position = [rope, mask]
    expectRefusal(
      () => library.wf.attention(q, k, v, { position }),
      'ERR_VALUE',
      'causalAlignment',
      '4 queries and 23 keys',
    )
    const many = random.tensor(HEADS, 23, 8)
    const rows = { data: lastRows(many.data, 23, 4, 8), shape: [HEADS, 4, 8] }
    const all = library.wf.attention(many, k, v, { position }).output.data
    const some = library.wf.attention(rows, k, v, { position, causalAlignment: 'bottom-right' }).output.data
    expectClose(some, lastRows(all, 23, 4, 8), { absolute: 1e-6 })
  })

  function lastRows(data: Float32Array, of: number, rows: number, width: number): Float32Array {
    const heads = Array.from({ length: HEADS }, (_, h) =>
      data.slice((h * of + of - rows) * width, (h + 1) * of * width),
    )
    return Float32Array.from(heads.flatMap((head) => [...head]))
  }
})

describe('grouped queries and batches', () => {
  test.each(Object.entries(stacks))('%s', (_, stack) => {
    const [q, k, v] = [random.tensor(2, HEADS, 7, 8), random.tensor(2, 2, 7, 8), random.tensor(2, 2, 7, 8)]
    const result = library.wf.attention(q, k, v, { position: stack }).output.data
    for (const batch of [0, 1]) {
      const query = { data: q.data.subarray(batch * 224, (batch + 1) * 224), shape: [HEADS, 7, 8] }
      const spread = ({ data }: { data: Float32Array }) => ({
        data: Float32Array.from(
          { length: 224 },
          (_, i) => data[batch * 112 + Math.floor(i / 112) * 56 + (i % 56)] as number,
        ),
        shape: [HEADS, 7, 8],
      })
      const expected = referenceOutput(referenceScores(query, spread(k), stack), spread(v), 7)
      expectClose(result.subarray(batch * 224, (batch + 1) * 224), expected, { absolute: 1e-5 })
    }
  })
})

test('a scale that is given wins over the encoding’s own', () => {
  const [q, k, v] = [random.tensor(HEADS, 5, 8), random.tensor(HEADS, 5, 8), random.tensor(HEADS, 5, 8)]
  const scores = (options: AttentionOptions) =>
    library.wf.attention(q, k, v, { ...options, return: ['scores'] }).scores?.data ?? []
  const plain = scores({ scale: 0.25 })
  const bias = library.wf.bias(t5, { heads: HEADS, queries: 5, keys: 5 }).data
  expectClose(
    scores({ position: t5, scale: 0.25 }),
    bias.map((b, i) => b + (plain[i] ?? 0)),
    { absolute: 1e-5 },
  )
  const own = scores({ scale: 1 })
  expectClose(
    scores({ position: t5 }),
    bias.map((b, i) => b + (own[i] ?? 0)),
    { absolute: 1e-5 },
  )
  expect(scores({ position: t5 })).not.toEqual(scores({ position: t5, scale: 0.25 }))
})

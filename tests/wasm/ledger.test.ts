// The ledger: every score as a sum of named terms.

import { describe, expect, test } from 'vitest'
import {
  type AttentionOptions,
  encodings,
  type Ledger,
  type LedgerTerm,
  type Position,
  type PositionEncoding,
  type Tensor,
} from 'whereformer'
import { expectClose } from '../support/close.js'
import { expectRefusal, type Refusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import {
  alternatives,
  complete,
  D_MODEL,
  HEAD_DIM,
  HEADS,
  rows,
  TOKENS,
  type Type,
  types,
} from '../support/positions.js'
import { Random } from '../support/random.js'

const library = useLibrary()
const random = new Random(51)
// as small as trained ones: the terms of a score must not be larger than it by orders of magnitude
const weight = () => {
  const { data, shape } = random.tensor(HEADS * HEAD_DIM, D_MODEL)
  return { data: data.map((x) => x / 8), shape }
}
const projections = { query: weight(), key: weight() }

function ledgerOf(position: Position, options: AttentionOptions = {}): { ledger: Ledger; scores: Tensor } {
  const [q, k, v] = rows(3)
  const { ledger, scores } = library.wf.attention(q, k, v, {
    projections,
    ...options,
    position,
    return: ['ledger', 'scores'],
  })
  return { ledger: ledger as Ledger, scores: scores as Tensor }
}

/** The terms add up to the score; where a key is hidden, the mask alone says so. */
function expectSum({ ledger, scores }: { ledger: Ledger; scores: Tensor }): void {
  const terms = Object.values(ledger)
  for (const { shape } of terms) expect(shape).toEqual(scores.shape)
  const sums = scores.data.map((_, i) => terms.reduce((sum, { data }) => sum + (data[i] as number), 0))
  expectClose(sums, scores.data, { absolute: 1e-5, relative: 1e-6 })
  scores.data.forEach((score, i) => {
    if (score !== -Infinity) return
    expect(ledger.mask.data[i]).toBe(-Infinity)
    for (const [name, { data }] of Object.entries(ledger)) if (name !== 'mask') expect(data[i]).toBe(0)
  })
}

function largest(ledger: Ledger, term: LedgerTerm): number {
  return ledger[term].data.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0)
}

const attnMask = { data: random.tensor(TOKENS, TOKENS).data, shape: [TOKENS, TOKENS] }

describe('the terms add up', () => {
  test.each(types)('%s', (type) => {
    expectSum(ledgerOf(complete[type]))
  })

  test.each(alternatives)('%s', (_, position) => {
    try {
      expectSum(ledgerOf(position))
    } catch (error) {
      expect(['ERR_VALUE', 'ERR_SHAPE'], String(error)).toContain((error as Refusal).code)
    }
  })

  test.each(types)('%s, with everything else an attention call has', (type) => {
    expectSum(ledgerOf(complete[type], { isCausal: true, softcap: 2, attnMask, window: [5, 2] }))
  })

  const stacks: Record<string, PositionEncoding[]> = {
    'RoPE and ALiBi': [{ type: 'rope' }, { type: 'alibi' }],
    'Self-Extend, RoPE and a mask': [complete.selfExtend, { type: 'rope' }, { type: 'mask' }],
    'sinusoids, Shaw and a soft cap': [{ type: 'sinusoidal' }, complete.shaw, complete.softcap],
    'DeBERTa and T5': [complete.deberta, complete.t5],
    'three that embed': [{ type: 'sinusoidal' }, complete.learned, complete.abacus],
    'CoPE and RoPE': [complete.cope, { type: 'rope' }],
  }

  test.each(Object.entries(stacks))('%s', (_, stack) => {
    expectSum(ledgerOf(stack))
  })

  test('grouped queries and a batch', () => {
    const [q, k, v] = [random.tensor(2, 4, 5, 8), random.tensor(2, 2, 5, 8), random.tensor(2, 2, 5, 8)]
    const position: Position = [{ type: 'rope' }, { type: 'alibi' }]
    const options: AttentionOptions = { position, isCausal: true, return: ['ledger', 'scores'] }
    const { ledger, scores } = library.wf.attention(q, k, v, options)
    expectSum({ ledger: ledger as Ledger, scores: scores as Tensor })
  })

  test('asking for it changes nothing else', () => {
    const [q, k, v] = rows(3)
    const position: Position = [{ type: 'rope' }, { type: 'alibi' }]
    const { output } = library.wf.attention(q, k, v, { position, return: ['ledger'] })
    expectClose(output.data, library.wf.attention(q, k, v, { position }).output.data, { absolute: 1e-6 })
  })
})

describe('every encoding books where it enters', () => {
  const content: LedgerTerm[] = ['contentPosition', 'positionContent']
  const byDoor: Record<string, LedgerTerm[]> = {
    embed: [...content, 'positionPosition'],
    rotate: ['rotation'],
    bias: ['bias', 'positionPosition'],
    content,
    mask: ['mask'],
    score: ['softcap'],
  }
  // A bias may be a product of two positions, and content is that of the query, of the key, or both.
  const known: Partial<Record<Type, LedgerTerm[]>> = {
    shaw: ['contentPosition'],
    cope: ['contentPosition'],
    relativeKey: ['contentPosition'],
    deberta: content,
    transformerXl: [...content, 'positionPosition'],
    xlnet: [...content, 'positionPosition'],
    tupe: ['positionPosition'],
    alibi: ['bias'],
    t5: ['bias'],
    swinV2: ['rotation', 'bias'],
  }

  test.each(encodings)('$type', ({ type, doors }) => {
    const { ledger } = ledgerOf(complete[type as Type])
    const booked = (Object.keys(ledger) as LedgerTerm[]).filter((term) => {
      return term !== 'content' && (largest(ledger, term) > 0 || ledger[term].data.includes(-Infinity))
    })
    const possible = doors.flatMap((door) => byDoor[door] ?? [])
    expect(possible).toEqual(expect.arrayContaining(booked))
    expect(booked.length > 0).toBe(possible.length > 0)
    if (type in known) expect(booked.sort()).toEqual(known[type as Type]?.sort())
  })
})

describe('an encoding that enters by embed', () => {
  const [q, k, v] = rows(3)
  const position: Position = { type: 'sinusoidal' }

  test('splits into content and position, query and key', () => {
    const codes = library.wf.embed(position, { length: TOKENS, dim: D_MODEL })
    const share = (weight: Tensor, head: number, token: number): number[] =>
      Array.from({ length: HEAD_DIM }, (_, c) => {
        const row = (head * HEAD_DIM + c) * D_MODEL
        return dot(
          weight.data.subarray(row, row + D_MODEL),
          codes.data.subarray(token * D_MODEL, (token + 1) * D_MODEL),
        )
      })
    const whole = ({ data }: Tensor, head: number, token: number) => {
      const from = (head * TOKENS + token) * HEAD_DIM
      return [...data.subarray(from, from + HEAD_DIM)]
    }
    const without = (a: number[], b: number[]) => a.map((x, i) => x - (b[i] as number))
    const { ledger } = ledgerOf(position)
    const expected: Record<string, number[]> = {
      content: [],
      contentPosition: [],
      positionContent: [],
      positionPosition: [],
    }
    for (let h = 0; h < HEADS; h++) {
      for (let i = 0; i < TOKENS; i++) {
        for (let j = 0; j < TOKENS; j++) {
          const [pq, pk] = [share(projections.query, h, i), share(projections.key, h, j)]
          const [cq, ck] = [without(whole(q, h, i), pq), without(whole(k, h, j), pk)]
          const scale = 1 / Math.sqrt(HEAD_DIM)
          expected.content?.push(dot(cq, ck) * scale)
          expected.contentPosition?.push(dot(cq, pk) * scale)
          expected.positionContent?.push(dot(pq, ck) * scale)
          expected.positionPosition?.push(dot(pq, pk) * scale)
        }
      }
    }
    for (const [term, values] of Object.entries(expected)) {
      expectClose(ledger[term as LedgerTerm].data, values, { absolute: 1e-5, relative: 1e-5 })
    }
  })

  test('without projections all of it is content', () => {
    const { ledger } = library.wf.attention(q, k, v, { position, return: ['ledger'] })
    expect(largest(ledger as Ledger, 'contentPosition')).toBe(0)
    expect(largest(ledger as Ledger, 'content')).toBeGreaterThan(0)
  })

  function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
    return Array.from(a).reduce((sum, x, i) => sum + x * (b[i] as number), 0)
  }

  test.each<[string, unknown, string, ...string[]]>([
    ['no object', 3, 'ERR_TYPE', 'options.projections'],
    ['an unknown side', { value: projections.key }, 'ERR_VALUE', 'options.projections.value'],
    ['a vector', { query: random.tensor(32) }, 'ERR_SHAPE', 'options.projections.query', '2 axes'],
    [
      'other rows',
      { query: random.tensor(31, 32) },
      'ERR_SHAPE',
      'options.projections.query',
      '[31, 32]',
      '[32, d_model]',
    ],
    [
      'another d_model',
      { query: projections.query, key: random.tensor(32, 16) },
      'ERR_SHAPE',
      'options.projections.key',
      '32 columns',
    ],
  ])('projections: %s', (_, bad, code, ...words) => {
    const options = { position, projections: bad as never, return: ['ledger'] as const }
    expectRefusal(() => library.wf.attention(q, k, v, options), code, ...words)
  })
})

// What is rare but legal gives numbers, or is refused in words: queries before the first key, a scale of 0.

import { describe, expect, test } from 'vitest'
import {
  type AttentionOptions,
  type EncodingEntry,
  encodings,
  type Position,
  type PositionEncoding,
  WhereformerError,
} from 'whereformer'
import { completePosition, examplePosition } from '../../web/elements/parts/positions/example-positions.js'
import { expectClose } from '../support/close.js'
import { expectRefusal } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { Random } from '../support/random.js'

const library = useLibrary()
const [HEADS, QUERIES, KEYS, DIM] = [2, 5, 2, 4] as const

const random = new Random(17)
const query = random.tensor(HEADS, QUERIES, DIM)
const key = random.tensor(HEADS, KEYS, DIM)
const value = random.tensor(HEADS, KEYS, DIM)

const sizesOf = ({ doors }: EncodingEntry) => ({
  tokens: QUERIES,
  heads: HEADS,
  dim: doors.includes('embed') ? HEADS * DIM : DIM,
})
const example = (type: string) => {
  const entry = encodings.find((one) => one.type === type) as EncodingEntry
  return examplePosition(entry, sizesOf(entry))
}

const corner = { causalAlignment: 'bottom-right' } as const
const bottomRight = { isCausal: true, ...corner }
const situations: [string, AttentionOptions][] = [
  ['bottom-right', corner],
  ['bottom-right, causal', bottomRight],
  ['a scale of 0', { scale: 0, ...bottomRight }],
  ['the smallest scale', { scale: 1e-45, ...bottomRight }],
]
const companions: [string, PositionEncoding[]][] = [
  ['alone', []],
  ['with rerope', [{ type: 'rerope', window: 1 }]],
  ['with selfExtend', [{ type: 'selfExtend', window: 1, group: 2 }]],
  ['with logN', [{ type: 'logN', trainLength: 2 }]],
]

const positions: [string, PositionEncoding][] = [
  ...encodings.map((entry): [string, PositionEncoding] => [entry.type, example(entry.type)]),
  ...encodings.map((entry): [string, PositionEncoding] => [
    `${entry.type} with all of its parameters`,
    completePosition(entry, sizesOf(entry)),
  ]),
  ['irope, a layer without rotation', { type: 'irope', layer: 3 }],
  ['irope, small steps', { type: 'irope', layer: 3, floorScale: 1 }],
  ['irope, small chunks', { type: 'irope', chunk: 2, qkNorm: true }],
  ['cope after the scale', { ...example('cope'), where: 'afterScale' } as PositionEncoding],
  ['alibi before the scale', { type: 'alibi', beforeScale: true, keyed: 'roundedKey' }],
]

function outcome(position: Position, options: AttentionOptions): number[] {
  try {
    const { output, scores } = library.wf.attention(query, key, value, {
      position,
      ...options,
      return: ['scores'],
    })
    const { output: streamed } = library.wf.attention(query, key, value, { position, ...options })
    return [...output.data, ...streamed.data, ...(scores?.data ?? []).map((s) => (s === -Infinity ? 0 : s))]
  } catch (error) {
    if (error instanceof WhereformerError) return []
    throw error
  }
}

describe.each(companions)('%s', (_, more) => {
  describe.each(situations)('%s', (_, options) => {
    test.each(positions)('%s', (_, position) => {
      const numbers = outcome([position, ...more], options)
      expect(numbers.filter((x) => !Number.isFinite(x))).toEqual([])
    })
  })
})

// Five queries and two keys from the right: positions −3 … 1.
test('queries of irope before position 0 are not scaled', () => {
  const position = { type: 'irope', layer: 3, floorScale: 1, temperature: 5 } as const
  const outputOf = (temperature: number) => {
    const { output } = library.wf.attention(query, key, value, {
      position: { ...position, temperature },
      ...corner,
    })
    return output.data
  }
  const [warm, cold] = [outputOf(5), outputOf(0)]
  const rows = (data: Float32Array, head: number, from: number, to: number) =>
    data.slice((head * QUERIES + from) * DIM, (head * QUERIES + to) * DIM)
  for (let head = 0; head < HEADS; head++) {
    expectClose(rows(warm, head, 0, 3), rows(cold, head, 0, 3), { absolute: 1e-6 })
    expect(rows(warm, head, 3, 5)).not.toEqual(rows(cold, head, 3, 5))
  }
})

test('CoPE after the scale cannot be scaled by 0', () => {
  const position = { ...example('cope'), where: 'afterScale' } as PositionEncoding
  const unscaled = { position, scale: 0, ...corner }
  expectRefusal(() => library.wf.attention(query, key, value, unscaled), 'ERR_VALUE', 'scale')
  expect(outcome(position, { scale: 1e-3, ...bottomRight }).every(Number.isFinite)).toBe(true)
})

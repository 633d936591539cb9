// Questions about vectors that are added to the embeddings.

import type { Tensor } from 'whereformer'
import { say } from '../../../../content/bilingual.js'
import * as words from '../../../../content/questions/absolute.js'
import { question } from './question.js'

const WIDTH = 64
/** The pair that is compared with, then three others, one per answer. */
const PAIRS = [
  [3, 5],
  [3, 8],
  [40, 42],
  [6, 10],
] as const

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)

/** Sums of 64 products of sines: float32 leaves that much. */
const SAME = 1e-3

const isSame = (products: readonly number[], pair: number): boolean =>
  Math.abs((products[pair] ?? Number.NaN) - (products[0] ?? Number.NaN)) < SAME

export const sameDistance = question({
  id: 'same-distance',
  text: words.sameDistance.text,
  shows: { element: 'wf-encoding', state: { view: 'similarity' } },
  compute: async (library) => {
    const positions = PAIRS.flat()
    const { data } = await library.embed({ type: 'sinusoidal' }, { positions, dim: WIDTH })
    const row = (i: number) => [...data.subarray(i * WIDTH, (i + 1) * WIDTH)]
    return PAIRS.map((_, i) => dot(row(2 * i), row(2 * i + 1)))
  },
  answers: [
    {
      text: words.sameDistance.answers.shared,
      holds: (found) => isSame(found, 1),
    },
    { text: words.sameDistance.answers.far, holds: (found) => isSame(found, 2) },
    { text: words.sameDistance.answers.doubled, holds: (found) => isSame(found, 3) },
  ],
  steps: (found) =>
    found.map((product, i) => {
      const pair = PAIRS[i]?.join(' · ') ?? ''
      return {
        label: words.sameDistance.labels.positions(pair),
        value: product,
        columns: { values: [product], full: WIDTH / 2 },
      }
    }),
  explain: words.sameDistance.explain,
})

const ROWS = 64

/** Row p holds p, twice. */
const table: Tensor = {
  data: Float32Array.from({ length: 2 * ROWS }, (_, i) => Math.floor(i / 2)),
  shape: [ROWS, 2],
}

export const tableEnd = question({
  id: 'table-end',
  text: words.tableEnd.text,
  shows: { element: 'wf-surgery', state: { operation: 'shift', encoding: 'learned', amount: 53 } },
  compute: async (library) => {
    const rowAt = async (position: number): Promise<number | string> => {
      try {
        const { data } = await library.embed({ type: 'learned', table }, { positions: [position], dim: 2 })
        return data[0] ?? Number.NaN
      } catch (refusal) {
        if (!(refusal instanceof Error && 'code' in refusal)) throw refusal
        return refusal.message
      }
    }
    return { last: await rowAt(ROWS - 1), next: await rowAt(ROWS) }
  },
  answers: [
    { text: words.tableEnd.answers.firstRow, holds: ({ next }) => next === 0 },
    {
      text: words.tableEnd.answers.lastRow,
      holds: ({ last, next }) => typeof next === 'number' && next === last,
    },
    {
      text: words.tableEnd.answers.nothing,
      holds: ({ next }) => typeof next === 'string',
    },
  ],
  steps: ({ last, next }) => [
    {
      label: words.tableEnd.labels.last,
      value: typeof last === 'number' ? last : say(last, last),
    },
    {
      label: words.tableEnd.labels.next,
      value: typeof next === 'number' ? next : say(next, next),
    },
  ],
  explain: words.tableEnd.explain,
})

const LENGTH = 16
/** A table that is surely long enough: 31 distances before and 31 after. */
const OFFSETS = 31

export const tableSize = question({
  id: 'table-size',
  text: words.tableSize.text,
  shows: { element: 'wf-bias', state: { encoding: 'relativeBias', length: LENGTH } },
  compute: async (library) => {
    const rows = 2 * OFFSETS + 1
    const numbers: Tensor = { data: Float32Array.from({ length: rows }, (_, i) => i), shape: [rows, 1] }
    const options = { heads: 1, queries: LENGTH, keys: LENGTH }
    const { data } = await library.bias({ type: 'relativeBias', table: numbers }, options)
    const used = [...new Set(data)].map((row) => row - OFFSETS)
    return {
      before: used.filter((distance) => distance < 0).length,
      after: used.filter((distance) => distance > 0).length,
      count: used.length,
    }
  },
  answers: [16, 31, 32, 256].map((count) => ({
    text: say(String(count), String(count)),
    holds: (found: { count: number }) => found.count === count,
  })),
  steps: ({ before, after, count }) => [
    { label: words.tableSize.labels.before, value: before },
    { label: words.tableSize.labels.after, value: after },
    { label: words.tableSize.labels.count, value: count },
  ],
  explain: words.tableSize.explain,
})

// Questions about what is added to scores and to values.

import type { PositionEncoding, Tensor } from 'whereformer'
import { say } from '../../../../content/bilingual.js'
import * as words from '../../../../content/questions/scores.js'
import type { ModelCard } from '../../../../lib/families/cards.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { linear } from '../../../parts/positions/seeded-tables.js'
import { isRounding, largest, question, type Shows, stateWith } from './question.js'

const TOKENS = 12
const [HEADS, DIM] = [4, 16]

/** Output, weights and values of seeded vectors, tokens in an order. */
async function attended(library: AnyLibrary, position: PositionEncoding, order: readonly number[]) {
  const [q, k, v] = [1, 2, 3].map((seed) =>
    inOrder(linear(seed, [HEADS, order.length, DIM], -1, 1), order),
  ) as [Tensor, Tensor, Tensor]
  const { output, weights } = await library.attention(q, k, v, { position, return: ['weights'] })
  return { output: output.data, weights: weights.data, values: v.data }
}

/** Rows of each head in another order. */
function inOrder({ data, shape }: Tensor, order: readonly number[]): Tensor {
  const rows = order.length
  const value = (_: unknown, i: number) => {
    const [row, channel] = [Math.floor(i / DIM), i % DIM]
    return data[(row - (row % rows) + (order[row % rows] ?? 0)) * DIM + channel] ?? Number.NaN
  }
  return { data: Float32Array.from({ length: data.length }, value), shape }
}

const inPlace = Array.from({ length: TOKENS }, (_, i) => i)

const examples = () => import('../../../parts/example/example-attention.js')

/** How far the output is from the mean of the values by the weights. */
async function besidesValues(library: AnyLibrary, type: string): Promise<number> {
  const { exampleEncoding } = await examples()
  const entry = library.encodings.find((one) => one.type === type)
  if (!entry) throw new TypeError(`there is no encoding ${type}`)
  const { position } = exampleEncoding(entry, {})
  const { output, weights, values } = await attended(library, position, inPlace)
  const mean = (_: number, i: number): number => {
    const [row, channel] = [Math.floor(i / DIM), i % DIM]
    const head = Math.floor(row / TOKENS)
    return inPlace.reduce(
      (sum, key) =>
        sum +
        (weights[row * TOKENS + key] ?? Number.NaN) * (values[(head * TOKENS + key) * DIM + channel] ?? 0),
      0,
    )
  }
  return largest(output.map((value, i) => value - mean(value, i)))
}

const VALUED = [
  { type: 'rope', name: words.valueDoor.answers.rope },
  { type: 'alibi', name: words.valueDoor.answers.alibi },
  { type: 'shaw', name: words.valueDoor.answers.shaw },
  { type: 't5', name: words.valueDoor.answers.t5 },
]

export const valueDoor = question<readonly number[]>({
  id: 'value-door',
  text: words.valueDoor.text,
  shows: { element: 'wf-doors', state: { encoding: 'shaw' } },
  code: examples,
  compute: async (library) => {
    const found: number[] = []
    for (const { type } of VALUED) found.push(await besidesValues(library, type))
    return found
  },
  answers: VALUED.map(({ name }, i) => ({
    text: name,
    holds: (found: readonly number[]) => !isRounding(found[i] ?? Number.NaN),
  })),
  steps: (found) =>
    VALUED.map(({ name }, i) => ({
      label: words.valueDoor.labels.difference(name),
      value: found[i] ?? Number.NaN,
      columns: { values: [found[i] ?? Number.NaN], full: largest(found) },
    })),
  explain: (found) => words.valueDoor.explain(largest(found)),
})

const BUCKETS = 32
const FARTHEST = 200

/** From which distance back all keys share the last bucket. */
async function lastBucket(library: AnyLibrary, bidirectional: boolean) {
  const table: Tensor = { data: Float32Array.from({ length: BUCKETS }, (_, i) => i), shape: [BUCKETS, 1] }
  const key = Array.from({ length: FARTHEST + 1 }, (_, i) => FARTHEST - i)
  const positions = { query: [FARTHEST], key }
  const { data } = await library.bias({ type: 't5', table, bidirectional }, { heads: 1, positions })
  const buckets = [...data]
  // spread: one per bucket
  return { buckets, from: buckets.indexOf(Math.max(...buckets)) }
}

export const lastBucketFrom = question({
  id: 'last-bucket',
  text: words.lastBucketFrom.text,
  shows: { element: 'wf-bias', state: { encoding: 't5', view: 'distance', length: 256 } },
  compute: async (library) => {
    const both = await lastBucket(library, true)
    return { ...both, causal: (await lastBucket(library, false)).from }
  },
  answers: [16, 32, 91, 128].map((distance) => ({
    text: say(String(distance), String(distance)),
    holds: ({ from }: { from: number }) => from === distance,
  })),
  steps: ({ buckets, from, causal }) => [
    {
      label: words.lastBucketFrom.labels.last,
      // spread: one per bucket
      value: Math.max(...buckets),
      // spread: one per bucket
      columns: { values: buckets, full: Math.max(...buckets) },
    },
    { label: words.lastBucketFrom.labels.both, value: from },
    { label: words.lastBucketFrom.labels.causal, value: causal },
  ],
  explain: words.lastBucketFrom.explain,
})

export const reversedAlibi = question<readonly number[]>({
  id: 'reversed-alibi',
  text: words.reversedAlibi.text,
  shows: { element: 'wf-bias', state: { encoding: 'alibi', parameters: { symmetric: true } } },
  compute: async (library) => {
    const position: PositionEncoding = { type: 'alibi', symmetric: true }
    const forth = await attended(library, position, inPlace)
    const back = await attended(library, position, [...inPlace].reverse())
    return inPlace.map((token) => largest(differences(forth.output, back.output, token)))
  },
  answers: [
    {
      text: words.reversedAlibi.answers.all,
      holds: (found) => found.every((change) => !isRounding(change)),
    },
    {
      text: words.reversedAlibi.answers.ends,
      holds: (found) => found.some(isRounding) && !isRounding(largest(found)),
    },
    { text: words.reversedAlibi.answers.none, holds: (found) => isRounding(largest(found)) },
  ],
  steps: (found) => [
    {
      label: words.reversedAlibi.labels.compared,
      value: found.length,
      columns: { values: found, full: 1 },
    },
    { label: words.reversedAlibi.labels.most, value: largest(found) },
  ],
  explain: (found) => words.reversedAlibi.explain(largest(found)),
})

/** Over all heads and channels: a token's output, forward and in the mirror image. */
function differences(forth: Float32Array, back: Float32Array, token: number): number[] {
  return Array.from({ length: HEADS * DIM }, (_, i) => {
    const [head, channel] = [Math.floor(i / DIM), i % DIM]
    const at = (place: number) => (head * TOKENS + place) * DIM + channel
    return (back[at(TOKENS - 1 - token)] ?? Number.NaN) - (forth[at(token)] ?? Number.NaN)
  })
}

const ledgerCode = () =>
  Promise.all([import('../../ledger/ledger-drawing.js'), import('../../ledger/ledger-fields.js')])

const ledger: Shows = { element: 'wf-ledger', state: { encoding: 'deberta' } }

const FOUR = [
  { term: 'content', name: words.missingTerm.answers.content },
  { term: 'contentPosition', name: words.missingTerm.answers.contentPosition },
  { term: 'positionContent', name: words.missingTerm.answers.positionContent },
  { term: 'positionPosition', name: words.missingTerm.answers.positionPosition },
]

export const missingTerm = question<readonly number[]>({
  id: 'missing-term',
  text: words.missingTerm.text,
  shows: ledger,
  code: ledgerCode,
  compute: async (library) => {
    const [{ drawLedger }, { ledgerFields }] = await ledgerCode()
    const { terms } = await drawLedger(library, stateWith(ledgerFields, ledger.state))
    return FOUR.map(({ term }) => largest(terms.find((one) => one.term === term)?.matrix.data ?? []))
  },
  answers: FOUR.map(({ name }, i) => ({ text: name, holds: (found: readonly number[]) => found[i] === 0 })),
  steps: (found) =>
    FOUR.map(({ name }, i) => ({
      label: words.missingTerm.labels.largest(name),
      value: found[i] ?? Number.NaN,
      columns: { values: [found[i] ?? Number.NaN], full: largest(found) },
    })),
  explain: words.missingTerm.explain,
})

const cards = () => import('../../../../lib/families/cards.js')

type Way = ModelCard['position']['doors'][number]

const WAYS = [
  { door: 'embed', name: words.commonest.answers.embed },
  { door: 'rotate', name: words.commonest.answers.rotate },
  { door: 'bias', name: words.commonest.answers.bias },
] as const satisfies readonly { door: Way; name: unknown }[]

interface Counted {
  counts: readonly number[]
  all: number
}

export const commonest = question<Counted>({
  id: 'commonest',
  text: words.commonest.text,
  shows: { element: 'wf-models', state: { encoding: 'rope' } },
  code: cards,
  compute: async () => {
    const { modelCards } = await cards()
    const uses = (door: Way) => modelCards.filter(({ position }) => position.doors.includes(door)).length
    return { counts: WAYS.map(({ door }) => uses(door)), all: modelCards.length }
  },
  answers: WAYS.map(({ name }, i) => ({
    text: name,
    holds: ({ counts }: Counted) => counts.every((count, other) => other === i || count < (counts[i] ?? 0)),
  })),
  steps: ({ counts, all }) =>
    WAYS.map(({ name }, i) => ({
      label: name,
      value: counts[i] ?? Number.NaN,
      columns: { values: [counts[i] ?? Number.NaN], full: all },
    })),
  explain: words.commonest.explain,
})

// Questions about keys that are cached: evicted, renumbered, padded, rotated with other frequencies.

import type { RopePosition, Tensor } from 'whereformer'
import * as words from '../../../../content/questions/cache.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { linear } from '../../../parts/positions/seeded-tables.js'
import { apart, isRounding, largest, question, type Shows } from './question.js'

const DIM = 32

const rope: RopePosition = { type: 'rope' }

/** A row [1, DIM] of independent numbers. */
const rowOf = (seed: number): Tensor => linear(seed, [1, DIM], -1.5, 1.5)

/** One row [1, DIM] at several positions: [positions, DIM]. */
async function rotatedTo(library: AnyLibrary, row: Tensor, positions: readonly number[]): Promise<Tensor> {
  const data = Float32Array.from(
    { length: positions.length * DIM },
    (_, i) => row.data[i % DIM] ?? Number.NaN,
  )
  return library.rotate(rope, { data, shape: [positions.length, DIM] }, { positions })
}

const inHead = ({ data, shape }: Tensor): Tensor => ({ data, shape: [1, ...shape] })

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i)

const figure = (state: Shows['state']): Shows => ({ element: 'wf-cache', state })

const [READ, EVICTED] = [12, 4]
/** Positions of the keys that are left, for which they were rotated. */
const KEPT = from(EVICTED, READ - EVICTED)

/** Attention weights of the kept keys, whose contents are alike, in a head that attends one token back; the query at a position. */
async function oneBack(library: AnyLibrary, position: number): Promise<number[]> {
  const content = rowOf(1)
  const keys = inHead(await rotatedTo(library, await rotatedTo(library, content, [1]), KEPT))
  const query = inHead(await rotatedTo(library, content, [position]))
  const { weights } = await library.attention(query, keys, keys, { return: ['weights'] })
  return [...weights.data]
}

/** The position of the key that gets most. */
const topOf = (weights: readonly number[]): number =>
  // spread: eight keys
  KEPT[weights.indexOf(Math.max(...weights))] ?? Number.NaN

interface Renumbered {
  kept: number[]
  counted: number[]
}

export const renumbered = question<Renumbered>({
  id: 'renumbered',
  text: words.renumbered.text,
  shows: figure({ operation: 'renumber' }),
  compute: async (library) => ({
    kept: await oneBack(library, READ),
    counted: await oneBack(library, KEPT.length),
  }),
  answers: [
    { text: words.renumbered.answers.newest, holds: ({ counted }) => topOf(counted) === READ - 1 },
    { text: words.renumbered.answers.oldest, holds: ({ counted }) => topOf(counted) === EVICTED },
    { text: words.renumbered.answers.behind, holds: ({ counted }) => topOf(counted) === KEPT.length - 1 },
  ],
  steps: ({ kept, counted }) => [
    {
      label: words.renumbered.labels.kept,
      value: topOf(kept),
      columns: { values: kept, full: largest(kept) },
    },
    {
      label: words.renumbered.labels.counted,
      value: topOf(counted),
      columns: { values: counted, full: largest(kept) },
    },
    { label: words.renumbered.labels.newest, value: counted.at(-1) ?? Number.NaN },
  ],
  explain: ({ counted }) =>
    words.renumbered.explain({ top: topOf(counted), newest: counted.at(-1) ?? Number.NaN }),
})

/** The second channel of each pair negated, so that a rotation forward is one back. Pairs are channels i and i + DIM / 2. */
const mirrored = ({ data, shape }: Tensor): Tensor => ({
  data: data.map((value, i) => (i % DIM < DIM / 2 ? value : -value)),
  shape,
})

interface RotatedAgain {
  forward: number
  back: number
}

export const rotatedAgain = question<RotatedAgain>({
  id: 'rotated-again',
  text: words.rotatedAgain.text,
  shows: figure({ operation: 'renumber', keys: 'again' }),
  compute: async (library) => {
    const content = rowOf(2)
    const stored = await rotatedTo(library, content, [10])
    const right = await rotatedTo(library, content, [7])
    const forward = await rotatedTo(library, stored, [7])
    const back = mirrored(await rotatedTo(library, mirrored(stored), [3]))
    return { forward: apart(forward.data, right.data), back: apart(back.data, right.data) }
  },
  answers: [
    {
      text: words.rotatedAgain.answers.forward,
      holds: ({ forward, back }) => isRounding(forward) && !isRounding(back),
    },
    {
      text: words.rotatedAgain.answers.back,
      holds: ({ forward, back }) => !isRounding(forward) && isRounding(back),
    },
    {
      text: words.rotatedAgain.answers.nothing,
      holds: ({ forward, back }) => !isRounding(forward) && !isRounding(back),
    },
  ],
  steps: ({ forward, back }) => [
    { label: words.rotatedAgain.labels.forward, value: forward },
    { label: words.rotatedAgain.labels.back, value: back },
  ],
  explain: words.rotatedAgain.explain,
})

const TRAINED = 64

/** Radians per position of each pair, when the text has a length. */
async function frequenciesAt(library: AnyLibrary, currentLength: number): Promise<number[]> {
  const dynamic = { ropeType: 'dynamic', factor: 2, maxPositionEmbeddings: TRAINED, currentLength } as const
  const { inverse } = await library.frequencies({ ...rope, scaling: dynamic }, { dim: DIM })
  return [...inverse]
}

const LENGTH = 2 * TRAINED
/** A key that was stored after the frequencies had begun to change. */
const LATER = 100

/** By the position of the key: how far its angle is, in its most wrong pair, from that of the frequencies of the whole text. */
async function wrongAngles(library: AnyLibrary): Promise<number[]> {
  const now = await frequenciesAt(library, LENGTH)
  const errors: number[] = []
  for (const position of from(0, LENGTH)) {
    const stored = await frequenciesAt(library, position + 1)
    errors.push(largest(stored.map((frequency, i) => position * (frequency - (now[i] ?? Number.NaN)))))
  }
  return errors
}

const isWorst = (errors: readonly number[], position: number): boolean =>
  errors.every((error, other) => other === position || error < (errors[position] ?? Number.NaN))

export const newFrequencies = question<number[]>({
  id: 'new-frequencies',
  text: words.newFrequencies.text,
  shows: figure({ scaling: 'dynamic', start: TRAINED }),
  compute: wrongAngles,
  answers: [
    { text: words.newFrequencies.answers.first, holds: (errors) => isWorst(errors, 0) },
    { text: words.newFrequencies.answers.between, holds: (errors) => isWorst(errors, TRAINED - 1) },
    { text: words.newFrequencies.answers.last, holds: (errors) => isWorst(errors, LENGTH - 1) },
  ],
  steps: (errors) => [
    { label: words.newFrequencies.labels.first, value: errors[0] ?? Number.NaN },
    { label: words.newFrequencies.labels.middle, value: errors[TRAINED - 1] ?? Number.NaN },
    { label: words.newFrequencies.labels.later, value: errors[LATER] ?? Number.NaN },
    {
      label: words.newFrequencies.labels.last,
      value: errors.at(-1) ?? Number.NaN,
      columns: { values: errors, full: largest(errors) },
    },
  ],
  explain: (errors) =>
    words.newFrequencies.explain({
      middle: errors[TRAINED - 1] ?? Number.NaN,
      later: errors[LATER] ?? Number.NaN,
    }),
})

const [TOKENS, PADS] = [8, 4]

/** Rows whose scores are about ±2, which leave the softmax something to choose. */
const rowsOf = (seed: number, count: number): Tensor => linear(seed, [count, DIM], -2.5, 2.5)

/** Attention weights of the tokens and of the next one, which is the query; padding in front is masked. */
async function nextWeights(library: AnyLibrary, pads: number, next: number): Promise<Float32Array> {
  const tokens = rowsOf(3, TOKENS + 1)
  const padding = rowsOf(4, pads)
  const length = pads + TOKENS + 1
  const data = Float32Array.from([...padding.data, ...tokens.data])
  const rows = inHead({ data, shape: [length, DIM] })
  const query = inHead(rowsOf(5, 1))
  const { weights } = await library.attention(query, rows, rows, {
    position: rope,
    positions: { query: [next], key: [...Array<number>(pads).fill(0), ...from(0, TOKENS), next] },
    attnMask: { data: Uint8Array.from({ length }, (_, i) => Number(i >= pads)), shape: [1, length] },
    return: ['weights'],
  })
  return weights.data.slice(pads)
}

interface Padded {
  tokens: number
  row: number
}

export const paddedNext = question<Padded>({
  id: 'padded-next',
  text: words.paddedNext.text,
  shows: figure({ operation: 'pad' }),
  compute: async (library) => {
    const right = await nextWeights(library, 0, TOKENS)
    return {
      tokens: apart(await nextWeights(library, PADS, TOKENS), right),
      row: apart(await nextWeights(library, PADS, PADS + TOKENS), right),
    }
  },
  answers: [
    {
      text: words.paddedNext.answers.tokens,
      holds: ({ tokens, row }) => isRounding(tokens) && !isRounding(row),
    },
    {
      text: words.paddedNext.answers.row,
      holds: ({ tokens, row }) => !isRounding(tokens) && isRounding(row),
    },
    {
      text: words.paddedNext.answers.either,
      holds: ({ tokens, row }) => isRounding(tokens) && isRounding(row),
    },
  ],
  steps: ({ tokens, row }) => [
    { label: words.paddedNext.labels.tokens, value: tokens },
    { label: words.paddedNext.labels.row, value: row },
  ],
  explain: words.paddedNext.explain,
})

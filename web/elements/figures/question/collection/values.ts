// Questions about position in the values.

import type { PositionEncoding, Tensor } from 'whereformer'
import * as words from '../../../../content/questions/values.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { linear } from '../../../parts/positions/seeded-tables.js'
import { apart, isRounding, largest, question } from './question.js'

const DIM = 16

/** A row in one head: [1, 1, DIM]. */
const row = (seed: number): Tensor => linear(seed, [1, 1, DIM], -1, 1)

/** Shaw's vectors for distances −CLIPPED … CLIPPED. */
const CLIPPED = 4
const shaw: PositionEncoding = {
  type: 'shaw',
  keyTable: linear(5, [2 * CLIPPED + 1, DIM], -1, 1),
  valueTable: linear(6, [2 * CLIPPED + 1, DIM], -1, 1),
}

/** Positions of a query and of the one key that it sees. */
interface Pair {
  query: number
  key: number
}

/** The output of the query: the key has the weight 1, so it is the value, and what the encoding adds to it. */
async function received(
  library: AnyLibrary,
  position: PositionEncoding,
  value: Tensor,
  { query, key }: Pair,
) {
  const positions = { query: [query], key: [key] }
  const { output } = await library.attention(row(1), row(2), value, { position, positions })
  return output.data
}

/** Position vectors are added to the embeddings, from which values are projected; here by the identity. */
async function receivedSum(library: AnyLibrary, position: PositionEncoding, pair: Pair) {
  const content = row(3)
  const { data } = await library.embed(position, { positions: [pair.key], dim: DIM })
  const value = { data: content.data.map((x, i) => x + (data[i] ?? Number.NaN)), shape: content.shape }
  return received(library, { type: 'none' }, value, pair)
}

const receivedValue = (library: AnyLibrary, position: PositionEncoding, pair: Pair) =>
  received(library, position, row(3), pair)

const CANDIDATES = [
  { name: words.movedValue.answers.sinusoidal, position: { type: 'sinusoidal' }, receive: receivedSum },
  { name: words.movedValue.answers.rope, position: { type: 'rope' }, receive: receivedValue },
  { name: words.movedValue.answers.alibi, position: { type: 'alibi' }, receive: receivedValue },
  { name: words.movedValue.answers.shaw, position: shaw, receive: receivedValue },
] as const

export const movedValue = question<readonly number[]>({
  id: 'moved-value',
  text: words.movedValue.text,
  shows: { element: 'wf-doors', state: { encoding: 'sinusoidal' } },
  compute: (library) =>
    Promise.all(
      CANDIDATES.map(async ({ position, receive }) =>
        apart(
          await receive(library, position, { query: 2, key: 0 }),
          await receive(library, position, { query: 22, key: 20 }),
        ),
      ),
    ),
  answers: CANDIDATES.map(({ name }, i) => ({
    text: name,
    holds: (found: readonly number[]) => !isRounding(found[i] ?? Number.NaN),
  })),
  steps: (found) =>
    CANDIDATES.map(({ name }, i) => ({
      label: words.movedValue.labels.change(name),
      value: found[i] ?? Number.NaN,
      columns: { values: [found[i] ?? Number.NaN], full: largest(found) },
    })),
  explain: (found) => words.movedValue.explain(largest(found)),
})

/** Differences of what is added, and its size far away. */
interface FarValue {
  near: number
  far: number
  size: number
}

export const farValue = question<FarValue>({
  id: 'far-value',
  text: words.farValue.text,
  shows: { element: 'wf-encoding', state: { encoding: 'shaw', view: 'map', length: 32 } },
  compute: async (library) => {
    const nothing = { data: new Float32Array(DIM), shape: [1, 1, DIM] }
    const back = (distance: number) => received(library, shaw, nothing, { query: 64, key: 64 - distance })
    const [three, six, sixty] = [await back(3), await back(6), await back(60)]
    return { near: apart(three, six), far: apart(six, sixty), size: largest(sixty) }
  },
  answers: [
    { text: words.farValue.answers.nothing, holds: ({ size }) => isRounding(size) },
    { text: words.farValue.answers.both, holds: ({ far }) => !isRounding(far) },
    {
      text: words.farValue.answers.clipped,
      holds: ({ near, far, size }) => isRounding(far) && !isRounding(near) && !isRounding(size),
    },
  ],
  steps: ({ near, far }) => [
    { label: words.farValue.labels.near, value: near },
    { label: words.farValue.labels.far, value: far },
  ],
  explain: words.farValue.explain,
})

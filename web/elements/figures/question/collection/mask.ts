// Questions about what a causal mask tells a model without position encoding.

import type { Tensor } from 'whereformer'
import * as words from '../../../../content/questions/mask.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { linear } from '../../../parts/positions/seeded-tables.js'
import { apart, isRounding, largest, question } from './question.js'

const DIM = 16

/** The value of a token. */
const row = (seed: number): Tensor => linear(seed, [1, DIM], -1, 1)

const TOKENS = 8

/** Outputs and weights of eight tokens without positions, where all keys score alike; the first one's value is its own. */
async function counted(library: AnyLibrary, first: Tensor, others: Tensor) {
  const alike = { data: new Float32Array(TOKENS * DIM), shape: [1, TOKENS, DIM] }
  const values = [first, ...Array<Tensor>(TOKENS - 1).fill(others)].flatMap(({ data }) => [...data])
  const value = { data: Float32Array.from(values), shape: [1, TOKENS, DIM] }
  const { output, weights } = await library.attention(alike, alike, value, {
    isCausal: true,
    return: ['weights'],
  })
  return {
    outputs: Array.from({ length: TOKENS }, (_, i) => output.data.slice(i * DIM, (i + 1) * DIM)),
    ofFirst: Array.from({ length: TOKENS }, (_, i) => weights.data[i * TOKENS] ?? Number.NaN),
  }
}

interface Recognised {
  same: number
  started: number
  ofFirst: readonly number[]
}

const tells = (difference: number): boolean => !isRounding(difference)

export const recognised = question<Recognised>({
  id: 'recognised',
  text: words.recognised.text,
  compute: async (library) => {
    const [start, word] = [row(1), row(2)]
    const same = await counted(library, word, word)
    const started = await counted(library, start, word)
    const [first = new Float32Array()] = same.outputs
    const steps = started.outputs.slice(1).map((output, i) => apart(output, started.outputs[i] ?? first))
    return {
      same: largest(same.outputs.map((output) => apart(output, first))),
      // spread: seven steps
      started: Math.min(...steps),
      ofFirst: started.ofFirst,
    }
  },
  answers: [
    { text: words.recognised.answers.started, holds: ({ same, started }) => !tells(same) && tells(started) },
    { text: words.recognised.answers.same, holds: ({ same, started }) => tells(same) && !tells(started) },
    { text: words.recognised.answers.both, holds: ({ same, started }) => tells(same) && tells(started) },
    { text: words.recognised.answers.neither, holds: ({ same, started }) => !tells(same) && !tells(started) },
  ],
  steps: ({ same, started, ofFirst }) => [
    { label: words.recognised.labels.same, value: same },
    { label: words.recognised.labels.started, value: started },
    {
      label: words.recognised.labels.weight,
      value: ofFirst.at(-1) ?? Number.NaN,
      columns: { values: ofFirst, full: 1 },
    },
  ],
  explain: ({ same, ofFirst }) => words.recognised.explain({ same, weight: ofFirst.at(-1) ?? Number.NaN }),
})

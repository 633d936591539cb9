// Questions about what an encoding can express, however it is trained.

import * as words from '../../../../content/questions/training.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { question, type Shows } from './question.js'

const [HEADS, AWAY, TOKENS] = [4, 8, 17]

const untouched: Shows = { element: 'wf-train', state: { encoding: 'alibi' } }

/** ALiBi's weights of the last query, per head, where all scores are equal before it: index = distance. */
async function byDistance(library: AnyLibrary): Promise<number[][]> {
  const zeros = () => ({ data: new Float32Array(HEADS * TOKENS), shape: [HEADS, TOKENS, 1] })
  const { weights } = await library.attention(zeros(), zeros(), zeros(), {
    position: { type: 'alibi' },
    isCausal: true,
    return: ['weights'],
  })
  const at = (head: number, distance: number) =>
    weights.data[(head * TOKENS + TOKENS - 1) * TOKENS + TOKENS - 1 - distance] ?? Number.NaN
  return Array.from({ length: HEADS }, (_, head) =>
    Array.from({ length: TOKENS }, (_, distance) => at(head, distance)),
  )
}

/** How much more a head gives to distance 8 than to distance 7. */
const lead = (weights: readonly number[] = []): number =>
  (weights[AWAY] ?? Number.NaN) / (weights[AWAY - 1] ?? Number.NaN)

export const fixedDistance = question<number[][]>({
  id: 'fixed-distance',
  text: words.fixedDistance.text,
  shows: untouched,
  compute: byDistance,
  answers: [
    {
      text: words.fixedDistance.answers.flattest,
      holds: (found) => lead(found.at(-1)) > 1 && !(lead(found[0]) > 1),
    },
    {
      text: words.fixedDistance.answers.steepest,
      holds: (found) => lead(found[0]) > 1,
    },
    {
      text: words.fixedDistance.answers.none,
      holds: (found) => found.every((weights) => lead(weights) < 1),
    },
  ],
  steps: (found) => [
    ...found.map((weights, head) => ({
      label: words.fixedDistance.labels.head(head + 1),
      value: lead(weights),
      columns: { values: weights, full: 0.25 },
    })),
  ],
  explain: (found) => words.fixedDistance.explain(lead(found[0]), lead(found.at(-1))),
})

// Questions of chapters whose answers need trained models or a record; each says when its answers hold, as those of
// web/elements/figures/question/collection do.

import type { Tensor } from 'whereformer'
import { say } from '../../content/bilingual.js'
import { movedBoth } from '../../content/questions/rotary.js'
import { firstToCopy, longerLoss } from '../../content/questions/training.js'
import { lossRecord } from '../../elements/figures/extrapolation/loss-record.js'
import { type Question, question } from '../../elements/figures/question/collection/question.js'
import trainingSteps from '../../elements/figures/train/training-steps.json' with { type: 'json' }
import type { TrainedName } from '../../elements/parts/trained/trained-names.js'

const nothing = { steps: () => [], explain: () => say('', '') }

/** Differences below this are rounding errors of float32 at angles of a thousand radians. */
const SAME = 1e-3

const vector = (shift: number): Tensor => ({
  data: Float32Array.from({ length: 64 }, (_, i) => Math.sin(1.7 * i + shift)),
  shape: [1, 64],
})

const moved = question<{ before: number; after: number }>({
  id: 'moved-both',
  text: movedBoth.text,
  compute: async (library) => {
    const rotated = async (x: Tensor, position: number) =>
      (await library.rotate({ type: 'rope' }, x, { positions: [position] })).data
    const score = async (shift: number) => {
      const [q, k] = [await rotated(vector(0), 7 + shift), await rotated(vector(1), 5 + shift)]
      return q.reduce((sum, value, i) => sum + value * (k[i] ?? Number.NaN), 0)
    }
    return { before: await score(0), after: await score(1000) }
  },
  answers: [
    { text: movedBoth.answers.grows, holds: ({ before, after }) => after > before + SAME },
    { text: movedBoth.answers.shrinks, holds: ({ before, after }) => after < before - SAME },
    { text: movedBoth.answers.stays, holds: ({ before, after }) => Math.abs(after - before) <= SAME },
  ],
  ...nothing,
})

const [TRAINED, LONG] = [64, 512]

/** Whether the recorded loss at the longer length is the larger one, by more than both intervals. */
function rises(model: TrainedName): boolean {
  const { lengths, curves } = lossRecord
  const curve = curves.find((one) => one.model === model && one.scaling === 'none' && one.kept === null)
  const at = (length: number) => {
    const index = lengths.indexOf(length)
    return { loss: curve?.losses[index] ?? Number.NaN, spread: curve?.spreads[index] ?? Number.NaN }
  }
  const [short, long] = [at(TRAINED), at(LONG)]
  return long.loss - long.spread > short.loss + short.spread
}

const longer = question<Record<'rope' | 't5' | 'alibi', boolean>>({
  id: 'longer-loss',
  text: longerLoss.text,
  compute: async () => ({ rope: rises('rope'), t5: rises('t5'), alibi: rises('alibi') }),
  answers: [
    { text: longerLoss.answers.rope, holds: ({ rope, t5, alibi }) => rope && !t5 && !alibi },
    { text: longerLoss.answers.ropeAndT5, holds: ({ rope, t5, alibi }) => rope && t5 && !alibi },
    { text: longerLoss.answers.all, holds: ({ rope, t5, alibi }) => rope && t5 && alibi },
  ],
  ...nothing,
})

/** Steps of the recorded trainings; those that did not get there count as endless. */
const first = question<{ rope: number; alibi: number }>({
  id: 'first-to-copy',
  text: firstToCopy.text,
  compute: async () => {
    const { rope, alibi } = trainingSteps.steps as Record<'rope' | 'alibi', number | null>
    return { rope: rope ?? Number.POSITIVE_INFINITY, alibi: alibi ?? Number.POSITIVE_INFINITY }
  },
  answers: [
    { text: firstToCopy.answers.rope, holds: ({ rope, alibi }) => rope < alibi },
    { text: firstToCopy.answers.alibi, holds: ({ rope, alibi }) => alibi < rope },
    { text: firstToCopy.answers.neither, holds: ({ rope, alibi }) => alibi === rope },
  ],
  ...nothing,
})

export const predictions: readonly Question[] = [moved, longer, first]

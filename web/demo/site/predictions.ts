// Questions of chapters whose answers need trained models or a record; each says when its answers hold, as those of
// web/elements/figures/question/collection do.

import type { StackPosition, Tensor } from 'whereformer'
import { say } from '../../content/bilingual.js'
import { movedBoth } from '../../content/questions/rotary.js'
import { firstToCopy, longerLoss } from '../../content/questions/training.js'
import { heldOut } from '../../elements/figures/extrapolation/held-out.js'
import { lossAt } from '../../elements/figures/extrapolation/losses.js'
import { type Question, question } from '../../elements/figures/question/collection/question.js'
import trainingSteps from '../../elements/figures/train/training-steps.json' with { type: 'json' }
import type { TrainedModel } from '../../elements/parts/trained/trained-models.js'

type Name = 'rope' | 't5' | 'alibi'
type OpenModel = (name: Name) => Promise<TrainedModel<Name>>

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
const READ = 3072

/** Whether the loss at the longer length is the larger one. */
const rises = (open: OpenModel) =>
  question<Record<Name, boolean>>({
    id: 'longer-loss',
    text: longerLoss.text,
    compute: async () => {
      const risesOf = async (name: Name) => {
        const trained = await open(name)
        const ids = [...(await trained.model.encode(heldOut.slice(0, READ + 1)))]
        const position: StackPosition | undefined = undefined
        const { signal } = new AbortController()
        const [short = Number.NaN, long = Number.NaN] = await Promise.all(
          [TRAINED, LONG].map((length) => lossAt({ trained, position, ids, length, signal })),
        )
        return long > short
      }
      return { rope: await risesOf('rope'), t5: await risesOf('t5'), alibi: await risesOf('alibi') }
    },
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

export const predictions = (open: OpenModel): readonly Question[] => [moved, rises(open), first]

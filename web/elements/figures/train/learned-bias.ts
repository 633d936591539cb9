// The learned part of an encoding that can be drawn over the distance: the bias of each head, read from the model while it learns.

import type { LabEncoding, LabPosition } from '../../../lab/encodings.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { LiveTrainer } from './live-trainer.js'
import type { ENCODINGS, EncodingChoice } from './train-fields.js'

/**
 * learned, fixed: a bias by distance. byVector: vectors by distance, whose effect depends on the token. byCount: vectors by a count of
 * tokens. table: a vector per position.
 */
export type Lesson = 'learned' | 'fixed' | 'byVector' | 'byCount' | 'table' | 'nothing'

export const LESSONS: Readonly<Record<(typeof ENCODINGS)[number], Lesson>> = {
  none: 'nothing',
  sinusoidal: 'nothing',
  learned: 'table',
  rope: 'nothing',
  alibi: 'fixed',
  t5: 'learned',
  fire: 'learned',
  kerple: 'learned',
  shaw: 'byVector',
  transformerXl: 'byVector',
  cope: 'byCount',
  randomized: 'table',
  randomizedFloats: 'nothing',
}

/** A formula is the table of biases that learning starts from, or frequencies, of which nothing is learned. */
export function lessonOf(name: EncodingChoice, { position }: Pick<LabEncoding, 'position'>): Lesson {
  if (name !== OWN) return LESSONS[name]
  return (position as LabPosition).type === 'rope' ? 'nothing' : 'learned'
}

/**
 * The bias of each head of layer 0, by distance 0, 1 … tokens − 1, as the last token sees it. Queries and keys of the first layer do not
 * depend on the bias, so it is the difference of the scores with it and without it.
 */
export async function biasByDistance(trainer: LiveTrainer, tokens: number): Promise<Float32Array[]> {
  const inputIds = new Array<number>(tokens).fill(0)
  const scores = async (position: { position?: { type: 'none' } }) => {
    const { scores } = await trainer.model.forward({ inputIds }, { ...position, return: ['scores'] })
    return scores?.[0] ?? { data: new Float32Array(0), shape: [0, 0, 0] }
  }
  const [added, plain] = [await scores({}), await scores({ position: { type: 'none' } })]
  return Array.from({ length: added.shape[0] ?? 0 }, (_, head) => {
    const last = (head * tokens + tokens - 1) * tokens
    return Float32Array.from({ length: tokens }, (_, distance) => {
      const cell = last + tokens - 1 - distance
      return (added.data[cell] ?? Number.NaN) - (plain.data[cell] ?? Number.NaN)
    })
  })
}

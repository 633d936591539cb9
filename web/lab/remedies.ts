// Remedies: trained weights under other positions, so that a model reads further than it was trained.

import { refuse } from '../lib/boundary/errors.js'
import type { LabPositions } from './encodings.js'
import { IGNORED } from './tasks/task.js'
import type { Trainer, TrainerBatch } from './trainer.js'

export interface Remedy {
  readonly name: string
  /** The position; a parameter "lengthRatio" stands for the test length over the training length, at least 1. */
  readonly position: LabPositions
}

const RATIO = 'lengthRatio'

/** The position of a remedy at a length. */
export function positionAt({ position }: Remedy, ratio: number): LabPositions {
  const text = JSON.stringify(position, (_, value) => (value === RATIO ? Math.max(1, ratio) : value))
  return JSON.parse(text) as LabPositions
}

/** A trainer that evaluates with its weights under another position; it does not learn. */
export function remedied(trainer: Trainer, position: LabPositions): Pick<Trainer, 'evaluate'> {
  const { model } = trainer
  if (!model) throw refuse('ERR_UNSUPPORTED', 'remedies', 'a trainer without a model', 'one that has one')
  return {
    evaluate({ inputIds, targets }: TrainerBatch) {
      const [sequences, length] = targets.shape
      const sum = { loss: 0, right: 0, tokens: 0, exact: 0 }
      for (let i = 0; i < sequences; i++) {
        const row = <T extends Int32Array>(of: T) => of.subarray(i * length, (i + 1) * length)
        const { logits } = model.forward({ inputIds: [...row(inputIds.data)] }, { position })
        add(sum, logits.data, row(targets.data))
      }
      return {
        loss: sum.loss / sum.tokens,
        accuracy: sum.right / sum.tokens,
        exactMatch: sum.exact / sequences,
      }
    },
  }
}

type Sum = Record<'loss' | 'right' | 'tokens' | 'exact', number>

/** @param logits [length, vocabulary] */
function add(sum: Sum, logits: Float32Array, targets: Int32Array): void {
  const vocabulary = logits.length / targets.length
  let isExact = true
  for (const [place, target] of targets.entries()) {
    if (target === IGNORED) continue
    const row = logits.subarray(place * vocabulary, (place + 1) * vocabulary)
    const { loss, isRight } = scored(row, target)
    sum.loss += loss
    sum.right += isRight ? 1 : 0
    sum.tokens += 1
    isExact &&= isRight
  }
  sum.exact += isExact ? 1 : 0
}

/** Cross entropy, and whether the target is the most probable. */
function scored(row: Float32Array, target: number): { loss: number; isRight: boolean } {
  const most = row.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const all = row.reduce((total, logit) => total + Math.exp(logit - most), 0)
  return { loss: most + Math.log(all) - (row[target] as number), isRight: row.indexOf(most) === target }
}

// Sequences of the task with the answers of a model, token by token.

import type { Batch } from '../../../lab/batch.js'
import { IGNORED } from '../../../lab/tasks/task.js'

export interface Shown {
  /** The right token. */
  readonly token: string
  /** Prediction of the model for the token, given the right tokens before it; absent where it is not asked. */
  readonly said?: string
}

export interface Answer {
  readonly tokens: readonly Shown[]
  readonly right: number
  readonly asked: number
}

/** @param predictions [sequences · length]: the most probable next token of each */
export function answersOf(
  { inputIds, targets }: Batch,
  predictions: Int32Array,
  vocabulary: readonly string[],
  count: number,
): Answer[] {
  const [sequences, length] = inputIds.shape
  const word = (id: number | undefined) => vocabulary[id ?? -1] ?? ''
  return Array.from({ length: Math.min(count, sequences) }, (_, row) => {
    const at = row * length
    const ids = inputIds.data.subarray(at, at + length)
    const end = ends(targets.data.subarray(at, at + length))
    const tokens: Shown[] = [{ token: word(ids[0]) }]
    for (let i = 0; i < end; i++) {
      const target = targets.data[at + i] ?? IGNORED
      if (target === IGNORED) tokens.push({ token: word(ids[i + 1]) })
      else tokens.push({ token: word(target), said: word(predictions[at + i]) })
    }
    const asked = tokens.filter(({ said }) => said !== undefined)
    return { tokens, asked: asked.length, right: asked.filter(({ token, said }) => token === said).length }
  })
}

/** After the last counted target there is only padding. */
function ends(targets: Int32Array): number {
  let end = targets.length
  while (end > 0 && targets[end - 1] === IGNORED) end--
  return end
}

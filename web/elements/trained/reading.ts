// A text as a trained model reads it: attention of every layer and head, and logits.

import type { Tensor } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import type { Matrix } from '../matrix/matrix.js'
import type { TrainedModel } from './trained-models.js'

export interface Reading {
  ids: readonly number[]
  /** Per layer [heads, tokens, tokens] */
  attentions: readonly Tensor[]
  /** [tokens, vocab] */
  logits: Tensor
}

const last = new WeakMap<TrainedModel, { text: string; reading: Promise<Reading> }>()

/** Cached: another layer or head of the same text needs no second forward pass. */
export function read(trained: TrainedModel, text: string): Promise<Reading> {
  const known = last.get(trained)
  if (known?.text === text) return known.reading
  const reading = readNow(trained, text)
  last.set(trained, { text, reading })
  reading.catch(() => last.delete(trained))
  return reading
}

async function readNow({ model }: TrainedModel, text: string): Promise<Reading> {
  const ids = await model.encode(text)
  const { attentions = [], logits } = await model.forward({ inputIds: ids }, { return: ['attentions'] })
  return { ids, attentions, logits }
}

/** One head of one layer; rows are queries, columns keys. */
export function attentionMap(attentions: readonly Tensor[], layer: number, head: number): Matrix {
  const tensor = attentions[layer]
  const [heads = 0, rows = 0, columns = 0] = tensor?.shape ?? []
  if (!tensor || head >= heads) throw new RangeError(`no layer ${layer}, head ${head}`)
  const size = rows * columns
  return { data: tensor.data.subarray(head * size, (head + 1) * size), rows, columns }
}

/** b − a, cell by cell. */
export function differenceMap(a: Matrix, b: Matrix): Matrix {
  return { ...a, data: b.data.map((value, i) => value - (a.data[i] ?? Number.NaN)) }
}

/** The largest magnitude; NaN if any value is NaN. */
export function largest(values: ArrayLike<number>): number {
  let most = 0
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i] as number)
    if (!(size <= most)) most = size
  }
  return most
}

export interface Candidate {
  character: string
  /** 0 … 1 */
  probability: number
}

/** Next-token distribution after a token, by token id. */
export async function nextCharacters(
  library: AnyLibrary,
  { characters }: TrainedModel,
  { logits }: Reading,
  token: number,
): Promise<Candidate[]> {
  const vocab = logits.shape[1] ?? 0
  const row = { data: logits.data.slice(token * vocab, (token + 1) * vocab), shape: [1, vocab] }
  const { data } = await library.softmax(row)
  return Array.from(data, (probability, id) => ({ character: characters[id] ?? '', probability }))
}

/** The sum of −log p of the targets; logits are [targets, vocab]. */
export function surprise(logits: Float32Array, targets: readonly number[]): number {
  const vocab = logits.length / targets.length
  return targets.reduce((sum, target, i) => {
    const row = logits.subarray(i * vocab, (i + 1) * vocab)
    const most = row.reduce((a, b) => Math.max(a, b), -Infinity)
    const total = row.reduce((all, logit) => all + Math.exp(logit - most), 0)
    return sum + most + Math.log(total) - (row[target] ?? Number.NaN)
  }, 0)
}

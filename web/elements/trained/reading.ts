// A text as a trained model reads it: attention of every layer and head, and logits.

import type { Tensor } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import type { Matrix } from '../matrix/matrix.js'
import { type AnyTrained, isOwn } from './own-model.js'
import type { Prepared } from './passage.js'

export interface Reading {
  ids: readonly number[]
  /** Per layer [heads, tokens, tokens] */
  attentions: readonly Tensor[]
  /** [tokens, vocab] */
  logits: Tensor
}

const last = new WeakMap<AnyTrained, { text: string; reading: Promise<Reading> }>()

/** Cached: another layer or head of the same text needs no second forward pass. */
export function read(trained: AnyTrained, prepared: Pick<Prepared, 'characters' | 'ids'>): Promise<Reading> {
  const text = prepared.characters.join('')
  const known = last.get(trained)
  if (known?.text === text) return known.reading
  const reading = readNow(trained, text, prepared.ids)
  last.set(trained, { text, reading })
  reading.catch(() => last.delete(trained))
  return reading
}

async function readNow({ model }: AnyTrained, text: string, known?: readonly number[]): Promise<Reading> {
  const ids = known ?? (await model.encode(text))
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

/** The candidates of a large vocabulary that are shown at most. */
const LIKELIEST = 10

/** Next-token distribution after a token: by token id, or the likeliest of a large vocabulary. */
export async function nextCharacters(
  library: AnyLibrary,
  trained: AnyTrained,
  { logits }: Reading,
  token: number,
): Promise<Candidate[]> {
  const vocab = logits.shape[1] ?? 0
  const row = { data: logits.data.slice(token * vocab, (token + 1) * vocab), shape: [1, vocab] }
  const { data } = await library.softmax(row)
  if (isOwn(trained)) {
    const best = largestOf(data, LIKELIEST)
    const pieces = await trained.pieces(best)
    return best.map((id, i) => ({ character: pieces[i] ?? '', probability: data[id] ?? Number.NaN }))
  }
  return Array.from(data, (probability, id) => ({ character: trained.characters[id] ?? '', probability }))
}

/** The places of the largest values, the largest first. */
function largestOf(values: Float32Array, count: number): number[] {
  const best: number[] = []
  values.forEach((value, i) => {
    if (best.length === count && !(value > (values[best.at(-1) ?? 0] ?? 0))) return
    const place = best.findIndex((other) => value > (values[other] ?? 0))
    best.splice(place < 0 ? best.length : place, 0, i)
    best.length = Math.min(best.length, count)
  })
  return best
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

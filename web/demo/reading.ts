// A text as a model reads it: tokens, attention of every layer and head, and logits.

import type { Tensor } from 'whereformer'
import type { Matrix } from '../elements/matrix.js'
import type { Library, OpenModel } from './engine.js'

export interface Reading {
  /** One character per token. */
  characters: string[]
  ids: number[]
  /** Per layer [heads, tokens, tokens] */
  attentions: Tensor[]
  /** [tokens, vocab] */
  logits: Tensor
}

/** The part of a text that fits, and what is wrong with it. */
export interface Prepared {
  characters: string[]
  /** Of the whole text. */
  length: number
  /** The first character outside the vocabulary. */
  stranger: string | undefined
}

export function prepare(text: string, { characters: known, context }: OpenModel): Prepared {
  const all = [...text]
  const characters = all.slice(-context)
  return { characters, length: all.length, stranger: characters.find((c) => !known.includes(c)) }
}

/** Reads characters at positions shift, shift + 1 … */
export async function read({ model }: OpenModel, characters: string[], shift = 0): Promise<Reading> {
  const ids = await model.encode(characters.join(''))
  const positionIds = ids.map((_, i) => i + shift)
  const { attentions = [], logits } = await model.forward(
    { inputIds: ids, positionIds },
    { return: ['attentions'] },
  )
  return { characters, ids, attentions, logits }
}

/** How many maps there are. */
export function mapCounts({ attentions }: Reading): { layers: number; heads: number } {
  return { layers: attentions.length, heads: attentions[0]?.shape[0] ?? 0 }
}

/** One head of one layer; rows are queries, columns keys. */
export function attentionMap({ attentions }: Reading, layer: number, head: number): Matrix | undefined {
  const tensor = attentions[layer]
  const [heads = 0, rows = 0, columns = 0] = tensor?.shape ?? []
  if (!tensor || head >= heads) return undefined
  const size = rows * columns
  return { data: tensor.data.subarray(head * size, (head + 1) * size), rows, columns }
}

export interface Candidate {
  character: string
  probability: number
}

/** The likeliest next characters after a token, best first. */
export async function nextCharacters(
  library: Library,
  { characters }: OpenModel,
  { logits }: Reading,
  token: number,
  count: number,
): Promise<Candidate[]> {
  const vocab = logits.shape[1] ?? 0
  const probabilities = await softmax(library, logits.data.slice(token * vocab, (token + 1) * vocab))
  return [...probabilities]
    .map((probability, id) => ({ character: characters[id] ?? '', probability }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, count)
}

// The library's attention is a softmax: one query of 1 meets one key per logit.
async function softmax(library: Library, logits: Float32Array): Promise<Float32Array> {
  const keys = { data: logits, shape: [1, logits.length, 1] }
  const query = { data: Float32Array.of(1), shape: [1, 1, 1] }
  const { weights } = await library.attention(query, keys, keys, { scale: 1, return: ['weights'] })
  return weights?.data ?? new Float32Array(0)
}

/** b − a, cell by cell. */
export function differenceMap(a: Matrix, b: Matrix): Matrix {
  return { ...a, data: b.data.map((value, i) => value - (a.data[i] ?? Number.NaN)) }
}

/** The largest difference of any attention weight between two readings of the same text. */
export function largestChange(a: Reading, b: Reading): number {
  let largest = 0
  a.attentions.forEach((tensor, layer) => {
    const other = b.attentions[layer]?.data
    tensor.data.forEach((value, i) => {
      const change = Math.abs(value - (other?.[i] ?? Number.NaN))
      if (!(change <= largest)) largest = change
    })
  })
  return largest
}

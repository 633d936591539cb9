// A text as a trained model reads it: attention of every layer and head, and logits.

import type { Tensor } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import type { Matrix } from '../matrix/matrix.js'
import { decodedIds } from './decoded.js'
import { type AnyTrained, hasStacks, isOwn, type OwnModel, positionIn } from './own-model.js'
import type { Prepared } from './passage.js'
import type { Stack } from './stacks.js'

export interface Reading {
  ids: readonly number[]
  /** Per layer [heads, tokens, tokens]; of an encoder–decoder, the decoder's. */
  attentions: readonly Tensor[]
  /** [tokens, vocab]; [tokens, 0] without a head. */
  logits: Tensor
  /** The text that the decoder of an encoder–decoder reads. */
  decoded?: Decoded
}

interface Decoded {
  /** The tokens that the decoder read, a piece of text each. */
  characters: readonly string[]
  encoder: readonly Tensor[]
  cross: readonly Tensor[]
}

/** The maps of a stack, and what their rows and columns are. */
export interface StackMaps {
  attentions: readonly Tensor[]
  queries: readonly string[]
  keys: readonly string[]
}

/** `text` is what inputIds say; a model of one stack has its maps whichever is asked for. */
export function mapsIn({ attentions, decoded }: Reading, stack: Stack, text: readonly string[]): StackMaps {
  if (!decoded) return { attentions, queries: text, keys: text }
  const { characters, encoder, cross } = decoded
  if (stack === 'encoder') return { attentions: encoder, queries: text, keys: text }
  if (stack === 'cross') return { attentions: cross, queries: characters, keys: text }
  return { attentions, queries: characters, keys: characters }
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

async function readNow(trained: AnyTrained, text: string, known?: readonly number[]): Promise<Reading> {
  const { model } = trained
  const ids = known ?? (await model.encode(text))
  if (isOwn(trained) && hasStacks(trained)) return readStacks(trained, ids)
  const { attentions, logits } = await model.forward(
    { inputIds: ids },
    { ...positionIn(trained), return: ['attentions'] },
  )
  return { ids, attentions, logits }
}

async function readStacks(own: OwnModel, ids: readonly number[]): Promise<Reading> {
  const decoderInputIds = await decodedIds(own, ids)
  const { attentions, encoderAttentions, crossAttentions, logits } = await own.model.forward(
    { inputIds: ids, decoderInputIds },
    { return: ['attentions', 'encoderAttentions', 'crossAttentions'] },
  )
  const characters = await own.pieces(decoderInputIds)
  const decoded = { characters, encoder: encoderAttentions, cross: crossAttentions }
  return { ids, attentions, logits, decoded }
}

/** Attention of a head of a layer; rows are queries, columns keys. */
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

export interface Candidate {
  character: string
  /** 0 … 1 */
  probability: number
}

/** The candidates of a large vocabulary that are shown at most. */
const LIKELIEST = 10

/** Predictions at a token: by token id, or the likeliest of a large vocabulary; none without a head. */
export async function nextCharacters(
  library: AnyLibrary,
  trained: AnyTrained,
  { logits }: Reading,
  token: number,
): Promise<Candidate[]> {
  const vocab = logits.shape[1] ?? 0
  if (vocab === 0) return []
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
export const surprise = (logits: Float32Array, targets: readonly number[]): number =>
  surprises(logits, targets).reduce((sum, one) => sum + one, 0)

/** −log p of each target; logits are [targets, vocab]. */
export function surprises(logits: Float32Array, targets: readonly number[]): number[] {
  const vocab = logits.length / targets.length
  return targets.map((target, i) => {
    const row = logits.subarray(i * vocab, (i + 1) * vocab)
    const most = row.reduce((a, b) => Math.max(a, b), -Infinity)
    const total = row.reduce((all, logit) => all + Math.exp(logit - most), 0)
    return most + Math.log(total) - (row[target] ?? Number.NaN)
  })
}

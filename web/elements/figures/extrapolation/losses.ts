// The loss of a model on a text, in windows of one length that do not overlap, as in the paper; and of the same predictions when the text
// before each of them is cut.

import type { AnyTrained } from '../../parts/trained/own-model.js'
import { lossesInWindows, type Reader } from './windows.js'

/** From the training length to eight times the training length. */
export const LENGTHS = [64, 96, 128, 192, 256, 384, 512] as const

export interface LossRequest extends Reader {
  length: number
  /** Each prediction is made from at most so many tokens before it; undefined = from all of its window. */
  kept?: number | undefined
}

/** Nats per token. */
export interface Loss {
  mean: number
  /** Two standard errors of the mean, over blocks of the text; NaN where there are too few. */
  spread: number
}

const known = new WeakMap<AnyTrained, Map<string, Promise<readonly number[] | undefined>>>()

/** Over all predicted tokens; NaN when the text is shorter than the length, undefined when stopped. */
export async function lossAt(request: LossRequest): Promise<Loss | undefined> {
  const losses = await lossesAt(request)
  return losses && meanOf(losses)
}

/** Of each predicted token, in the order of the text: token t of the text is predicted at index t mod length of its window. */
export function lossesAt(request: LossRequest): Promise<readonly number[] | undefined> {
  const { kept, length } = request
  const starts = windowStarts(request)
  const whole = (reach: number) =>
    remembered(request, ['whole', reach, length], () => lossesInWindows(request, { starts, length: reach }))
  return kept === undefined || kept >= length ? whole(length) : cut(request, kept, starts, whole)
}

/** Where a window has fewer than `kept` tokens, what it has is read; elsewhere the last `kept`, whatever the window. */
async function cut(
  request: LossRequest,
  kept: number,
  starts: readonly number[],
  whole: (reach: number) => Promise<readonly number[] | undefined>,
): Promise<readonly number[] | undefined> {
  const { length, ids } = request
  const heads = await whole(kept)
  const every = Array.from({ length: Math.max(0, ids.length - kept) }, (_, start) => start)
  const window = { starts: every, length: kept, first: kept - 1 }
  const tails = heads && (await remembered(request, ['cut', kept], () => lossesInWindows(request, window)))
  if (!heads || !tails) return undefined
  return starts.flatMap((start, i) => [
    ...heads.slice(i * kept, (i + 1) * kept),
    ...tails.slice(start + 1, start + length - kept + 1),
  ])
}

function windowStarts({ ids, length }: LossRequest): number[] {
  return Array.from({ length: Math.floor((ids.length - 1) / length) }, (_, i) => i * length)
}

/** Computed once per model, encoding and text, unless it was stopped. */
function remembered(
  { trained, position, ids }: LossRequest,
  what: readonly unknown[],
  compute: () => Promise<readonly number[] | undefined>,
): Promise<readonly number[] | undefined> {
  const memory = known.get(trained) ?? new Map<string, Promise<readonly number[] | undefined>>()
  known.set(trained, memory)
  const key = JSON.stringify([...what, position, ids])
  const found = memory.get(key) ?? compute()
  memory.set(key, found)
  const forget = () => memory.delete(key)
  found.then((losses) => losses ?? forget(), forget)
  return found
}

/** Neighbours in a text are alike: the error is that over blocks of so many predictions. */
const BLOCK = 64

export function meanOf(losses: readonly number[]): Loss {
  const blocks = Array.from({ length: Math.floor(losses.length / BLOCK) }, (_, i) =>
    plainMean(losses.slice(i * BLOCK, (i + 1) * BLOCK)),
  )
  const centre = plainMean(blocks)
  const square = blocks.reduce((sum, one) => sum + (one - centre) ** 2, 0) / (blocks.length - 1)
  const spread = blocks.length > 1 ? 2 * Math.sqrt(square / blocks.length) : Number.NaN
  return { mean: plainMean(losses), spread }
}

const plainMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

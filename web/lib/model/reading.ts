// What a generation reads and chooses with: a session of its own, or the cache of a caller, which goes on from what it holds of the text.

import { refuse } from '../boundary/errors.js'
import type { Handle } from '../boundary/handle.js'
import { NOTHING } from '../boundary/raw.js'
import type { Recipe } from '../families/index.js'
import { type Cache, cachesOf } from './cache.js'
import type { GeneratePlan } from './generate-plan.js'
import { followsLength } from './layer-positions.js'
import { Sampler } from './sampler.js'

export interface Reading {
  /** How many tokens of the text have been read. */
  readonly held: number
  /** Tokens of a prompt between two yields to the event loop. */
  readonly chunk: number
  /** `more`: no token is chosen after these. */
  feed(ids: Int32Array, more: boolean): void
  next(): number
}

const CHUNK = 64

export function freshReading(session: Handle, prompt: Int32Array, plan: GeneratePlan): Reading {
  const { temperature, topK, topP, minP, repetitionPenalty, noRepeatNgram } = plan
  const request = { temperature, topK, topP, repetitionPenalty }
  const inCore = minP === 0 && noRepeatNgram === 0
  return {
    held: 0,
    chunk: CHUNK,
    feed: (ids, more) => session.call((raw, address) => raw.feed({ session: address, ids, more })),
    next: inCore
      ? () => session.call((raw, address) => raw.sample({ session: address, ...request })).id
      : choiceIn(session, prompt, plan),
  }
}

/**
 * Continues a cache: keys and values of the beginning that it has in common with the prompt stay, all but the last token of it at most, which
 * gives the first logits. A token is drawn by its place in the text, so that a text that was stopped goes on as if it had not been.
 * @param version the version of the model's weights
 */
export function readingOn(cache: Cache, prompt: Int32Array, plan: GeneratePlan, version: number): Reading {
  const { handle, positions } = cache.parts
  const held = commonLength(cache, prompt, version)
  cache.crop(held)
  handle.call((raw, session) => raw.evict({ session, past: held, from: held, to: held, renumber: false }))
  let { text } = cache
  return {
    held,
    // frequencies that follow the length are those of the whole prompt
    chunk: followsLength(positions) ? prompt.length : CHUNK,
    feed(ids, more) {
      if (cache.text !== text)
        throw refuse('ERR_VALUE', 'options.past', 'a cache that changed meanwhile', 'one at rest')
      handle.call((raw, session) => raw.feed({ session, ids, more }))
      const length = text.ids.length + ids.length
      const all = new Int32Array(length)
      all.set(text.ids)
      all.set(ids, text.ids.length)
      const mask = new Uint8Array(length).fill(1)
      text = { ids: all, mask, skipped: new Int32Array(length), intact: length, version }
      cache.hold(text)
    },
    next: choiceIn(handle, prompt, plan, prompt.length),
  }
}

function commonLength({ text }: Cache, prompt: Int32Array, version: number): number {
  const { ids, mask, intact } = text
  const isSame = (i: number) => ids[i] === prompt[i] && mask[i] === 1
  const most = text.version === version ? Math.min(intact, prompt.length - 1) : 0
  let length = 0
  while (length < most && isSame(length)) length++
  return length
}

/** @param drawn numbers of the seed that are passed over */
function choiceIn(session: Handle, prompt: Int32Array, plan: GeneratePlan, drawn = 0): () => number {
  const softmax = (x: Float32Array) =>
    session.call((raw) => raw.softmax({ x, width: x.length, out: NOTHING })).data
  const sampler = new Sampler(plan, softmax, drawn)
  const ids = [...prompt]
  return () => {
    const { data } = session.call((raw, address) => raw.logits({ session: address }))
    ids.push(sampler.next(data.slice(), ids))
    return ids.at(-1) as number
  }
}

/** The checked cache of options.past. @param texts how many are continued */
export function pastOf(plan: GeneratePlan, recipe: Recipe, texts: number): Cache | undefined {
  if (plan.past === undefined) return undefined
  const argument = 'options.past'
  const [cache, ...more] = cachesOf(plan.past, argument) as [Cache, ...Cache[]]
  if (texts > 1 || more.length > 0)
    throw refuse('ERR_SHAPE', argument, `${1 + more.length} for ${texts} texts`, 'one cache and one text')
  if (cache.parts.recipe !== recipe)
    throw refuse('ERR_VALUE', argument, 'a cache of another model', 'one of model.cache() of this one')
  if (recipe.spec.encoder)
    throw refuse('ERR_UNSUPPORTED', argument, 'a cache beside an encoder', 'none, or forward()')
  if (plan.position !== undefined)
    throw refuse('ERR_UNSUPPORTED', 'options.position', 'a position', 'none: the cache has its own')
  return cache
}

export function requireRoomIn({ capacity }: Cache, tokens: number): void {
  if (tokens <= capacity) return
  const wanted = `room for the prompt and maxNewTokens, ${tokens} tokens`
  throw refuse('ERR_VALUE', 'options.past', `a cache of ${capacity} tokens`, wanted)
}

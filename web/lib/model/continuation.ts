// The input of a pass that continues caches: new tokens alone, after those that the caches hold.

import { refuse, show } from '../boundary/errors.js'
import { NOTHING, type RawPositions } from '../boundary/raw.js'
import type { Recipe } from '../families/index.js'
import { isPositionTable, modelInputIs } from '../position/position.js'
import { type Cache, type CacheText, positionsFrom } from './cache.js'
import { type Given, type Parsed, requireRoom, type SequenceInput, typesOf } from './forward-input.js'
import { hasPart } from './layer-positions.js'
import { type Batch, batchOf, masksOf, positionRowsOf } from './sequences.js'

/** Inputs that belong to whole texts. */
const WHOLE = ['permMask', 'targetPositions'] as const

/** @param version the version of the model's weights */
export function parseContinuation(given: Given, caches: Cache[], recipe: Recipe, version: number): Parsed {
  const texts = caches.map(({ text }) => text)
  const batch = newTokens(given, caches, recipe)
  requireVersion(texts, version)
  const all = wholeTexts(given, texts, batch, recipe, version)
  const ends = positionsOf(given, all, caches, batch, recipe)
  const types = typesOf(given.tokenTypeIds, 'input.tokenTypeIds', batch, recipe.spec.tokenTypes)
  requireUnchanged(caches, texts)
  const past = pastOf(texts)
  return {
    sequences: all.map((one, i) => sequenceOf(one, past, ends[i] ?? NOTHING, types?.[i])),
    batched: batch.batched,
    tokens: batch.tokens,
    past,
    targets: 0,
    encoderTokens: caches[0]?.parts.encoderTokens ?? 0,
  }
}

/** The tokens of each cache, as many in one as in another. */
const pastOf = (texts: readonly CacheText[]) => texts[0]?.ids.length ?? 0

function newTokens(given: Given, caches: readonly Cache[], recipe: Recipe): Batch {
  refuseWhole(given, recipe)
  const { spec } = recipe
  const key = spec.encoder ? 'decoderInputIds' : 'inputIds'
  const batch = batchOf(given[key], `input.${key}`, spec.vocab)
  requireOnePerSequence(caches, batch)
  requireSameEncoderText(caches)
  requireCapacity(caches, batch)
  return batch
}

/** The tokens of the caches and the new ones; the mask that a caller gives is of both. */
function wholeTexts(
  given: Given,
  texts: readonly CacheText[],
  batch: Batch,
  { spec }: Recipe,
  version: number,
): CacheText[] {
  const key = spec.encoder ? 'decoderAttentionMask' : 'attentionMask'
  const whole = {
    ...batch,
    argument: 'the tokens of the cache and input.inputIds',
    tokens: pastOf(texts) + batch.tokens,
  }
  const masks = masksOf(given[key], `input.${key}`, whole)
  return texts.map((text, i) => {
    const whole = wholeOf(text, batch.rows[i] as Int32Array, masks?.[i], version)
    return { ...whole, intact: intactIn(whole, text, given) }
  })
}

/** The positions of the new tokens: given, or counted by the family in the whole text. */
function positionsOf(
  { positionIds }: Given,
  all: readonly CacheText[],
  caches: readonly Cache[],
  batch: Batch,
  recipe: Recipe,
): Float32Array[] {
  const at = positionRowsOf(positionIds, 'input.positionIds', batch, 0)
  const ends = all.map((one, i) => at?.[i] ?? positionsFrom(one, one.ids.length - batch.tokens, recipe))
  for (const { parts } of caches) {
    requireRoom({ positions: ends, masks: undefined }, batch, positionIds, parts.positions.stacks)
    requireCountable(all, parts.positions)
  }
  return ends
}

/** How many of the first tokens are as those of a text of its own, up to the first that is hidden from those behind it. */
function intactIn({ ids, mask }: Omit<CacheText, 'intact'>, text: CacheText, given: Given): number {
  const past = text.ids.length
  const isOwn = given.positionIds === undefined && given.tokenTypeIds === undefined
  if (text.intact < past || !isOwn) return text.intact
  const hidden = mask.indexOf(0)
  return hidden < 0 ? ids.length : Math.max(hidden, past)
}

/** All tokens of one sequence, the new ones at the end. */
function wholeOf(
  text: CacheText,
  fresh: Int32Array,
  given: Uint8Array | undefined,
  version: number,
): Omit<CacheText, 'intact'> {
  const past = text.ids.length
  const ids = new Int32Array(past + fresh.length)
  ids.set(text.ids)
  ids.set(fresh, past)
  const skipped = new Int32Array(ids.length).fill(text.skipped[past - 1] ?? 0)
  skipped.set(text.skipped)
  if (given) return { ids, mask: given, skipped, version }
  const mask = new Uint8Array(ids.length).fill(1)
  mask.set(text.mask)
  return { ids, mask, skipped, version }
}

function sequenceOf(
  read: CacheText,
  past: number,
  positions: Float32Array,
  types: number[] = [],
): SequenceInput {
  const { ids, mask } = read
  const none = new Int32Array(0)
  return {
    ids: ids.slice(past),
    positions,
    tokenTypes: Int32Array.from(types),
    taskTypes: none,
    keyMask: mask.includes(0) ? mask : new Uint8Array(0),
    pairMask: new Uint8Array(0),
    targets: 0,
    encoderIds: none,
    encoderPositions: NOTHING,
    encoderMask: new Uint8Array(0),
    segments: undefined,
    tableRows: undefined,
    read,
  }
}

function refuseWhole(given: Given, { spec, family }: Recipe): void {
  if (!spec.causal) {
    const wanted = `nothing: this ${family.name} is bidirectional`
    throw refuse('ERR_UNSUPPORTED', 'input.past', 'a cache', wanted)
  }
  const encoders = spec.encoder ? (['inputIds', 'attentionMask', 'positionIds'] as const) : []
  const key = [...WHOLE, ...encoders].find((name) => given[name] !== undefined)
  if (key === undefined) return
  const wanted = spec.encoder
    ? 'nothing: the cache holds what the encoder has read'
    : 'nothing with input.past'
  throw refuse('ERR_UNSUPPORTED', `input.${key}`, show(given[key]), wanted)
}

function requireOnePerSequence(caches: readonly Cache[], batch: Batch): void {
  if (caches.length === batch.rows.length && new Set(caches).size === caches.length) return
  const wanted = `${batch.rows.length}, one of its own for each sequence`
  throw refuse('ERR_SHAPE', 'input.past', `${new Set(caches).size} caches`, wanted)
}

function requireCapacity(caches: readonly Cache[], { argument, tokens }: Batch): void {
  const full = caches.find(({ length, capacity }) => length + tokens > capacity)
  if (!full) return
  const got = `${tokens} tokens after ${full.length}`
  throw refuse('ERR_VALUE', argument, got, `at most ${full.capacity} in all, the capacity of the cache`)
}

function requireSameEncoderText(caches: readonly Cache[]): void {
  const lengths = caches.map(({ parts }) => parts.encoderTokens)
  if (lengths.every((length) => length === lengths[0])) return
  const got = `caches whose encoders have read ${lengths.join(', ')} tokens`
  throw refuse('ERR_SHAPE', 'input.past', got, 'as many in each')
}

// Refuses caches that other weights have read: their keys give the scores of no model.
function requireVersion(texts: readonly CacheText[], version: number): void {
  const old = texts.find((text) => text.ids.length > 0 && text.version !== version)
  if (!old) return
  const got = `a cache whose ${old.ids.length} tokens were read by the weights of step ${old.version}`
  const wanted = `a new cache of trainer.model: the model has changed since, it is at step ${version}`
  throw refuse('ERR_VALUE', 'input.past', got, wanted)
}

// Refuses caches that a getter or proxy of the input has continued.
function requireUnchanged(caches: readonly Cache[], texts: readonly CacheText[]): void {
  if (caches.every((cache, i) => cache.text === texts[i])) return
  throw refuse('ERR_VALUE', 'input.past', 'a cache that grew while the input was read', 'one at rest')
}

// Refuses hidden tokens under encodings that count from the first visible token: they would have to know the padding from the start.
function requireCountable(all: readonly CacheText[], positions: RawPositions): void {
  const counts = hasPart(positions, modelInputIs('visibleTokens'))
  const rows = hasPart(positions, modelInputIs('tokenIndices')) && hasPart(positions, isPositionTable)
  if (!(counts || rows) || !all.some(({ mask }) => mask.includes(0))) return
  throw refuse(
    'ERR_UNSUPPORTED',
    'input.attentionMask',
    'hidden tokens',
    'no masked tokens together with input.past for this encoding',
  )
}

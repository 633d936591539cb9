// The input of a pass that continues caches: new tokens alone, after those that the caches hold.

import { consecutive } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { NOTHING, type RawPositions } from '../boundary/raw.js'
import type { Recipe } from '../families/index.js'
import { isPositionTable, modelInputIs } from '../position/position.js'
import type { Cache } from './cache.js'
import { type Given, type Parsed, requireRoom, type SequenceInput, typesOf } from './forward-input.js'
import { hasPart } from './layer-positions.js'
import { type Batch, batchOf, masksOf, positionRowsOf } from './sequences.js'

/** Inputs that belong to whole texts. */
const WHOLE = ['permMask', 'targetPositions'] as const

export function parseContinuation(given: Given, caches: Cache[], recipe: Recipe): Parsed {
  const { spec } = recipe
  const [tokenKey, maskKey] = spec.encoder
    ? (['decoderInputIds', 'decoderAttentionMask'] as const)
    : (['inputIds', 'attentionMask'] as const)
  refuseWhole(given, recipe)
  const batch = batchOf(given[tokenKey], `input.${tokenKey}`, spec.vocab)
  requireOnePerSequence(caches, batch)
  requireCapacity(caches, batch)
  const past = caches[0]?.length ?? 0
  const whole = {
    ...batch,
    argument: 'the tokens of the cache and input.inputIds',
    tokens: past + batch.tokens,
  }
  const masks = masksOf(given[maskKey], `input.${maskKey}`, whole)
  const all = caches.map((cache, i) => wholeOf(cache, batch.rows[i] as Int32Array, masks?.[i]))
  const { positions } = (caches[0] as Cache).parts
  const at = positionRowsOf(given.positionIds, 'input.positionIds', batch, 0)
  const ends = all.map((one, i) => at?.[i] ?? endOf(one, past, recipe))
  requireRoom({ positions: ends, masks: undefined }, batch, given.positionIds, positions.stacks)
  requireCountable(all, positions)
  const types = typesOf(given.tokenTypeIds, 'input.tokenTypeIds', batch, spec.tokenTypes)
  return {
    sequences: all.map((one, i) => sequenceOf(one, past, ends[i] ?? NOTHING, types?.[i])),
    batched: batch.batched,
    tokens: batch.tokens,
    keys: past + batch.tokens,
    targets: 0,
    encoderTokens: caches[0]?.parts.encoderTokens ?? 0,
  }
}

/** All tokens of one sequence, the new ones at the end. */
interface Whole {
  ids: Int32Array
  mask: Uint8Array
}

function wholeOf(cache: Cache, ids: Int32Array, mask: Uint8Array | undefined): Whole {
  return {
    ids: Int32Array.from([...cache.ids, ...ids]),
    mask: mask ?? Uint8Array.from([...cache.mask, ...ids.map(() => 1)]),
  }
}

// As the family counts the whole text.
function endOf({ ids, mask }: Whole, past: number, { positionIds }: Recipe): Float32Array {
  const hidden = mask.includes(0)
  const counted = positionIds?.(ids, hidden ? mask : undefined)
  return counted?.length ? counted.subarray(past) : consecutive(ids.length - past, past)
}

function sequenceOf(
  { ids, mask }: Whole,
  past: number,
  positions: Float32Array,
  types: number[] = [],
): SequenceInput {
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
    read: { ids: ids.subarray(past), mask },
  }
}

function refuseWhole(given: Given, { spec, family }: Recipe): void {
  if (!spec.causal) {
    const wanted = `nothing: this ${family.name} reads in both directions`
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

// Encodings that count from the first visible token would have to know the padding from the start.
function requireCountable(all: readonly Whole[], positions: RawPositions): void {
  const counts = hasPart(positions, modelInputIs('visibleTokens'))
  const rows = hasPart(positions, modelInputIs('tokenIndices')) && hasPart(positions, isPositionTable)
  if (!(counts || rows) || !all.some(({ mask }) => mask.includes(0))) return
  throw refuse(
    'ERR_UNSUPPORTED',
    'input.attentionMask',
    'hidden tokens',
    'none with input.past under this position',
  )
}

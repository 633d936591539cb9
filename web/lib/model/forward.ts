// One pass of a model over given tokens, batched or not: one call of the core per sequence.

import { allocateFloats } from '../boundary/allocate.js'
import { choicesOf, largest, optionsOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { NOTHING, type RawForwardRequest, type RawPositions } from '../boundary/raw.js'
import type { ReturnNames } from '../boundary/returned.js'
import type { Tensor } from '../boundary/tensor.js'
import type { ModelSpec } from '../families/family.js'
import type { Recipe } from '../families/index.js'
import { modelInputIs } from '../position/position.js'
import { type Cache, cachesOf } from './cache.js'
import { parseContinuation } from './continuation.js'
import { givenIn, type Parsed, parseInput } from './forward-input.js'
import {
  followsLength,
  hasPart,
  type ModelPosition,
  surgeryOf,
  withLength,
  withRows,
  withSegments,
} from './layer-positions.js'
import { leadingHidden, withoutLeading } from './left-padding.js'

export type { ForwardInput } from './forward-input.js'

const RETURNS = [
  'hiddenStates',
  'attentions',
  'scores',
  'crossAttentions',
  'crossScores',
  'encoderHiddenStates',
  'encoderAttentions',
  'encoderScores',
  'lastHiddenState',
  'meanPooled',
] as const

export type ForwardReturn = (typeof RETURNS)[number]

export interface ForwardOptions<Return extends ReturnNames<ForwardReturn> = ReturnNames<ForwardReturn>> {
  /** An encoding under which the weights are read in place of the model's. */
  position?: ModelPosition
  /** What comes beside the logits: the result has these fields. */
  return?: Return
}

/** A tensor for each layer; a model has one layer at least. */
export type PerLayer = [Tensor, ...Tensor[]]

/**
 * A batch axis leads every shape when inputIds was a batch. `rows` are the tokens, followed by the targets of a query stream
 * where there are any. In an encoder–decoder everything without a prefix is the decoder's.
 */
export interface ForwardResult {
  /** Logits [tokens, vocab], or [targets, vocab]; [tokens, 0] for a model without a head, whose result is lastHiddenState. */
  logits: Tensor
  /** The output of the last layer after the final norm, [tokens, dModel], or [targets, dModel]. */
  lastHiddenState?: Tensor
  /** The mean of the last hidden states of inputIds over the tokens that may be attended to, [dModel]. */
  meanPooled?: Tensor
  /** The weights of attention, per layer [heads, rows, tokens]. */
  attentions?: PerLayer
  /** The scores before the softmax, per layer [heads, rows, tokens]. */
  scores?: PerLayer
  /** The embeddings, then the output of each layer, the last after the final norm: [rows, dModel] each. */
  hiddenStates?: PerLayer
  /** The weights of cross-attention, per layer of the decoder [heads, tokens, encoder tokens]. */
  crossAttentions?: PerLayer
  crossScores?: PerLayer
  encoderAttentions?: PerLayer
  encoderScores?: PerLayer
  encoderHiddenStates?: PerLayer
}

export interface ForwardPlan extends Parsed {
  requests: Omit<RawForwardRequest, 'model' | 'session'>[] // one per sequence
  /** The caches that the pass continues: one per sequence, or none. */
  caches: Cache[]
  /** The number of leading tokens that each request leaves out. */
  cuts: number[]
  wanted: ReadonlySet<ForwardReturn>
  /** The logits of a batch, [sequences, …]; each request fills its part. */
  out: Float32Array
  /** Rows and columns of each request's part. */
  size: [number, number]
}

/** The array for the logits of a batch; a single sequence is answered by a new array. */
const outputFor = (sequences: number, each: number): Float32Array =>
  sequences > 1 ? allocateFloats(sequences * each, 'the logits of the batch') : NOTHING

/** Checks a call of forward(). @param version the version of the model's weights */
export function forwardPlan(
  input: unknown,
  options: unknown,
  recipe: Recipe,
  own: RawPositions,
  version: number,
): ForwardPlan {
  const { spec } = recipe
  const { position, return: returns } = optionsOf(options, 'options', ['position', 'return'])
  const wanted = wantedOf(returns, spec)
  const given = givenIn(input)
  const caches = given.past === undefined ? [] : cachesOf(given.past, 'input.past')
  if (caches.length > 0) refuseSurgery(position, wanted, spec)
  const surgery = surgeryOf(position, 'options.position', spec, own)
  const positions = caches[0]?.parts.positions ?? surgery ?? own
  const parsed =
    caches.length > 0
      ? parseContinuation(given, caches, recipe, version)
      : parseInput(given, recipe, positions)
  const { sequences, targets, tokens, past } = parsed
  const length = !caches.length && followsLength(positions) ? commonLength(parsed) : undefined
  const size: [number, number] = [targets || tokens, spec.head === 'none' ? spec.dModel : spec.vocab]
  const each = size[0] * size[1]
  const out = outputFor(sequences.length, each)
  const fromVisible = !caches.length && hasPart(positions, modelInputIs('visibleTokens'))
  const cuts = sequences.map((sequence) => (fromVisible ? leadingHidden(sequence) : 0))
  const shown = sequences.map((sequence, i) => withoutLeading(sequence, cuts[i] ?? 0))
  const requests = shown.map(({ segments, tableRows, read: _, ...sequence }, i) => ({
    ...sequence,
    past,
    ...withLength(withRows(withSegments(positions, segments), tableRows), length),
    override: [surgery, segments, tableRows, length].some((change) => change !== undefined),
    ...mapsIn(wanted, spec, targets),
    out: out.subarray(i * each + (cuts[i] ?? 0) * size[1], (i + 1) * each),
  }))
  return { ...parsed, requests, caches, cuts, wanted, out, size }
}

// Refuses surgery with a cache, which has its positions and its encoder's text from the start.
function refuseSurgery(position: unknown, wanted: ReadonlySet<ForwardReturn>, { encoder }: ModelSpec): void {
  if (position !== undefined) {
    throw refuse(
      'ERR_UNSUPPORTED',
      'options.position',
      'a position',
      'none with input.past: pass it to model.cache()',
    )
  }
  const ofEncoder = ['encoderAttentions', 'encoderScores', 'encoderHiddenStates', 'meanPooled'] as const
  const stranger = ofEncoder.find((name) => wanted.has(name) && encoder)
  if (stranger !== undefined)
    throw refuse('ERR_UNSUPPORTED', 'options.return', stranger, 'no encoder outputs together with input.past')
}

// The length that frequencies follow in a batch: up to the largest position of all sequences; undefined if all end alike.
function commonLength({ sequences, tokens }: Parsed): number | undefined {
  const ends = sequences.map(
    ({ positions }) => positions.reduce((end, p) => Math.max(end, p + 1), 0) || tokens,
  )
  return ends.some((end) => end !== ends[0]) ? largest(ends) : undefined
}

function wantedOf(returns: unknown, spec: ModelSpec): ReadonlySet<ForwardReturn> {
  const wanted = choicesOf(returns, 'options.return', RETURNS)
  const foreign = RETURNS.filter((name) => name.startsWith('cross') || name.startsWith('encoder'))
  const stranger = spec.encoder ? undefined : foreign.find((name) => wanted.has(name))
  if (stranger === undefined) return wanted
  throw refuse('ERR_UNSUPPORTED', 'options.return', stranger, 'no encoder outputs: this model has no encoder')
}

function hasAny(wanted: ReadonlySet<ForwardReturn>, ...names: ForwardReturn[]): boolean {
  return names.some((name) => wanted.has(name))
}

function mapsIn(wanted: ReadonlySet<ForwardReturn>, spec: ModelSpec, targets: number) {
  return {
    wantAttentions: hasAny(wanted, 'attentions', 'crossAttentions', 'encoderAttentions'),
    wantScores: hasAny(wanted, 'scores', 'crossScores', 'encoderScores'),
    wantHiddenStates: wantsHiddenStates(wanted, spec, targets),
  }
}

// Must the core return hidden states? Without a head the last ones are the main result anyway, unless there are targets.
function wantsHiddenStates(wanted: ReadonlySet<ForwardReturn>, spec: ModelSpec, targets: number): boolean {
  if (hasAny(wanted, 'hiddenStates', 'encoderHiddenStates')) return true
  if (spec.encoder && wanted.has('meanPooled')) return true
  return hasAny(wanted, 'lastHiddenState', 'meanPooled') && (spec.head !== 'none' || targets > 0)
}

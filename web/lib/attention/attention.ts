// Scaled dot-product attention over plain tensors, with position encodings.

import {
  choiceOf,
  choicesOf,
  numberOf,
  type Options,
  optionsOf,
  positionsOfLength,
} from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { fromFailure, refuse } from '../boundary/errors.js'
import { resultIn, roomOf } from '../boundary/out.js'
import type { RawAttentionRequest, RawAttentionResult, RawPosition } from '../boundary/raw.js'
import type { ReturnNames } from '../boundary/returned.js'
import { ABSENT, shapeText, type Tensor, type TensorInput, tensorOf } from '../boundary/tensor.js'
import { type CustomPosition, withoutCustom } from '../position/custom.js'
import { entersBy, lowerPosition, type Position, type PositionEncoding } from '../position/position.js'
import type { PositionRows } from '../position/position-rows.js'
import { type AttentionSizes, attentionSizes, type Rows } from './attention-sizes.js'
import { bandOf, type Placing } from './band.js'
import { differBySequence, oneByOne } from './by-sequence.js'
import { type Ledger, ledgerOf, type Projections, projectionsOf } from './ledger.js'
import { type AttentionMask, type LoweredMask, lowerMask, refuseMaskValue } from './mask.js'

const RETURNS = ['weights', 'scores', 'rawScores', 'cappedScores', 'ledger'] as const

const SOFTCAP_PLACES = ['beforeBias', 'afterBias'] as const

export type AttentionReturn = (typeof RETURNS)[number]

export interface AttentionOptions<
  Return extends ReturnNames<AttentionReturn> = ReturnNames<AttentionReturn>,
> {
  position?: Position | CustomPosition | readonly (PositionEncoding | CustomPosition)[]
  /**
   * Position ids, one per token, or a list of such lists, one per sequence of the batch. Absent: key j is at j, and query i at i, or with
   * `causalAlignment: 'bottom-right'` at i + keys − queries. Ids of the keys alone are refused where a position acts by them.
   */
  positions?: { query?: PositionRows; key?: PositionRows }
  attnMask?: AttentionMask
  isCausal?: boolean
  /**
   * Which corner the diagonal starts from, on which query i meets its own key: for masks, and for positions where none are given. Required
   * when query and key lengths differ and either is there. 'bottom-right': the queries are the last tokens, as in decoding.
   */
  causalAlignment?: 'top-left' | 'bottom-right'
  /** Keys to the left and right of the diagonal that stay visible; Infinity = all. */
  window?: readonly [left: number, right: number]
  /** The factor of q·k. Absent: the encoding's own scale (T5: 1), else 1/√headDim. */
  scale?: number
  /** The scores become softcap · tanh(score / softcap). Absent or 0: the cap of the encoding, else none. */
  softcap?: number
  /**
   * What the soft cap, of `softcap` or of an encoding, bends: q·k alone ('beforeBias', when absent: Gemma 2, ONNX's Attention since 1.22), or
   * what bias and mask were added to ('afterBias': ONNX up to 1.21). What is hidden stays hidden.
   */
  softcapWhere?: (typeof SOFTCAP_PLACES)[number]
  /**
   * Attention sinks [heads], as in gpt-oss: a logit per head that counts in the sum of each softmax and has no value, so that the
   * weights of a row sum to less than 1. −Infinity is no sink.
   */
  sinks?: TensorInput
  /** What comes beside the output: the result has these fields. */
  return?: Return
  /** The weights of q and k, for the ledger of encodings that add to the embeddings. */
  projections?: Projections
  /** Receives the result instead of a new array; may be an input. */
  out?: Tensor
}

export interface AttentionResult {
  /** The attended values [batch?, heads, queries, valueDim]. */
  output: Tensor
  /** The softmax of the scores [batch?, heads, queries, keys]. */
  weights?: Tensor
  /** Scores before the softmax, scaled, biased and masked: [batch?, heads, queries, keys]. */
  scores?: Tensor
  /** Scores before soft cap, bias and mask: (q·k + content terms) · scale, also of hidden pairs. ONNX: qk_matmul_output_mode 0. */
  rawScores?: Tensor
  /** Scores after the soft cap, before bias and mask. */
  cappedScores?: Tensor
  ledger?: Ledger
}

const OPTIONS = [
  'position',
  'positions',
  'attnMask',
  'isCausal',
  'causalAlignment',
  'window',
  'scale',
  'softcap',
  'softcapWhere',
  'sinks',
  'return',
  'projections',
  'out',
] as const

const MASK = 'options.attnMask'

export function attention(
  core: Core,
  query: TensorInput,
  key: TensorInput,
  value: TensorInput,
  options?: AttentionOptions,
): AttentionResult {
  const given = optionsOf(options, 'options', OPTIONS)
  const rows = [
    tensorOf(query, 'query', [3, 4]),
    tensorOf(key, 'key', [3, 4]),
    tensorOf(value, 'value', [3, 4]),
  ] as const
  const sizes = attentionSizes(rows)
  if (differBySequence(given.positions)) {
    return oneByOne(rows, sizes, given, ([q, k, v], one) => attention(core, q, k, v, one)) as AttentionResult
  }
  const wanted = choicesOf(given.return, 'options.return', RETURNS)
  const { request, mask } = requestOf(rows, sizes, given, wanted)
  const result = core.guard((raw) => raw.attention(request))
  if (result.failure?.argument === MASK) refuseMaskValue(mask, MASK)
  if (result.failure) throw fromFailure(result.failure)
  return collect(result, sizes, wanted, given.out)
}

function outputShape({ leading, heads, queries, valueDim }: AttentionSizes): number[] {
  return [...leading, heads, queries, valueDim]
}

function requestOf(
  [query, key, value]: Rows,
  sizes: AttentionSizes,
  given: Options<(typeof OPTIONS)[number]>,
  wanted: Set<AttentionReturn>,
): { request: RawAttentionRequest; mask: LoweredMask } {
  const at = positionsFor(given.positions, sizes)
  const plain = withoutCustom(given.position, 'options.position', sizes.heads, () => positionsIn(at, sizes))
  const position = lowerPosition(plain, 'options.position')
  const band = bandOf(given, sizes, placingOf(position, at, sizes))
  const mask = lowerMask(given.attnMask, sizes, MASK)
  const projections = projectionsOf(given.projections, sizes)
  const sinks = sinksOf(given.sinks, sizes)
  const room = roomOf(given.out, outputShape(sizes))
  // everything is read: now the values. Field by field: spreading objects into one of this size takes longer than the smallest call
  const request = {
    query: query.data,
    key: key.data,
    value: value.data,
    batch: sizes.batch,
    heads: sizes.heads,
    kvHeads: sizes.kvHeads,
    queries: sizes.queries,
    keys: sizes.keys,
    headDim: sizes.headDim,
    valueDim: sizes.valueDim,
    position,
    queryPositions: at.queryPositions,
    keyPositions: at.keyPositions,
    causal: band.causal,
    causalOffset: band.causalOffset,
    windowLeft: band.windowLeft,
    windowRight: band.windowRight,
    maskBias: mask.bias.data,
    maskFlags: mask.flags.data,
    maskBatch: mask.batch,
    maskHeads: mask.heads,
    maskQueries: mask.queries,
    scale: given.scale === undefined ? Number.NaN : numberOf(given.scale, 'options.scale'),
    softcap: softcapOf(given.softcap),
    softcapAfterBias: isAfterBias(given.softcapWhere, wanted),
    sinks: soundSinks(sinks),
    wantWeights: wanted.has('weights'),
    wantScores: wanted.has('scores'),
    wantLedger: wanted.has('ledger'),
    wantRawScores: wanted.has('rawScores'),
    wantCappedScores: wanted.has('cappedScores'),
    queryProjection: projections.query.data,
    keyProjection: projections.key.data,
    dModel: projections.dModel,
    out: room.data,
  }
  return { request, mask }
}

const NOT_PLACING: Placing = { masks: false, lacksIds: false }

// Hooks that take position ids; the others are masks, which take indices, and the scale and cap of all scores.
const BY_IDS = ['positions', 'embed', 'rotate', 'bias', 'content', 'value']

function placingOf(position: RawPosition, at: Positions, { queries, keys }: AttentionSizes): Placing {
  if (queries === keys && at.keyPositions.length === 0) return NOT_PLACING
  const byIds = BY_IDS.some((hook) => entersBy(position, hook))
  const lacksIds = byIds && queries > 0 && at.queryPositions.length === 0
  if (lacksIds && at.keyPositions.length > 0) {
    const wanted = 'a position per query: without them queries would count from the first key'
    throw refuse('ERR_VALUE', 'options.positions.query', 'nothing beside positions.key', wanted)
  }
  return { masks: entersBy(position, 'mask'), lacksIds: lacksIds && keys > 0 }
}

function softcapOf(value: unknown): number {
  const softcap = value === undefined ? 0 : numberOf(value, 'options.softcap')
  if (softcap < 0)
    throw refuse('ERR_VALUE', 'options.softcap', String(softcap), 'a number > 0, or 0 for none')
  return softcap
}

function isAfterBias(value: unknown, wanted: Set<AttentionReturn>): boolean {
  const after = value !== undefined && choiceOf(value, 'options.softcapWhere', SOFTCAP_PLACES) === 'afterBias'
  if (!after || !wanted.has('cappedScores')) return after
  const instead = 'scores: where the cap comes after bias and mask, they are the capped ones'
  throw refuse('ERR_VALUE', 'options.return', 'cappedScores', instead)
}

function sinksOf(value: unknown, { heads }: AttentionSizes): { readonly data: Float32Array } {
  if (value === undefined) return ABSENT
  const sinks = tensorOf(value, 'options.sinks', [1])
  if (sinks.shape[0] === heads) return sinks
  throw refuse(
    'ERR_SHAPE',
    'options.sinks',
    `shape ${shapeText(sinks.shape)}`,
    `[${heads}], a logit per head`,
  )
}

function soundSinks({ data }: { readonly data: Float32Array }): Float32Array {
  const bad = data.length === 0 ? -1 : data.findIndex((x) => !(x < Number.POSITIVE_INFINITY))
  if (bad < 0) return data
  throw refuse('ERR_VALUE', `options.sinks.data[${bad}]`, String(data[bad]), 'finite numbers or -Infinity')
}

// Without position ids queries may end where the keys do.
function* positionsIn(at: Positions, { queries, keys }: AttentionSizes): Iterable<number> {
  yield* at.queryPositions
  yield* at.keyPositions
  yield Math.max(queries, keys, 1) - 1
}

type Positions = Pick<RawAttentionRequest, 'queryPositions' | 'keyPositions'>

function positionsFor(value: unknown, { queries, keys }: AttentionSizes): Positions {
  const { query, key } = optionsOf(value, 'options.positions', ['query', 'key'])
  return {
    queryPositions: positionsOfLength(query, queries, 'options.positions.query'),
    keyPositions: positionsOfLength(key, keys, 'options.positions.key'),
  }
}

function collect(
  raw: RawAttentionResult,
  sizes: AttentionSizes,
  wanted: Set<AttentionReturn>,
  out: unknown,
): AttentionResult {
  const shape = [...sizes.leading, sizes.heads, sizes.queries, sizes.keys]
  const result: AttentionResult = { output: resultIn(out, raw, outputShape(sizes)) }
  if (wanted.has('weights')) result.weights = { data: raw.weights, shape: [...shape] }
  if (wanted.has('scores')) result.scores = { data: raw.scores, shape: [...shape] }
  if (wanted.has('rawScores')) result.rawScores = { data: raw.rawScores, shape: [...shape] }
  if (wanted.has('cappedScores')) result.cappedScores = { data: raw.cappedScores, shape: [...shape] }
  if (wanted.has('ledger')) result.ledger = ledgerOf(raw, shape)
  return result
}

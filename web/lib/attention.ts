// Scaled dot-product attention over plain tensors, with position encodings.

import { type AttentionSizes, attentionSizes } from './attention-sizes.js'
import { bandOf } from './band.js'
import { choicesOf, numberOf, type Options, optionsOf, positionsOfLength } from './checks.js'
import type { Core } from './core.js'
import { refuse } from './errors.js'
import { type Ledger, ledgerOf, type Projections, projectionsOf } from './ledger.js'
import { type AttentionMask, lowerMask } from './mask.js'
import { entersBy, lowerPosition, type Position } from './position.js'
import type { RawAttentionRequest, RawAttentionResult } from './raw.js'
import { shapeText, type Tensor, type TensorLike, tensorOf } from './tensor.js'

export type AttentionReturn = 'weights' | 'scores' | 'ledger'

export interface AttentionOptions {
  position?: Position
  /** Position ids, one per token; absent = 0, 1, 2 … */
  positions?: { query?: ArrayLike<number>; key?: ArrayLike<number> }
  attnMask?: AttentionMask
  isCausal?: boolean
  /** Which corner the diagonal of masks starts from; required when query and key lengths differ. */
  causalAlignment?: 'top-left' | 'bottom-right'
  /** Keys to the left and right of the diagonal that stay visible; Infinity = all. */
  window?: readonly [left: number, right: number]
  /** When absent: what the encoding asks for (T5: 1), else 1/√headDim. */
  scale?: number
  softcap?: number
  return?: readonly AttentionReturn[]
  /** For the ledger of encodings that enter by embed. */
  projections?: Projections
  /** Receives the result instead of fresh memory. */
  out?: Tensor
}

export interface AttentionResult {
  /** [batch?, heads, queries, valueDim] */
  output: Tensor
  /** [batch?, heads, queries, keys] */
  weights?: Tensor
  /** Like weights, before the softmax: scaled, biased and masked. */
  scores?: Tensor
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
  'return',
  'projections',
  'out',
] as const

type Given = Options<(typeof OPTIONS)[number]>

export function attention(
  core: Core,
  query: TensorLike,
  key: TensorLike,
  value: TensorLike,
  options?: AttentionOptions,
): AttentionResult {
  const given = optionsOf(options, 'options', OPTIONS)
  const sizes = attentionSizes(
    tensorOf(query, 'query', [3, 4]),
    tensorOf(key, 'key', [3, 4]),
    tensorOf(value, 'value', [3, 4]),
  )
  const wanted = choicesOf(given.return, 'options.return', ['weights', 'scores', 'ledger'])
  const out = outOf(given.out, sizes)
  const request = requestOf(sizes, given, wanted, out)
  return collect(
    core.call((raw) => raw.attention(request)),
    sizes,
    wanted,
    out,
  )
}

function outOf(value: unknown, sizes: AttentionSizes): Tensor | undefined {
  if (value === undefined) return undefined
  const out = tensorOf(value, 'options.out')
  const wanted = outputShape(sizes)
  if (shapeText(out.shape) !== shapeText(wanted)) {
    throw refuse('ERR_SHAPE', 'options.out', `shape ${shapeText(out.shape)}`, shapeText(wanted))
  }
  return out
}

function outputShape({ leading, heads, queries, valueDim }: AttentionSizes): number[] {
  return [...leading, heads, queries, valueDim]
}

function requestOf(
  sizes: AttentionSizes,
  given: Given,
  wanted: Set<AttentionReturn>,
  out?: Tensor,
): RawAttentionRequest {
  const { leading: _, ...shapes } = sizes
  const position = lowerPosition(given.position, 'options.position')
  return {
    ...shapes,
    ...bandOf(given, sizes, entersBy(position, 'mask')),
    ...positionsFor(given.positions, sizes),
    ...lowerMask(given.attnMask, sizes, 'options.attnMask'),
    ...projectionsOf(given.projections, sizes),
    position,
    scale: given.scale === undefined ? Number.NaN : numberOf(given.scale, 'options.scale'),
    softcap: softcapOf(given.softcap),
    wantWeights: wanted.has('weights'),
    wantScores: wanted.has('scores'),
    wantLedger: wanted.has('ledger'),
    output: out?.data ?? new Float32Array(0),
  }
}

function softcapOf(value: unknown): number {
  const softcap = value === undefined ? 0 : numberOf(value, 'options.softcap')
  if (softcap < 0)
    throw refuse('ERR_VALUE', 'options.softcap', String(softcap), 'a number > 0, or 0 for none')
  return softcap
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
  out?: Tensor,
): AttentionResult {
  const shape = [...sizes.leading, sizes.heads, sizes.queries, sizes.keys]
  const result: AttentionResult = { output: { data: raw.output, shape: outputShape(sizes) } }
  if (out) result.output = fill(out, raw.output)
  if (wanted.has('weights')) result.weights = { data: raw.weights, shape: [...shape] }
  if (wanted.has('scores')) result.scores = { data: raw.scores, shape: [...shape] }
  if (wanted.has('ledger')) result.ledger = ledgerOf(raw, shape)
  return result
}

function fill(out: Tensor, data: Float32Array): Tensor {
  if (data !== out.data) out.data.set(data)
  return out
}

// One pass of a model over given tokens, batched or not.

import { choicesOf, integerOf, itemsOf, numbersOf, optionsOf, positionsOf } from './checks.js'
import { refuse, show } from './errors.js'
import type { ModelSpec } from './families/family.js'
import { lowerPosition, type Position } from './position.js'
import { NOTHING, type RawForwardRequest, type RawForwardResult } from './raw.js'
import { elementCount, type Tensor } from './tensor.js'

/** One sequence, or a batch of equally long ones. */
export type Sequences = ArrayLike<number> | readonly ArrayLike<number>[]

export interface ForwardInput {
  inputIds: Sequences
  /** 1 = attend to this token, 0 = not. */
  attentionMask?: Sequences
  /** 0, 1, 2 … when absent. */
  positionIds?: Sequences
}

export type ForwardReturn = 'hiddenStates' | 'attentions' | 'scores'

export interface ForwardOptions {
  /** The same weights under another encoding. */
  position?: Position
  return?: readonly ForwardReturn[]
}

/** A batch axis leads every shape when inputIds was a batch. */
export interface ForwardResult {
  /** [tokens, vocab] */
  logits: Tensor
  /** Per layer [heads, tokens, tokens] */
  attentions?: Tensor[]
  /** Like attentions, before the softmax. */
  scores?: Tensor[]
  /** [tokens, dModel]: the embeddings, then the output of each layer, the last after the final norm. */
  hiddenStates?: Tensor[]
}

export interface ForwardPlan {
  requests: Omit<RawForwardRequest, 'model'>[] // one per sequence
  wanted: ReadonlySet<ForwardReturn>
  tokens: number
  batched: boolean
  /** [sequences, tokens, vocab] of a batch, whose parts the requests fill. */
  logits: Float32Array
}

export function forwardPlan(input: unknown, options: unknown, spec: ModelSpec): ForwardPlan {
  const given = optionsOf(input ?? null, 'input', INPUTS)
  refuseForeign(given)
  const { position, return: returns } = optionsOf(options, 'options', ['position', 'return'])
  const wanted = choicesOf(returns, 'options.return', ['hiddenStates', 'attentions', 'scores'])
  const { rows, batched } = sequencesOf(given.inputIds, 'input.inputIds')
  const ids = rows.map((row, i) =>
    idsOf(row, batched ? `input.inputIds[${i}]` : 'input.inputIds', spec.vocab),
  )
  const tokens = ids[0]?.length ?? 0
  const masks = companions(given.attentionMask, 'input.attentionMask', ids)
  const positions = companions(given.positionIds, 'input.positionIds', ids)
  const lowered = lowerPosition(position, 'options.position')
  const size = tokens * spec.vocab
  const logits = ids.length > 1 ? new Float32Array(ids.length * size) : NOTHING
  const requests = ids.map((sequence, i) => ({
    ids: sequence,
    positions: positionsOf(positions[i] ?? [], 'input.positionIds'),
    keyMask: keyMaskOf(masks[i]),
    override: position !== undefined,
    position: lowered,
    wantAttentions: wanted.has('attentions'),
    wantScores: wanted.has('scores'),
    wantHiddenStates: wanted.has('hiddenStates'),
    out: logits.subarray(i * size, (i + 1) * size),
  }))
  return { requests, wanted, tokens, batched, logits }
}

const INPUTS = ['inputIds', 'attentionMask', 'positionIds', 'tokenTypeIds', 'decoderInputIds'] as const

function refuseForeign(given: { tokenTypeIds?: unknown; decoderInputIds?: unknown }): void {
  for (const key of ['tokenTypeIds', 'decoderInputIds'] as const) {
    if (given[key] === undefined) continue
    throw refuse(
      'ERR_UNSUPPORTED',
      `input.${key}`,
      show(given[key]),
      'nothing: decoder-only families do not use it',
    )
  }
}

interface Rows {
  rows: unknown[]
  batched: boolean
}

function sequencesOf(value: unknown, argument: string): Rows {
  const items = itemsOf(value, argument, 'a list of token ids, or a list of such lists')
  if (items.length === 0) throw refuse('ERR_SHAPE', argument, 'no tokens', 'at least one')
  const batched = typeof items[0] === 'object'
  return batched ? { rows: items, batched } : { rows: [items], batched }
}

/** Checked ids of one sequence. */
export function idsOf(value: unknown, argument: string, vocab: number): Int32Array {
  const ids = itemsOf(value, argument, 'a list of token ids')
  if (ids.length === 0) throw refuse('ERR_SHAPE', argument, 'no tokens', 'at least one')
  return Int32Array.from(ids.map((id, i) => integerOf(id, `${argument}[${i}]`, 0, vocab - 1)))
}

// Lists that accompany the ids must have their shape, which also makes the sequences of a batch equally long.
function companions(value: unknown, argument: string, ids: Int32Array[]): (number[] | undefined)[] {
  const tokens = ids[0]?.length ?? 0
  const uneven = ids.findIndex((row) => row.length !== tokens)
  if (uneven >= 0)
    throw refuse(
      'ERR_SHAPE',
      `input.inputIds[${uneven}]`,
      `${ids[uneven]?.length} tokens`,
      `${tokens}, like the first`,
    )
  if (value === undefined) return []
  const rows = sequencesOf(value, argument).rows.map((row) => numbersOf(row, argument))
  const fits = rows.length === ids.length && rows.every((row) => row.length === tokens)
  if (!fits)
    throw refuse(
      'ERR_SHAPE',
      argument,
      `${rows.length} × ${rows[0]?.length}`,
      `${ids.length} × ${tokens}, like inputIds`,
    )
  return rows
}

function keyMaskOf(row: number[] | undefined): Uint8Array {
  const bad = row?.findIndex((flag) => flag !== 0 && flag !== 1) ?? -1
  if (bad >= 0)
    throw refuse('ERR_VALUE', `input.attentionMask[${bad}]`, String(row?.[bad]), '1 (attend) or 0 (hidden)')
  return Uint8Array.from(row ?? [])
}

export function collectForward(raws: RawForwardResult[], plan: ForwardPlan, spec: ModelSpec): ForwardResult {
  const { tokens, batched, wanted } = plan
  const stack = (parts: Float32Array[], shape: number[]) =>
    stacked(parts, batched ? [raws.length, ...shape] : shape)
  const perLayer = (field: 'attentions' | 'scores' | 'hiddenStates', count: number, shape: number[]) =>
    Array.from({ length: count }, (_, i) =>
      stack(
        raws.map((raw) => part(raw[field], i, elementCount(shape))),
        shape,
      ),
    )
  const map = [spec.heads, tokens, tokens]
  const result: ForwardResult = {
    logits: stack(raws.length > 1 ? [plan.logits] : raws.map((raw) => raw.data), [tokens, spec.vocab]),
  }
  if (wanted.has('attentions')) result.attentions = perLayer('attentions', spec.layers, map)
  if (wanted.has('scores')) result.scores = perLayer('scores', spec.layers, map)
  if (wanted.has('hiddenStates'))
    result.hiddenStates = perLayer('hiddenStates', spec.layers + 1, [tokens, spec.dModel])
  return result
}

// A view into the one array that the core returns.
function part(data: Float32Array, index: number, length: number): Float32Array {
  return data.subarray(index * length, (index + 1) * length)
}

function stacked(parts: Float32Array[], shape: number[]): Tensor {
  if (parts.length === 1 && parts[0]) return { data: parts[0], shape }
  const data = new Float32Array(elementCount(shape))
  parts.forEach((part, i) => {
    data.set(part, i * part.length)
  })
  return { data, shape }
}

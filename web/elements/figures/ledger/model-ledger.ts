// The scores of a loaded model, taken apart: the same layer reads the same states once without its encoding and once with each part of it.

import type { EncodingEntry, ModelPosition, Position, StackPosition, Tensor } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { decodedIds } from '../../parts/trained/decoded.js'
import { hasStacks, type OwnModel, prepareFor } from '../../parts/trained/own-model.js'
import type { Prepared } from '../../parts/trained/passage.js'
import { attentionMap } from '../../parts/trained/reading.js'
import type { Stack } from '../../parts/trained/stacks.js'
import { LEDGER_EXAMPLE } from './ledger-fields.js'
import { LEDGER_TOKENS } from './limits.js'
import type { LedgerState, Term } from './terms.js'

export interface ModelLedger {
  prepared: Prepared
  /** Tokens that are read at most. */
  context: number
  /** Whose attention; undefined in a model of one stack. */
  stack: Stack | undefined
  /** Names of the rows (queries) and of the columns (keys), a piece of text each. */
  queries: readonly string[]
  keys: readonly string[]
  /** Position vectors are added to the embeddings. */
  embedded: boolean
  layers: number
  layer: number
  heads: number
  head: number
  /** All of them, zeros included. */
  terms: readonly { term: Term; matrix: Matrix }[]
  /** -∞ where a key is hidden. */
  scores: Matrix
  weights: Matrix
}

type Part = Exclude<Position, readonly unknown[]>

/** Names that forward() gives to the scores and weights of a stack. */
const RESULTS = {
  encoder: ['encoderScores', 'encoderAttentions'],
  decoder: ['scores', 'attentions'],
  cross: ['crossScores', 'crossAttentions'],
} as const

export async function drawModelLedger(
  { encodings }: Pick<AnyLibrary, 'encodings'>,
  own: OwnModel,
  state: LedgerState,
): Promise<ModelLedger> {
  const { model } = own
  const context = Math.min(LEDGER_TOKENS, own.context)
  const prepared = await prepareFor(own, state.text, context, LEDGER_EXAMPLE)
  const ids = prepared.ids ?? []
  const stack = hasStacks(own) ? state.stack : undefined
  const decoderInputIds = stack && (await decodedIds(own, ids))
  const written = decoderInputIds ? await own.pieces(decoderInputIds) : []
  const { layers, heads } = (stack === 'encoder' && model.spec.encoder) || model.spec
  const [layer, head] = [Math.min(state.layer, layers - 1), Math.min(state.head, heads - 1)]
  const perLayer = layersOf(positionOf(model.position, stack), layers)
  const parts = [perLayer[layer] ?? NONE].flat() as Part[]
  const read = async (kept: readonly Part[]) => {
    const given = kept.length ? [...kept] : NONE
    const changed = { layers: perLayer.map((own, i) => (i === layer ? given : own)) }
    const [scores, weights] = RESULTS[stack ?? 'decoder']
    const result = await model.forward(
      { inputIds: ids, ...(decoderInputIds ? { decoderInputIds } : {}) },
      { return: [scores, weights], ...placed(changed, stack) },
    )
    return { scores: headOf(result[scores], layer, head), weights: headOf(result[weights], layer, head) }
  }
  const termOf = new Map(parts.map((part) => [part, termOfPart(part, encodings)]))
  const asked = [...new Set(termOf.values())].filter((term) => term !== undefined)
  let kept = parts.filter((part) => termOf.get(part) === undefined)
  let last = await read(kept)
  const terms: { term: Term; matrix: Matrix }[] = [{ term: 'content', matrix: last.scores }]
  for (const term of asked) {
    kept = parts.filter((part) => kept.includes(part) || termOf.get(part) === term)
    const next = await read(kept)
    terms.push({ term, matrix: minus(next.scores, last.scores) })
    last = next
  }
  const { characters } = prepared
  const [queries, keys] = [
    stack && stack !== 'encoder' ? written : characters,
    stack === 'decoder' ? written : characters,
  ]
  const embedded = isEmbedded(model.position, encodings)
  return { prepared, context, stack, queries, keys, embedded, layers, layer, heads, head, terms, ...last }
}

function isEmbedded(position: ModelPosition, encodings: readonly EncodingEntry[]): boolean {
  const stacks = 'encoder' in position ? Object.values(position) : [position]
  const parts = stacks.flatMap((stack) => layersOf(stack as StackPosition, 1)).flat() as Part[]
  return parts.some(({ type }) => encodings.find((entry) => entry.type === type)?.doors.includes('embed'))
}

/** Between decoder and encoder no encoding acts. */
function positionOf(position: ModelPosition, stack: Stack | undefined): StackPosition {
  if (!stack) return position as StackPosition
  return (
    (stack !== 'cross' && (position as { encoder?: StackPosition; decoder?: StackPosition })[stack]) || NONE
  )
}

const NONE = { type: 'none' } as const

/** A changed position where it belongs. */
function placed(changed: StackPosition, stack: Stack | undefined): { position?: ModelPosition } {
  if (stack === 'cross') return {}
  return { position: stack ? { [stack]: changed } : changed }
}

/** The term that an encoding adds to; undefined for hooks that act before a score is computed, and for masks. */
function termOfPart({ type }: Part, encodings: readonly EncodingEntry[]): Term | undefined {
  const doors = encodings.find((entry) => entry.type === type)?.doors ?? []
  if (type === 'mask' || type === 'none') return undefined
  if (doors.includes('rotate')) return 'rotation'
  if (doors.includes('content')) return 'contentPosition'
  return doors.includes('bias') ? 'bias' : undefined
}

function layersOf(position: StackPosition, count: number): readonly Position[] {
  return 'layers' in position ? position.layers : Array.from({ length: count }, () => position)
}

const headOf = (tensors: readonly Tensor[] = [], layer: number, head: number) =>
  attentionMap(tensors, layer, head)

/** Hidden keys stay hidden. */
function minus(a: Matrix, b: Matrix): Matrix {
  const data = a.data.map((value, i) => (Number.isFinite(value) ? value - (b.data[i] ?? Number.NaN) : 0))
  return { ...a, data }
}

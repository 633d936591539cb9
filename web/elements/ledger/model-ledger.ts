// The scores of a loaded model, taken apart: the same layer reads the same states once without its encoding and once with each part of it.

import type { EncodingEntry, Position, StackPosition, Tensor } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import type { Matrix } from '../matrix/matrix.js'
import { type OwnModel, prepareFor } from '../trained/own-model.js'
import type { Prepared } from '../trained/passage.js'
import { attentionMap } from '../trained/reading.js'
import { LEDGER_EXAMPLE } from './ledger-fields.js'
import { LEDGER_TOKENS } from './limits.js'
import type { LedgerState, Term } from './terms.js'

export interface ModelLedger {
  prepared: Prepared
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

export async function drawModelLedger(
  { encodings }: Pick<AnyLibrary, 'encodings'>,
  { model, ...own }: OwnModel,
  state: LedgerState,
): Promise<ModelLedger> {
  const prepared = await prepareFor({ model, ...own }, state.text, LEDGER_TOKENS, LEDGER_EXAMPLE)
  const { layers, heads } = model.spec
  const [layer, head] = [Math.min(state.layer, layers - 1), Math.min(state.head, heads - 1)]
  const perLayer = layersOf(model.position as StackPosition, layers)
  const parts = [perLayer[layer] ?? { type: 'none' }].flat() as Part[]
  const read = async (kept: readonly Part[]) => {
    const given = kept.length ? [...kept] : [{ type: 'none' } as const]
    const position = { layers: perLayer.map((own, i) => (i === layer ? given : own)) }
    const { scores = [], attentions = [] } = await model.forward(
      { inputIds: prepared.ids ?? [] },
      { return: ['scores', 'attentions'], position },
    )
    return { scores: headOf(scores, layer, head), weights: headOf(attentions, layer, head) }
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
  return { prepared, layers, layer, heads, head, terms, ...last }
}

/** What has acted before a score is computed, and what hides keys, is part of no term. */
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

const headOf = (tensors: readonly Tensor[], layer: number, head: number) => attentionMap(tensors, layer, head)

/** Hidden keys stay hidden. */
function minus(a: Matrix, b: Matrix): Matrix {
  const data = a.data.map((value, i) => (Number.isFinite(value) ? value - (b.data[i] ?? Number.NaN) : 0))
  return { ...a, data }
}

// The drawing of <wf-ledger>: the terms of every score, from the library's ledger.

import type { EncodingEntry, PositionEncoding, Tensor } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import {
  EXAMPLE_HEADS,
  exampleEncoding,
  runExample,
  withTokens,
} from '../../parts/example/example-attention.js'
import { contentsOf, type Text, textFor } from '../../parts/example/sentence.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import { unused } from '../../parts/figure/unused.js'
import type { Cell, Matrix } from '../../parts/matrix/matrix.js'
import { chosenEncoding } from '../../parts/positions/chosen-parameters.js'
import { attentionMap } from '../../parts/trained/reading.js'
import type { ledgerFields } from './ledger-fields.js'
import type { ModelLedger } from './model-ledger.js'
import { type LedgerState, TERMS, type Term } from './terms.js'

export interface LedgerDrawing {
  entry: EncodingEntry
  entries: readonly EncodingEntry[]
  position: PositionEncoding
  tokens: number
  /** The example text. */
  text: Text
  head: number
  /** Terms that are not 0 everywhere. */
  terms: readonly { term: Term; matrix: Matrix }[]
  /** NaN where a key is hidden. */
  scores: Matrix
  weights: Matrix
  /** Largest difference between the sum of the terms and the score. */
  gap: number
  /** The encoding is for causal attention only. */
  alwaysCausal: boolean
  /** The text of a loaded model, and the stack, layer and head of the scores. */
  model?: OfModel
  refusals: readonly Refusal<typeof ledgerFields>[]
}

export interface OfModel
  extends Pick<
    ModelLedger,
    'prepared' | 'context' | 'stack' | 'queries' | 'keys' | 'embedded' | 'layer' | 'layers' | 'heads'
  > {
  /** Of a model that the page has loaded. */
  title: string
  /** The vocabulary of a model whose tokens are characters. */
  known?: readonly string[]
}

/** Fallback for an encoding that is not in the catalogue. */
const USUAL = 'transformerXl'

/** @param ofModel the setting with which a trained model is read under this encoding; '–' = there is none */
export async function drawLedger(
  library: AnyLibrary,
  state: LedgerState,
  ofModel = '–',
): Promise<LedgerDrawing> {
  const entries = library.encodings
  const { entry, values, refusals } = chosenEncoding(entries, state, USUAL)
  const encoding = exampleEncoding(entry, values)
  const { tokens, seed, causal } = state
  const text = textFor([entry])
  const positions = Array.from({ length: tokens }, (_, i) => i)
  const run = { contents: contentsOf(tokens, text), positions, seed, causal, ledger: true }
  const position = withTokens(encoding.position, run.contents, positions)
  const result = await runExample(library, encoding, run)
  const head = Math.min(state.head, EXAMPLE_HEADS - 1)
  const mapOf = (tensor: Tensor | undefined) => attentionMap(tensor ? [tensor] : [], 0, head)
  const all = TERMS.map((term) => ({ term, matrix: mapOf(result.ledger?.[term]) }))
  const scores = mapOf(result.scores)
  return {
    entry,
    entries,
    position,
    tokens,
    text,
    head,
    alwaysCausal: encoding.causal,
    refusals: [
      ...refusals,
      ...(state.vectors === 'head'
        ? [{ name: 'vectors' as const, wanted: 'random', used: 'random' as const }]
        : []),
      ...unused(['text', 'layer'], ofModel),
      ...unused(['stack'], '–'),
      ...beyond(state, { head: EXAMPLE_HEADS, query: tokens, key: tokens }),
    ],
    terms: seen(all),
    scores: { ...scores, data: scores.data.map((score) => (Number.isFinite(score) ? score : Number.NaN)) },
    weights: mapOf(result.weights),
    gap: gapOf(all, scores),
  }
}

/** Terms that are not 0 everywhere. */
export const seen = (terms: Terms): Terms =>
  terms.filter(({ matrix }) => matrix.data.some((value) => value !== 0 && Number.isFinite(value)))

type Terms = LedgerDrawing['terms']

/** How far the sum of the terms is from a score at most. */
export function gapOf(terms: Terms, { data }: Matrix): number {
  let most = 0
  data.forEach((score, i) => {
    if (score === Number.NEGATIVE_INFINITY) return
    const sum = terms.reduce((total, { matrix }) => total + (matrix.data[i] ?? Number.NaN), 0)
    const apart = Math.abs(sum - score)
    if (!(apart <= most)) most = apart
  })
  return most
}

export interface Part {
  term: Term
  value: number
}

/** The terms of one score; empty where the key is hidden. */
export function partsAt({ terms, scores }: LedgerDrawing, { row, column }: Cell): Part[] {
  const i = row * scores.columns + column
  if (Number.isNaN(scores.data[i])) return []
  return terms.map(({ term, matrix }) => ({ term, value: matrix.data[i] ?? Number.NaN }))
}

/** Extent of the stacked terms of a query, on either side of 0. */
export function endOfRow(drawing: LedgerDrawing, row: number): number {
  const sums = Array.from({ length: drawing.scores.columns }, (_, column) =>
    partsAt(drawing, { row, column }),
  ).flatMap((parts) =>
    [1, -1].map((sign) => parts.reduce((sum, { value }) => sum + Math.max(0, sign * value), 0)),
  )
  // spread: one per term of a score
  return Math.max(...sums) || 1
}

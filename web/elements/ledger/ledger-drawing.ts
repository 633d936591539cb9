// The drawing of <wf-ledger>: the terms of every score, from the library's ledger.

import type { EncodingEntry, PositionEncoding, Tensor } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import { EXAMPLE_HEADS, exampleEncoding, runExample, withTokens } from '../example/example-attention.js'
import { contentsOf, type Text, textFor } from '../example/sentence.js'
import type { Cell, Matrix } from '../matrix/matrix.js'
import type { OwnModel } from '../trained/own-model.js'
import { attentionMap } from '../trained/reading.js'
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
  /** Of a loaded model: its text, and where in it the scores are. */
  model?: OfModel
  complaints: readonly ['encoding' | 'parameters' | 'head' | 'layer', string][]
}

export interface OfModel
  extends Pick<
    ModelLedger,
    'prepared' | 'context' | 'stack' | 'queries' | 'keys' | 'embedded' | 'layer' | 'layers' | 'heads'
  > {
  title: string
}

/** Fallback for an encoding that is not in the catalogue. */
const USUAL = 'transformerXl'

export async function drawLedger(library: AnyLibrary, state: LedgerState): Promise<LedgerDrawing> {
  const complaints: ['encoding' | 'parameters' | 'head', string][] = []
  const entries = library.encodings
  const asked = entries.find(({ type }) => type === state.encoding)
  if (!asked) complaints.push(['encoding', entries.map(({ type }) => type).join(' | ')])
  const entry = asked ?? entries.find(({ type }) => type === USUAL)
  if (!entry) throw new TypeError('the catalogue is empty')
  const encoding = exampleEncoding(entry, state.parameters)
  if (encoding.wrong !== undefined) complaints.push(['parameters', encoding.wrong])
  if (state.head >= EXAMPLE_HEADS) complaints.push(['head', `0 … ${EXAMPLE_HEADS - 1}`])
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
    ...{ entry, entries, position, tokens, text, head, complaints, alwaysCausal: encoding.causal },
    terms: seen(all),
    scores: { ...scores, data: scores.data.map((score) => (Number.isFinite(score) ? score : Number.NaN)) },
    weights: mapOf(result.weights),
    gap: gapOf(all, scores),
  }
}

/** The scores of a model that the page has loaded. */
export async function drawLedgerOfModel(
  library: AnyLibrary,
  own: OwnModel,
  state: LedgerState,
): Promise<LedgerDrawing> {
  const { encodings: entries } = library
  const { drawModelLedger } = await import('./model-ledger.js')
  const { head, terms, scores, weights, ...where } = await drawModelLedger(library, own, state)
  const { layer, layers, heads } = where
  const complaints: ['layer' | 'head', string][] = []
  if (layer < state.layer) complaints.push(['layer', `0 … ${layers - 1}`])
  if (head < state.head) complaints.push(['head', `0 … ${heads - 1}`])
  const entry = entries.find(({ type }) => type === 'none') ?? (entries[0] as EncodingEntry)
  return {
    ...{ entry, entries, position: { type: 'none' }, tokens: scores.columns, head, complaints },
    ...{ text: textFor([entry]), alwaysCausal: true, weights, gap: gapOf(terms, scores) },
    terms: seen(terms),
    scores: { ...scores, data: scores.data.map((score) => (Number.isFinite(score) ? score : Number.NaN)) },
    model: { title: own.title, ...where },
  }
}

const seen = (terms: Terms): Terms =>
  terms.filter(({ matrix }) => matrix.data.some((value) => value !== 0 && Number.isFinite(value)))

type Terms = LedgerDrawing['terms']

function gapOf(terms: Terms, { data }: Matrix): number {
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

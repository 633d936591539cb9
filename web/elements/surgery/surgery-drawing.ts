// What <wf-surgery> shows of a state: the plan, and for each encoding what attention gives before and after.

import type { EncodingEntry, PositionEncoding } from 'whereformer'
import type { Language } from '../element/language.js'
import type { AnyLibrary } from '../engine/library.js'
import { exampleEncoding } from '../example/example-attention.js'
import { sentence, type Text, textFor } from '../example/sentence.js'
import type { Matrix } from '../matrix/matrix.js'
import { type AnyTrained, type OwnModel, prepareFor } from '../trained/own-model.js'
import type { Prepared } from '../trained/passage.js'
import { TRAINED, type TrainedName } from '../trained/trained-models.js'
import { type Change, changeOf } from './change.js'
import { type Plan, planOf } from './operations.js'
import { type Reader, randomReader, trainedReader } from './readers.js'
import type { SurgeryState } from './surgery-fields.js'

export interface SurgeryDrawing {
  /** Token texts, in order. */
  names: readonly string[]
  /** The example text. */
  text: Text
  plan: Plan
  sides: readonly Side[]
  entries: readonly EncodingEntry[]
  /** Of a trained model: what was read, and what it knows. */
  typed: { prepared: Prepared; known: readonly string[]; context: number } | undefined
  layers: number
  heads: number
  layer: number
  head: number
  /** Causal attention. */
  causal: boolean
  /** Rejected settings, each with what is possible. */
  complaints: readonly ['encoding' | 'compare' | 'parameters' | 'at' | 'layer' | 'head', string][]
}

export interface Side {
  /** The encoding's entry of the catalogue. */
  entry: EncodingEntry
  trained: AnyTrained | undefined
  /** The encoding applied to random vectors. */
  position: PositionEncoding | undefined
  /** Undefined where the encoding has no such positions; the library says why. */
  change: Change | undefined
  before: Matrix
  refusal: string | undefined
}

/** Tokens of a typed text at most; a model with a shorter context reads fewer. */
const TYPED = 24

export interface Around {
  /** Read in place of the trained models. */
  own?: OwnModel | undefined
  library: AnyLibrary
  state: SurgeryState
  language: Language
  openModel: (name: TrainedName) => Promise<AnyTrained>
}

export async function drawSurgery(around: Around): Promise<SurgeryDrawing> {
  const { library, language, own } = around
  const state = own ? asOf(around.state) : around.state
  const complaints: [SurgeryDrawing['complaints'][number][0], string][] = []
  const entries = entriesFor(library, state)
  const chosen = [state.encoding, state.compare].map((type, i) => {
    const entry = entries.find((one) => one.type === type)
    if (!entry && type !== '' && !own)
      complaints.push([i ? 'compare' : 'encoding', entries.map((one) => one.type).join(' | ')])
    return entry
  })
  const first = chosen[0] ?? entries.find(({ type }) => type === 'rope')
  if (!first) throw new TypeError('the catalogue is empty')
  const shown = [first, ...(chosen[1] && chosen[1] !== first ? [chosen[1]] : [])]
  const text = textFor(shown)
  const readers: Reader[] = []
  for (const entry of shown) readers.push(await readerFor({ ...around, state }, entry, text, complaints))
  const typed = await typedOf(state, readers)
  const names = typed?.prepared.characters ?? sentence(language, state.tokens, text)
  const [layers, heads] = [
    // spread: one per model that is shown
    Math.min(...readers.map((reader) => reader.layers)),
    // spread: one per model that is shown
    Math.min(...readers.map((reader) => reader.heads)),
  ]
  const [layer, head] = [Math.min(state.layer, layers - 1), Math.min(state.head, heads - 1)]
  if (head < state.head) complaints.push(['head', `0 … ${heads - 1}`])
  if (layer < state.layer && typed) complaints.push(['layer', `0 … ${layers - 1}`])
  const at = Math.min(state.at, names.length - 1)
  const plan = planOf({ ...state, at: Math.max(1, at), count: names.length })
  const sides: Side[] = []
  for (const [i, reader] of readers.entries())
    sides.push(await sideOf(reader, plan, shown[i] as EncodingEntry, { layer, head }))
  const causal = readers.some((reader) => reader.causal)
  return { names, text, plan, sides, entries, typed, layers, heads, layer, head, causal, complaints }
}

function entriesFor(library: AnyLibrary, { source }: SurgeryState): EncodingEntry[] {
  const { encodings } = library
  return source === 'random'
    ? [...encodings]
    : encodings.filter(({ type }) => TRAINED.includes(type as TrainedName))
}

async function readerFor(
  { library, state, openModel }: Around,
  entry: EncodingEntry,
  text: Text,
  complaints: [SurgeryDrawing['complaints'][number][0], string][],
): Promise<Reader> {
  if (state.source === 'trained') return trainedReader(await openModel(entry.type as TrainedName))
  const own = entry.type === state.encoding
  const encoding = exampleEncoding(entry, own ? state.parameters : {})
  if (encoding.wrong !== undefined) complaints.push(['parameters', encoding.wrong])
  return randomReader(library, encoding, state, text)
}

/** A model that the page has loaded has no encoding to choose, and none beside it. */
const asOf = (state: SurgeryState): SurgeryState => ({
  ...state,
  source: 'trained',
  encoding: 'rope',
  compare: '',
})

async function typedOf({ text }: SurgeryState, readers: readonly Reader[]): Promise<SurgeryDrawing['typed']> {
  const models = readers.flatMap(({ trained }) => trained ?? [])
  const [trained] = models
  if (!trained) return undefined
  // spread: one per model that is shown
  const context = Math.min(TYPED, ...models.map((one) => one.context))
  const prepared = await prepareFor(trained, text, context, 'O Romeo, Romeo!')
  for (const reader of readers) {
    reader.text = prepared.characters
    reader.ids = prepared.ids
  }
  return { prepared, known: trained.characters, context }
}

async function sideOf(
  reader: Reader,
  plan: Plan,
  entry: EncodingEntry,
  map: { layer: number; head: number },
): Promise<Side> {
  const before = await Promise.all(plan.before.map((sequence) => reader.read(sequence, map)))
  const { trained, position } = reader
  try {
    const change = changeOf(plan, before, await reader.read(plan.after, map))
    return { entry, trained, position, change, before: change.before, refusal: undefined }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const unchanged = changeOf({ ...plan, after: plan.before[0] ?? plan.after }, before, before[0])
    return { entry, trained, position, change: undefined, before: unchanged.before, refusal: error.message }
  }
}

/** The encoding has no such positions: shown as a result, not as an error. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && ['ERR_VALUE', 'ERR_SHAPE'].includes(String(error.code))
}

/** The words of the example in another language. */
export function inLanguage(drawing: SurgeryDrawing, language: Language): SurgeryDrawing {
  return drawing.typed
    ? drawing
    : { ...drawing, names: sentence(language, drawing.names.length, drawing.text) }
}

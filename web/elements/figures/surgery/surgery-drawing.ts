// The data of <wf-surgery> for a state: the plan, and for each encoding what attention gives before and after.

import type { EncodingEntry, PositionEncoding } from 'whereformer'
import type { Language } from '../../../content/bilingual.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import { exampleEncoding } from '../../parts/example/example-attention.js'
import { sentence, type Text, textFor } from '../../parts/example/sentence.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { Settings } from '../../parts/figure/fields.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import { unused } from '../../parts/figure/unused.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { chosenEncoding, knownEncoding } from '../../parts/positions/chosen-parameters.js'
import { type AnyTrained, type OwnModel, prepareFor } from '../../parts/trained/own-model.js'
import type { Prepared } from '../../parts/trained/passage.js'
import { TRAINED, type TrainedName } from '../../parts/trained/trained-models.js'
import { type Change, changeOf } from './change.js'
import { MOST_PADS, type Plan, planOf } from './operations.js'
import { type Reader, randomReader, trainedReader } from './readers.js'
import type { SurgeryState, surgeryFields } from './surgery-fields.js'

export interface SurgeryDrawing {
  /** Token texts, in order. */
  names: readonly string[]
  /** The example text. */
  text: Text
  plan: Plan
  sides: readonly Side[]
  entries: readonly EncodingEntry[]
  /** The text that a trained model reads, the characters that it knows, and its context length. */
  typed: { prepared: Prepared; known: readonly string[]; context: number } | undefined
  layers: number
  heads: number
  layer: number
  head: number
  /** Causal attention. */
  causal: boolean
  refusals: readonly Refusal<typeof surgeryFields>[]
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
  const entries = entriesFor(library, state)
  const { entry: first, values, refusals } = chosen(entries, state)
  const second = entries.find(({ type }) => type === state.compare && type !== first.type)
  const shown = second ? [first, second] : [first]
  const text = textFor(shown)
  const readers: Reader[] = []
  for (const entry of shown)
    readers.push(await readerFor({ ...around, state }, entry, text, entry === first ? values : {}))
  const typed = await typedOf(state, readers)
  const names = typed?.prepared.characters ?? sentence(language, state.tokens, text)
  const [layers, heads] = [
    // spread: one per model that is shown
    Math.min(...readers.map((reader) => reader.layers)),
    // spread: one per model that is shown
    Math.min(...readers.map((reader) => reader.heads)),
  ]
  const [layer, head] = [Math.min(state.layer, layers - 1), Math.min(state.head, heads - 1)]
  const at = Math.max(1, Math.min(state.at, names.length - 1))
  const plan = planOf({ ...state, at, count: names.length })
  const sides: Side[] = []
  for (const [i, reader] of readers.entries())
    sides.push(await sideOf(reader, plan, shown[i] as EncodingEntry, { layer, head }))
  const causal = readers.some((reader) => reader.causal)
  return {
    names,
    text,
    plan,
    sides,
    entries,
    typed,
    layers,
    heads,
    layer,
    head,
    causal,
    refusals: [
      ...refusals,
      ...unread(around.state, own),
      ...unknownSecond(entries, state),
      ...beyond(state, { head: heads }),
      ...(typed ? beyond(state, { layer: layers }) : []),
      ...(state.at > at ? [{ name: 'at' as const, wanted: `1 … ${at}`, used: at }] : []),
      ...(state.operation === 'leftPad' && state.amount > MOST_PADS
        ? [{ name: 'amount' as const, wanted: `0 … ${MOST_PADS}`, used: MOST_PADS }]
        : []),
    ],
  }
}

/** A trained model has the parameters of its training. */
function chosen(entries: readonly EncodingEntry[], state: SurgeryState) {
  return chosenEncoding(entries, state.source === 'random' ? state : { ...state, parameters: {} }, USUAL)
}

/** Random vectors have no text and no layers; a model reads its text as it was trained to, and one that the page has loaded is the only one. */
function unread(given: SurgeryState, own: OwnModel | undefined) {
  if (!own && given.source === 'random') return unused(['layer', 'text'], 'source=trained')
  const ofRandom = unused(['tokens', 'causal', 'parameters'], own ? '–' : 'source=random')
  const drawn = `${own ? '' : 'source=random | '}operation=shuffle`
  const seed = given.operation === 'shuffle' ? [] : unused(['seed'], drawn)
  return [...ofRandom, ...seed, ...(own ? unused(['encoding', 'compare'], '–') : [])]
}

/** In the place of an encoding that there is not. */
const USUAL = 'rope'

/** No second one is as good as one that is there, and another one than the first. */
function unknownSecond(entries: readonly EncodingEntry[], { encoding, compare }: SurgeryState) {
  const others = entries.filter(({ type }) => type !== encoding)
  const { refusals } = compare ? knownEncoding(others, compare, others[0]?.type ?? '') : { refusals: [] }
  return refusals.map(({ wanted }) => ({ name: 'compare' as const, wanted, used: '' }))
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
  values: Settings,
): Promise<Reader> {
  if (state.source === 'trained') return trainedReader(await openModel(entry.type as TrainedName))
  return randomReader(library, exampleEncoding(entry, values), state, text)
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

// The encoding of a formula, or of a position that the page has set, as one of the catalogue; loaded when a figure first shows one.

import type { EncodingEntry, PositionEncoding } from 'whereformer'
import { signsOf } from '../../../formula/fault-words.js'
import { FormulaError } from '../../../formula/formula-error.js'
import type { FormulaKind } from '../../../formula/names.js'
import { biasOf, rotationOf } from '../../../formula/position.js'
import { type Formula, readFormula } from '../../../formula/read.js'
import { recognised } from '../../../formula/recognise.js'
import { withoutCustom } from '../../../lib/position/custom.js'
import type { AnyLibrary } from '../engine/library.js'
import type { Refused } from '../figure/figure-state.js'
import type { ExampleSizes } from '../positions/schema-positions.js'
import { type Known, knownOf } from './known.js'
import { type FormulaState, OWN } from './own-fields.js'
import type { GivenPosition } from './own-position.js'
import { ownTitle } from './own-title.js'

/** Formulas in place of none, and of one that cannot be shown. */
export const FIRST: Readonly<Record<FormulaKind, string>> = {
  bias: '-log(1 + abs(d)) * 2^-(h+1)',
  frequencies: '10000^(-2*k/D)',
}

/** A formula that came and could not be used, with what is wrong with it. */
interface RefusedFormula {
  kind: FormulaKind
  text: string
  error: FormulaError
}

export interface OwnEncoding {
  /** An entry as those of the catalogue, of the type OWN. */
  entry: EncodingEntry
  /** Undefined where the page has set a position. */
  formula: Formula | undefined
  position: PositionEncoding
  /** The heads that tables of `position` are for. */
  heads: number
  sizes: ExampleSizes
  known: Known | undefined
  refused: RefusedFormula | undefined
  refusals: readonly (Refused & { name: FormulaKind; used: string })[]
}

/** A formula, or a position that the page has set: it comes first. */
export interface AskedEncoding extends FormulaState {
  readonly position: GivenPosition | undefined
}

/** @param sizesFor the sizes at which the figure shows an encoding */
export async function ownEncoding(
  library: AnyLibrary,
  { position: given, ...state }: AskedEncoding,
  sizesFor: (entry: EncodingEntry) => ExampleSizes,
): Promise<OwnEncoding> {
  if (given !== undefined) return ofPosition(library, given, sizesFor)
  const kind = kindOf(state)
  const entry = entryOf(library.encodings, kind === 'bias' ? 'relativeBias' : 'rope')
  const sizes = sizesFor(entry)
  const { formula, position, refused } = usable(kind, state, sizes)
  const found = await recognised(library, formula, tableSizes(sizes))
  return {
    entry,
    formula,
    position,
    heads: sizes.heads,
    sizes,
    known: knownOf(formula.kind, found, library.encodings),
    refused,
    refusals: refusalsOf(kind, state, refused),
  }
}

export const kindOf = ({ frequencies }: FormulaState): FormulaKind =>
  frequencies.trim() ? 'frequencies' : 'bias'

/** The error of a formula at the sizes of a figure; undefined where there is none. */
export function errorOf(text: string, kind: FormulaKind, sizes: ExampleSizes): FormulaError | undefined {
  try {
    positionOf(readFormula(text, kind), sizes)
  } catch (cause) {
    if (cause instanceof FormulaError) return cause
    throw cause
  }
  return undefined
}

const tableSizes = ({ heads, tokens, dim }: ExampleSizes) => ({ heads, dim, length: tokens })

const positionOf = (formula: Formula, sizes: ExampleSizes): PositionEncoding =>
  formula.kind === 'bias' ? biasOf(formula, tableSizes(sizes)) : rotationOf(formula, tableSizes(sizes))

function usable(kind: FormulaKind, state: FormulaState, sizes: ExampleSizes) {
  const text = state[kind].trim() || FIRST[kind]
  const error = errorOf(text, kind, sizes)
  const formula = readFormula(error ? FIRST[kind] : text, kind)
  const refused = error && { kind, text, error }
  return { formula, position: positionOf(formula, sizes), refused }
}

function refusalsOf(
  kind: FormulaKind,
  { bias }: FormulaState,
  refused: RefusedFormula | undefined,
): OwnEncoding['refusals'] {
  const besides = kind === 'frequencies' && bias.trim() !== ''
  return [
    ...(refused ? [{ name: kind, wanted: signsOf(refused.error.fault), used: '' }] : []),
    ...(besides ? [{ name: 'bias' as const, wanted: 'bias | frequencies', used: '' }] : []),
  ]
}

/** The entry of an encoding that is computed as one of the catalogue is, without its name and most of its parameters. */
function entryOf(entries: readonly EncodingEntry[], type: string): EncodingEntry {
  const like = entries.find((entry) => entry.type === type)
  if (!like) throw new TypeError(`no ${type} in the catalogue`)
  const { link: _, causal: _causal, ...rest } = like
  return {
    ...rest,
    type: OWN,
    title: ownTitle.en,
    titleZh: ownTitle.zh,
    paper: '',
    formula: '',
    conventions: '',
    conventionsZh: '',
    linearBias: false,
    parameters: like.parameters.filter(({ name }) => name === 'layout'),
    variants: [],
  }
}

function ofPosition(
  library: AnyLibrary,
  given: GivenPosition,
  sizesFor: (entry: EncodingEntry) => ExampleSizes,
): OwnEncoding {
  const isCustom = given.type === 'custom'
  const entry = entryOf(library.encodings, isCustom ? 'relativeBias' : given.type)
  const usual = sizesFor(entry)
  const heads = headsOf(library.encodings, given) ?? usual.heads
  const sizes = { ...usual, heads }
  const plain = withoutCustom(given, 'position', heads, () => [sizes.tokens - 1]) as PositionEncoding
  const rest = { formula: undefined, known: undefined, refused: undefined, refusals: [] }
  return { entry, position: plain, heads, sizes, ...rest }
}

/** The heads of the first table or list that has a part for each of them. */
function headsOf(entries: readonly EncodingEntry[], given: GivenPosition): number | undefined {
  const fields = given as unknown as Readonly<Record<string, unknown>>
  for (const { name, shape, range = '' } of entries.find(({ type }) => type === given.type)?.parameters ??
    []) {
    const value = fields[name] as { shape?: readonly number[]; length?: number } | undefined
    const axis = shape?.indexOf('heads') ?? -1
    if (value && axis >= 0) return value.shape?.[axis]
    if (value && /per head/.test(range)) return value.length
  }
  return undefined
}

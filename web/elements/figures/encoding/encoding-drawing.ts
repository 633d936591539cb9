// The data of <wf-encoding> for a state, computed with the library.

import type { EncodingEntry, PositionEncoding } from 'whereformer'
import type { Bilingual } from '../../../content/bilingual.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { Settings, StateOf } from '../../parts/figure/fields.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import { formulaRefusals } from '../../parts/formula/formula-refusals.js'
import type { OpenOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { chosenEncoding } from '../../parts/positions/chosen-parameters.js'
import { type EncodingChoice, positionOf } from '../../parts/positions/drawn-position.js'
import type { ExampleSizes } from '../../parts/positions/example-positions.js'
import type { encodingFields, View } from './encoding-fields.js'
import { drawEncoding, type EncodingPicture, hasWidth, sizesFor } from './encoding-picture.js'
import { type DecayCurve, decayOf, similarityOf, viewsOf, wavelengthsOf } from './encoding-views.js'

export type EncodingState = StateOf<typeof encodingFields>

type Drawn =
  | { view: 'map'; picture: EncodingPicture }
  | { view: 'similarity'; matrix: Matrix; signed: boolean }
  | { view: 'waves'; wavelengths: Float32Array }
  | { view: 'decay'; decay: DecayCurve }

export interface EncodingDrawing {
  entry: EncodingEntry
  entries: readonly EncodingEntry[]
  views: readonly View[]
  position: PositionEncoding
  /** Sizes for which the tables of `position` are made. */
  sizes: ExampleSizes
  refusals: readonly Refusal<typeof encodingFields>[]
  /** MathML */
  formula: string
  heads: number
  length: number
  drawn: Drawn
  /** Sentences that replace the usual note, for the chosen parameters. */
  notes: Bilingual<readonly string[]> | undefined
  /** The encoding that is not in the catalogue, where it is the one drawn. */
  own: OwnFigure | undefined
}

/** Fallback for an encoding that is not in the catalogue. */
const USUAL = 'sinusoidal'

/** @param openOwn loads the encoding that is not in the catalogue */
export async function drawState(
  library: AnyLibrary,
  state: EncodingState,
  openOwn: OpenOwn,
): Promise<EncodingDrawing> {
  const own = state.encoding === OWN ? await openOwn((entry) => sizesFor(entry, choiceOf(state))) : undefined
  const entries = own ? [...library.encodings, own.entry] : library.encodings
  const { entry, values, refusals } = chosenEncoding(entries, state, USUAL)
  const choice: EncodingChoice = { ...choiceOf(state, values), own }
  const views = viewsOf(entry)
  const view = views.includes(state.view) ? state.view : 'map'
  const sizes = sizesFor(entry, choice)
  const position = positionOf(entry, sizes, choice)
  const [{ formulas }, drawn] = await Promise.all([
    import('./formulas.generated.js'),
    draw(library, entry, position, choice, view),
  ])
  const isChosen = drawn.view === 'map' && Object.keys(values).length > 0
  const heads = drawn.view === 'map' ? drawn.picture.heads : undefined
  return {
    entry,
    entries,
    views,
    position,
    sizes,
    drawn,
    own,
    refusals: [
      ...refusals,
      ...formulaRefusals(own, state, `encoding=${OWN}`),
      ...(view === state.view ? [] : [{ name: 'view' as const, wanted: views.join(' | '), used: view }]),
      ...(hasWidth(entry) ? [] : [{ name: 'dim', wanted: '–', waits: true } as const]),
      ...(heads === undefined ? [] : beyond(state, { head: heads })),
    ],
    notes: isChosen ? (await import('./chosen-notes.js')).notesOf(position, drawn.picture) : undefined,
    formula: formulas[entry.type] ?? '',
    heads: heads ?? 1,
    length: state.length,
  }
}

function choiceOf({ length, dim, head }: EncodingState, values: Settings = {}): EncodingChoice {
  const [layout, kind] = [String(values.layout ?? ''), String(values.kind ?? '')]
  return { length, dim, head, base: undefined, parameters: values, layout, kind }
}

async function draw(
  library: AnyLibrary,
  entry: EncodingEntry,
  position: PositionEncoding,
  choice: EncodingChoice,
  view: View,
): Promise<Drawn> {
  const sizes = sizesFor(entry, choice)
  if (view === 'similarity') {
    const matrix = await similarityOf(library, entry, position, sizes)
    return { view, matrix, signed: matrix.data.some((value) => value < 0) }
  }
  if (view === 'waves') return { view, wavelengths: await wavelengthsOf(library, entry, position, sizes) }
  if (view === 'decay') return { view, decay: await decayOf(library, position, sizes) }
  return { view, picture: await drawEncoding(library, entry, choice) }
}

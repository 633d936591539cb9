// Every row of the property meter, measured with the library.

import type { EncodingEntry, Position, Properties } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { StateOf } from '../../parts/figure/fields.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import type { OpenOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import type { Run } from '../../parts/job/job-controller.js'
import { examplePosition } from '../../parts/positions/example-positions.js'
import type { propertiesFields } from './properties-fields.js'

export type PropertiesState = StateOf<typeof propertiesFields>

export interface Row {
  entry: EncodingEntry
  position: Position
  /** Measured together with RoPE, since the encoding only remaps positions. */
  besideRope: boolean
  /** The formula of an encoding that is not in the catalogue. */
  formula?: string
  /** Undefined while it is not measured. */
  found: Properties | undefined
  /** The library's words where it refused. */
  refused: string | undefined
}

export interface PropertiesDrawing {
  rows: readonly Row[]
  done: number
  refusals: readonly Refusal<typeof propertiesFields>[]
  own: OwnFigure | undefined
  length: number
  trainLength: number
}

function rowsOf(entries: readonly EncodingEntry[], state: PropertiesState, own: OwnFigure | undefined) {
  const wanted = state.encodings.split(/[\s,]+/).filter(Boolean)
  const strangers = wanted.filter((type) => type !== OWN && !entries.some((entry) => entry.type === type))
  const chosen = entries.filter(({ type }) => wanted.includes(type))
  const shown = chosen.length || (own && wanted.length) ? chosen : entries
  const rows = shown.map((entry): Row => {
    const position = examplePosition(entry, sizesOf(state))
    const besideRope = entry.doors.length > 0 && entry.doors.every((door) => door === 'positions')
    const both = besideRope ? ([position, { type: 'rope' }] as Position) : position
    return { entry, besideRope, position: both, found: undefined, refused: undefined }
  })
  const refusals = [...refusalsOf(entries, state, chosen, strangers), ...(own?.refusals ?? [])]
  return { rows: own ? [ownRow(own), ...rows] : rows, refusals }
}

const sizesOf = ({ length, dim, heads }: PropertiesState) => ({ tokens: length, dim, heads })

const ownRow = ({ entry, position, formula }: OwnFigure): Row => ({
  entry,
  position,
  formula: formula?.text ?? '',
  besideRope: false,
  found: undefined,
  refused: undefined,
})

/** Is there an encoding that is not in the catalogue? */
function showsOwn({ encodings, open, bias, frequencies }: PropertiesState): boolean {
  return open === OWN || bias !== '' || frequencies !== '' || encodings.split(/[\s,]+/).includes(OWN)
}

function refusalsOf(
  entries: readonly EncodingEntry[],
  { open, length, trainLength }: PropertiesState,
  chosen: readonly EncodingEntry[],
  strangers: readonly string[],
): PropertiesDrawing['refusals'] {
  const types = [...entries.map(({ type }) => type), OWN]
  const used = chosen.map(({ type }) => type).join(' ')
  return [
    ...(strangers.length ? [{ name: 'encodings' as const, wanted: types.join(' '), used }] : []),
    ...(open && !types.includes(open)
      ? [{ name: 'open' as const, wanted: types.join(' | '), used: '' }]
      : []),
    ...(trainLength > length
      ? [{ name: 'trainLength' as const, wanted: `4 … ${length}`, used: length }]
      : []),
  ]
}

/** Measures row after row. Results at the same settings are kept, so sorting costs nothing. */
export async function measureRows(
  library: AnyLibrary,
  state: PropertiesState,
  run: Run,
  progress: (share: number) => void,
  openOwn: OpenOwn,
): Promise<PropertiesDrawing> {
  const own = showsOwn(state) ? await openOwn(() => sizesOf(state)) : undefined
  const { rows, refusals } = rowsOf(library.encodings, state, own)
  const { length, trainLength } = optionsOf(state)
  let drawing: PropertiesDrawing = { rows, refusals, own, done: 0, length, trainLength }
  for (const [i, row] of rows.entries()) {
    if (run.signal.aborted) return drawing
    const known = row.formula === '' ? undefined : knownRows(library).get(keyOf(row, state))
    const measured = known ?? (await measureRow(library, row, state))
    knownRows(library).set(keyOf(row, state), measured)
    drawing = {
      ...drawing,
      rows: drawing.rows.map((old, at) => (at === i ? { ...old, ...measured } : old)),
      done: i + 1,
    }
    if (known) continue
    progress((i + 1) / rows.length)
    run.show(drawing)
  }
  return drawing
}

type Measured = Pick<Row, 'found' | 'refused'>

const known = new WeakMap<AnyLibrary, Map<string, Measured>>()

function knownRows(library: AnyLibrary): Map<string, Measured> {
  const rows = known.get(library) ?? new Map<string, Measured>()
  known.set(library, rows)
  return rows
}

export function optionsOf({ heads, dim, length, trainLength, seed }: PropertiesState) {
  return { heads, dim, length, trainLength: Math.min(trainLength, length), seed }
}

const keyOf = ({ entry, formula }: Row, state: PropertiesState) =>
  JSON.stringify([entry.type, formula, optionsOf(state)])

/** Errors that are told in the row of the encoding; any other error ends the figure. */
const REFUSALS = ['ERR_VALUE', 'ERR_SHAPE', 'ERR_UNSUPPORTED']

async function measureRow(library: AnyLibrary, row: Row, state: PropertiesState): Promise<Measured> {
  try {
    return { found: await library.measure(row.position, optionsOf(state)), refused: undefined }
  } catch (cause) {
    const { code, message } = cause as { code?: string; message?: string }
    if (!code || !REFUSALS.includes(code)) throw cause
    return { found: undefined, refused: String(message) }
  }
}

// The codes of the chosen positions, their dot product and the step between neighbours, in words.

import { short } from '../../../content/format.js'
import type { WavesWords } from './messages.js'
import type { StripContent } from './strip-picture.js'
import {
  codeOf,
  cosineOf,
  flipsAt,
  PAPER,
  termsOf,
  type WavesDrawing,
  type WavesState,
} from './waves-drawing.js'

/** A line of numbers, the slowest first: as binary digits are written. */
interface CodeLine {
  name: string
  numbers: readonly string[]
}

export interface Readout {
  title: string
  /** Beside the title. */
  product: { name: string; value: string } | undefined
  lines: readonly CodeLine[]
  /** What there is none of. */
  missing: string | undefined
}

/** The chosen positions, within what is shown. */
export function chosenIn(
  { columns }: WavesDrawing,
  { position, other }: Pick<WavesState, 'position' | 'other'>,
): readonly [number, number | undefined] {
  const within = (at: number) => Math.min(at, columns - 1)
  return [within(position), other === undefined ? undefined : within(other)]
}

export function stripContent(drawing: WavesDrawing, state: WavesState, words: WavesWords): StripContent {
  const at = chosenIn(drawing, state)
  const spoken = (position: number) => {
    const lines = linesOf(drawing, position, words).map(({ name, numbers }) => `${name} ${numbers.join(' ')}`)
    return words.spoken(position, lines.join('; ') || words.missing)
  }
  return {
    ...{ drawing, at, label: words.strip(drawing.columns - 1) },
    handles: [
      { name: words.position, text: spoken(at[0]) },
      { name: words.other, text: spoken(at[1] ?? at[0]) },
    ],
    names: { table: words.tableName, untrained: words.untrained, missing: words.missing },
  }
}

export function readoutOf(drawing: WavesDrawing, state: WavesState, words: WavesWords): Readout {
  const [position, other] = chosenIn(drawing, state)
  const hasCode = [position, other].every((at) => at === undefined || codeOf(drawing, at))
  const none = hasCode ? undefined : words.noRow((drawing.table?.rows ?? 0) - 1)
  if (other === undefined) {
    const lines = linesOf(drawing, position, words)
    return { title: words.at(position), product: undefined, lines, missing: none }
  }
  const terms = termsOf(drawing, position, other)
  const total = terms?.reduce((sum, term) => sum + term, 0)
  const isSplit = drawing.form === 'binary' || drawing.form === 'waves'
  return {
    title: words.pair(position, other),
    product: { name: words.product, value: total === undefined ? '–' : twoPlaces(total) },
    lines: isSplit && terms ? [{ name: words.code.terms, numbers: slowestFirst(terms, drawing) }] : [],
    missing: none,
  }
}

function linesOf(drawing: WavesDrawing, position: number, { code }: WavesWords): CodeLine[] {
  const numbers = codeOf(drawing, position)
  if (!numbers) return []
  const { form, waves } = drawing
  if (form === 'count') return [{ name: code.count, numbers: numbers.map(short) }]
  if (form === 'binary') return [{ name: code.binary, numbers: slowestFirst(numbers, drawing) }]
  if (form === 'table') return [{ name: code.row, numbers: slowestFirst(numbers, drawing) }]
  const cosines = numbers.map((_, i) => cosineOf(waves, i, position))
  return [
    { name: code.sine, numbers: slowestFirst(numbers, drawing) },
    { name: code.cosine, numbers: slowestFirst(cosines, drawing) },
  ]
}

const slowestFirst = (numbers: readonly number[], { form }: WavesDrawing): string[] =>
  numbers.map((value) => (form === 'binary' ? String(value) : twoPlaces(value))).reverse()

export function stepText(drawing: WavesDrawing, at: number, words: WavesWords): string {
  const { form, steps, columns } = drawing
  const step = steps[form][at]
  const said = {
    count: () => short(step ?? 0),
    binary: () => words.flips(flipsAt(drawing, at)),
    waves: () => words.always(twoPlaces(step ?? 0)),
    table: () => twoPlaces(step ?? 0),
  }
  if (step === undefined) return at + 1 < columns ? words.from(at, at + 1, words.never) : ''
  return words.from(at, at + 1, said[form]())
}

/** A code has a column for each number: all are as wide. */
function twoPlaces(value: number): string {
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2)
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−')
}

/** Thousands are apart. */
const grouped = (value: number): string => Math.round(value).toLocaleString('en')

export function captionOf(drawing: WavesDrawing, words: WavesWords): string {
  const { form, columns, channels, divided, table, waves } = drawing
  const { captions, gap } = words
  if (form === 'count')
    return divided ? captions.divided(columns, short(1 / columns)) : captions.count(columns - 1)
  if (form === 'binary') {
    const repeats = columns > 2 ** channels ? [captions.repeats(2 ** channels)] : []
    return [captions.binary(channels), ...repeats].join(gap)
  }
  if (form === 'table' && table) return captions.table(channels, table.rows, table.width, table.trained)
  const { position, wavelengths, paper } = waves
  const [shortest, longest] = [wavelengths[0] ?? Number.NaN, wavelengths.at(-1) ?? Number.NaN]
  return [
    captions.waves(grouped(position.base ?? PAPER.base), channels, short(shortest), grouped(longest)),
    captions.paper(grouped(PAPER.base), grouped(paper), PAPER.dim / 2),
  ].join(gap)
}

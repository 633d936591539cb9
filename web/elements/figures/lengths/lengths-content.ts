// Curves as a line chart: of each encoding the mean, every seed, and the range over seeds.

import type { Band, Line, LineReading, LinesContent } from '../../parts/lines/line.js'
import type { Look } from '../../parts/positions/looks.js'
import type { Experiment, Shown } from './experiment.js'
import { type Curve, curvesOf } from './findings.js'
import type { LengthsWords } from './messages.js'

/** An encoding as the figure names and draws it. */
export interface Named extends Look {
  readonly name: string
  readonly label: string
}

/** Lines must not differ by hue alone: those of one tone by these. */
const DASHES: readonly (readonly number[] | undefined)[] = [
  undefined,
  [10, 4],
  [2, 3],
  [12, 3, 2, 3],
  [6, 6],
  [1, 6],
]

export interface CurvesRequest {
  readonly experiment: Experiment
  readonly encodings: readonly Named[]
  readonly measure: Shown
  readonly label: string
}

export function lengthsContent(request: CurvesRequest, words: LengthsWords): LinesContent {
  const { experiment, encodings, measure, label } = request
  const { testLengths, trainLength } = experiment
  const curves = curvesOf(
    experiment,
    encodings.map(({ name }) => name),
    measure,
  )
  const drawn = curves.map((curve) => ({ curve, ...lookOf(curve, encodings) }))
  const compared = drawn.filter(({ curve }) => curve.learned)
  const scaled = measure === 'loss' ? (values: readonly number[]) => values : percent
  const lines = drawn.flatMap(({ curve, named, dash }) => linesOf(curve, { ...named, dash }, scaled, words))
  return {
    x: testLengths,
    lines,
    xLog: false,
    yLog: false,
    ...(measure === 'loss' ? {} : { yRange: RANGE }),
    xTicks: testLengths.filter((length) => length % trainLength === 0 || length < trainLength),
    height: 230,
    bands: compared.map(
      ({ curve, named }): Band => ({ low: scaled(curve.low), high: scaled(curve.high), tone: named.tone }),
    ),
    marks: [{ axis: 'x', at: trainLength, name: words.trainedTo(trainLength) }],
    xTitle: words.length,
    yTitle: words.axes[measure],
    label,
    summary: drawn.map(({ curve, named }) => sentenceOf(curve, named, request, words)).join(words.gap),
    describe: ({ index, x }: LineReading) =>
      words.at(
        x,
        drawn.map(({ curve, named }) =>
          words.reading(named.label, words.values[measure](curve.mean[index] ?? Number.NaN)),
        ),
      ),
  }
}

/** A little more than 0 … 100 %, so that lines at the ends are seen. */
const RANGE = [-2, 102] as const

const percent = (values: readonly number[]) => values.map((value) => 100 * value)

/** How the mean of a curve is drawn: that of one that has not learned the task is thin. */
export function lineLook(curve: Curve, encodings: readonly Named[]): Pick<Line, 'tone' | 'dash' | 'thin'> {
  const { named, dash } = lookOf(curve, encodings)
  return { tone: named.tone, ...(dash ? { dash } : {}), ...(curve.learned ? {} : { thin: true }) }
}

/** The first of a hue has the dash of its encoding; the dash of others follows from their order, with runs or without. */
function lookOf({ encoding }: Curve, encodings: readonly Named[]) {
  const named = encodings.find(({ name }) => name === encoding) as Named
  const alike = encodings.filter(({ tone }) => tone === named.tone)
  const order = alike.indexOf(named)
  return { named, dash: order === 0 ? named.dash : DASHES[order] }
}

function linesOf(
  curve: Curve,
  { label, tone, dash }: Pick<Named, 'label' | 'tone'> & { dash: readonly number[] | undefined },
  scaled: (values: readonly number[]) => readonly number[],
  words: LengthsWords,
): Line[] {
  const look = { tone, ...(dash ? { dash } : {}) }
  const thin = curve.learned ? {} : { thin: true }
  return [
    { name: words.meanOf(label), legend: label, values: scaled(curve.mean), ...look, ...thin },
    ...(curve.learned ? curve.seeds : []).map(({ seed, values }) => ({
      name: words.seedOf(label, seed),
      legend: '',
      values: scaled(values),
      thin: true,
      ...look,
    })),
  ]
}

function sentenceOf(
  { mean, seeds }: Curve,
  { label }: Named,
  { experiment, measure }: CurvesRequest,
  words: LengthsWords,
): string {
  const value = (i: number) => words.values[measure](mean[i] ?? Number.NaN)
  const at = experiment.testLengths.map((length, i) => words.valueAt(value(i), length))
  return words.curve(label, seeds.length, at)
}

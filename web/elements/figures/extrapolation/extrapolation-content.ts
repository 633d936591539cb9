// The drawing as line charts, with texts.

import { short } from '../../../content/format.js'
import type { Line, LineReading, LinesContent } from '../../parts/lines/line.js'
import { lookOfEncoding } from '../../parts/positions/looks.js'
import type { Curve, CurvePlan, LossDrawing } from './loss-ledger.js'
import type { ExtrapolationWords } from './messages.js'
import type { Scaling } from './scalings.js'
import type { WavesDrawing } from './waves.js'

/** The reader's own model in ink; scaled ones have the hue of their encoding and dashes of their own. */
const LOOKS = {
  rope: lookOfEncoding('rope'),
  learned: lookOfEncoding('learned'),
  alibi: lookOfEncoding('alibi'),
  t5: lookOfEncoding('t5'),
  own: { tone: 'ink', points: true },
} as const satisfies Record<string, Partial<Line>>

/** No two that are drawn together are alike, neither each other nor those of the models. */
const DASHES: Readonly<Record<Scaling, readonly number[]>> = {
  none: [],
  linear: [2, 3, 2, 8],
  ntk: [5, 4],
  yarn: [8, 3, 2, 3, 2, 3],
  dynamic: [6, 3, 6, 3, 2, 3],
  longrope: [10, 8],
  llama3: [15, 4],
}

export function lookOf({ model, scaling, kept }: CurvePlan): Partial<Line> {
  const look = LOOKS[model]
  if (scaling !== 'none') return { tone: look.tone, dash: DASHES[scaling] }
  return kept === undefined ? look : { ...look, thin: true }
}

export function lossContent(drawing: LossDrawing, words: ExtrapolationWords): LinesContent {
  const { curves, vocab, lengths, context } = drawing
  const lines = curves.map(
    (curve): Line => ({
      name: nameOf(curve, drawing, words),
      values: curve.losses,
      ...lookOf(curve),
      ...(isDot(curve) ? { points: true } : {}),
    }),
  )
  return {
    x: lengths,
    lines,
    xLog: false,
    yLog: false,
    xTicks: lengths.filter((length) => length % context === 0),
    height: 260,
    marks: [
      ...(context <= (lengths.at(-1) ?? 0)
        ? [{ axis: 'x' as const, at: context, name: words.trainingLength(context) }]
        : []),
      ...(vocab ? [{ axis: 'y' as const, at: Math.log(vocab), name: words.guessing }] : []),
    ],
    xTitle: words.length,
    yTitle: words.loss,
    label: words.lossLabel,
    summary: curves.map((curve) => sentenceOf(curve, drawing, words)).join(words.gap),
    describe: ({ index, x, values }: LineReading) =>
      words.lossAt(
        x,
        lines.map(({ name }, i) =>
          words.named(name, withSpread(values[i], curves[i]?.spreads[index], words)),
        ),
      ),
  }
}

/** A curve of a single value has no line. */
const isDot = ({ losses }: Curve) => losses.filter(Number.isFinite).length === 1

function withSpread(value = Number.NaN, spread = Number.NaN, words: ExtrapolationWords): string {
  return Number.isFinite(spread) ? words.plusMinus(short(value), short(spread)) : short(value)
}

type Named = Pick<LossDrawing, 'factor' | 'lengths' | 'title'>

export function nameOf(
  { model, scaling, kept }: CurvePlan,
  { factor, title }: Named,
  words: ExtrapolationWords,
): string {
  const name = model === 'own' ? (title ?? '') : words.models[model]
  if (kept !== undefined) return words.cutTo(name, kept)
  return scaling === 'none' ? name : words.scaled(words.scalings[scaling], short(factor))
}

/** From the training length to the longest length with a value. */
export function sentenceOf(curve: Curve, drawing: Named, words: ExtrapolationWords): string {
  const { lengths } = drawing
  const name = nameOf(curve, drawing, words)
  const known = lengths.filter((_, i) => Number.isFinite(curve.losses[i]))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return words.unknown(name)
  const at = (length: number) => short(curve.losses[lengths.indexOf(length)] ?? Number.NaN)
  return first === last
    ? words.only(name, at(first), first)
    : words.fromTo(name, [at(first), first], [at(last), last])
}

export function wavesContent(drawing: WavesDrawing, words: ExtrapolationWords): LinesContent {
  const { plain, scaled, scaling, factor, context, longest } = drawing
  const changed = scaling !== 'none'
  const lines: Line[] = [
    { name: words.unscaled, values: plain, tone: changed ? 'soft' : 'term-position', points: true },
    ...(changed
      ? [
          {
            name: words.scaled(words.scalings[scaling], short(factor)),
            values: scaled,
            tone: 'term-position',
            points: true,
          } as const,
        ]
      : []),
  ]
  return {
    x: Array.from(plain, (_, i) => i),
    lines,
    xLog: false,
    yLog: true,
    height: 320,
    marks: [
      { axis: 'y', at: context, name: words.trainingLength(context) },
      { axis: 'y', at: longest, name: words.textLength(longest) },
    ],
    xTitle: words.pair,
    yTitle: words.wavelength,
    label: words.wavesLabel,
    summary: wavesSentence(drawing, words),
    describe: ({ x, values: [before = Number.NaN, after = before] }: LineReading) =>
      words.pairAt(x, short(before), changed ? short(after) : undefined),
  }
}

export function wavesSentence({ plain, scaled, context }: WavesDrawing, words: ExtrapolationWords): string {
  const unseen = plain.filter((wave) => wave > context).length
  const slower = scaled.filter((wave, i) => wave > 1.001 * (plain[i] as number)).length
  return words.waves(plain.length, unseen, slower)
}

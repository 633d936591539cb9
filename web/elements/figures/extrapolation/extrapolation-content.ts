// The drawing as line charts, with texts.

import { short } from '../../../content/format.js'
import type { Line, LineReading, LinesContent } from '../../parts/lines/line.js'
import { lookOfEncoding } from '../../parts/positions/looks.js'
import type { Curve, LossDrawing } from './loss-ledger.js'
import type { ExtrapolationWords } from './messages.js'
import type { WavesDrawing } from './waves.js'

/** The reader's own model in ink; a scaled one has the hue of its encoding and a dash of its own. */
const LOOKS = {
  rope: lookOfEncoding('rope'),
  scaled: { ...lookOfEncoding('rope'), dash: [4, 3] },
  learned: lookOfEncoding('learned'),
  alibi: lookOfEncoding('alibi'),
  t5: lookOfEncoding('t5'),
  own: { tone: 'ink', points: true },
} as const satisfies Record<string, Partial<Line>>

export function lossContent(drawing: LossDrawing, words: ExtrapolationWords): LinesContent {
  const { curves, vocab, lengths, context } = drawing
  const lines = curves.map(
    (curve): Line => ({
      name: nameOf(curve, drawing, words),
      values: curve.losses,
      ...LOOKS[curve.scaling === 'none' ? curve.model : 'scaled'],
    }),
  )
  return {
    x: lengths,
    lines,
    xLog: false,
    yLog: false,
    height: 320,
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
    describe: ({ x, values }: LineReading) =>
      words.lossAt(
        x,
        lines.map(({ name }, i) => words.named(name, short(values[i] ?? Number.NaN))),
      ),
  }
}

type Named = Pick<LossDrawing, 'factor' | 'lengths' | 'title'>

function nameOf({ model, scaling }: Curve, { factor, title }: Named, words: ExtrapolationWords): string {
  if (scaling === 'none') return model === 'own' ? (title ?? '') : words.models[model]
  return words.scaled(words.scalings[scaling], short(factor))
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

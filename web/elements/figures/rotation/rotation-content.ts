// The drawing of a rotation as clocks and as curves, in words.

import { short } from '../../../content/format.js'
import type { Line, LinesContent } from '../../parts/lines/line.js'
import type { ClocksContent } from './clocks-element.js'
import type { RotationWords } from './messages.js'
import type { Hand, RotationDrawing } from './rotation-drawing.js'

export function clocksContent(drawing: RotationDrawing, words: RotationWords): ClocksContent {
  const [query, key] = drawing.at
  return {
    label: words.clocksLabel,
    position: query,
    summary: words.summary(query, key, drawing.score.toFixed(3).replace('-', '−')),
    legend: words.legend,
    clocks: drawing.clocks.map((pair) => ({
      name: words.pair(pair.index),
      note: words.every(short(pair.wavelength)),
      query: pair.query,
      key: pair.key,
      product: pair.product,
      sentence: words.clock(
        // spread: four columns
        pair.index,
        short(pair.wavelength),
        degrees(pair.query),
        degrees(pair.key),
        pair.product.toFixed(2).replace('-', '−'),
      ),
    })),
  }
}

/** 0 … 359 */
export function degrees([cosine, sine]: Hand): string {
  const angle = Math.round((Math.atan2(sine, cosine) * 180) / Math.PI)
  return String((angle + 360) % 360)
}

export function wavesContent(drawing: RotationDrawing, words: RotationWords): LinesContent {
  const { wavelengths, scaled, scaling, trainLength } = drawing
  const plain: Line = { name: words.plain, values: wavelengths, tone: 'soft', points: true }
  const lines: Line[] =
    scaling === 'default'
      ? [{ ...plain, tone: 'term-position' }]
      : [
          {
            name: words.scaled(words.scalings[scaling]),
            values: scaled,
            tone: 'term-position',
            points: true,
          },
          plain,
        ]
  return {
    x: Array.from(wavelengths, (_, i) => i),
    lines,
    xLog: false,
    yLog: true,
    height: 220,
    marks: [{ axis: 'y', at: trainLength, name: words.train(trainLength) }],
    xTitle: words.pairAxis,
    yTitle: words.wavelength,
    label: words.wavesLabel,
    summary: words.wavesSummary(wholeTurns(drawing), wavelengths.length),
    describe: ({ x, values }) => words.reading(x, values.map(short)),
  }
}

/** Pairs that turn at least once within the training length. */
export function wholeTurns({ wavelengths, trainLength }: RotationDrawing): number {
  return wavelengths.filter((wave) => wave <= trainLength).length
}

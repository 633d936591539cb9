// Clocks as a scene, and as CSV.

import { short } from '../../../content/format.js'
import { csvLine } from '../../parts/export/csv.js'
import { type Scene, type Shape, sceneColors } from '../../parts/export/scene.js'
import { RADIUS } from './clock-paths.js'
import type { RotationWords } from './messages.js'
import { degrees } from './rotation-content.js'
import type { Hand, RotationDrawing } from './rotation-drawing.js'

const [ACROSS, CELL, TALL] = [6, 110, 140]

export function clocksScene({ clocks }: RotationDrawing, words: RotationWords, element: HTMLElement): Scene {
  const colors = sceneColors(element)
  const shapes = clocks.flatMap((pair, i): Shape[] => {
    const x = CELL * (i % ACROSS) + CELL / 2
    const y = TALL * Math.floor(i / ACROSS) + CELL / 2
    const hand = ([cosine, sine]: Hand) => `M${x} ${y}l${RADIUS * cosine} ${-RADIUS * sine}`
    const text = (below: number, words: string, color: string): Shape => ({
      kind: 'text',
      x,
      y: y + RADIUS + below,
      text: words,
      anchor: 'middle',
      size: 11,
      color,
    })
    const face = `M${x - RADIUS} ${y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0`
    return [
      { kind: 'path', d: face, stroke: colors.line },
      { kind: 'path', d: hand(pair.key), stroke: colors['term-position'], width: 2, dash: [4, 3] },
      { kind: 'path', d: hand(pair.query), stroke: colors['term-position'], width: 3 },
      text(18, words.pair(pair.index), colors.ink),
      text(32, words.every(short(pair.wavelength)), colors.soft),
    ]
  })
  const width = CELL * Math.min(ACROSS, clocks.length)
  const height = TALL * Math.ceil(clocks.length / ACROSS)
  return { width, height, background: colors.paper, title: words.title, shapes }
}

export function clocksCsv({ pairs }: RotationDrawing, words: RotationWords): string {
  const header = [
    words.pairAxis,
    words.wavelength,
    `${words.legend.query} °`,
    `${words.legend.key} °`,
    words.legend.part,
  ]
  const lines = pairs.map(({ index, wavelength, query, key, product }) =>
    csvLine([index, wavelength, degrees(query), degrees(key), product]),
  )
  return `${[csvLine(header), ...lines].join('\n')}\n`
}

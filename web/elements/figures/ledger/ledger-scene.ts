// The ledger as a scene: the terms of one query, a line per key.

import { type Scene, type SceneColors, type Shape, sceneColors } from '../../parts/export/scene.js'
import { valueAt } from '../../parts/matrix/matrix.js'
import { amount, type Named } from './ledger-content.js'
import { endOfRow, partsAt } from './ledger-drawing.js'
import type { Term } from './terms.js'

const [LEFT, WIDTH, LINE, TOP] = [96, 480, 22, 44]

export function ledgerScene(named: Named, row: number, element: HTMLElement, title: string): Scene {
  const { drawing, queries, keys, words } = named
  const colors = sceneColors(element)
  const end = endOfRow(drawing, row)
  const x = (value: number) => LEFT + WIDTH / 2 + (value / end) * (WIDTH / 2)
  const lines = keys.flatMap((name, column) => {
    const y = TOP + column * LINE
    const score = valueAt(drawing.scores, { row, column })
    const hidden = Number.isNaN(score)
    return [
      text(LEFT - 12, y + 14, `${column} ${name}`, colors['term-content'], 'end'),
      text(LEFT + WIDTH + 56, y + 14, hidden ? words.hidden : amount(score), colors.ink, 'end'),
      ...pieces(named, { row, column }, y, x, colors),
      ...(hidden
        ? []
        : [{ kind: 'path', d: `M${x(score)} ${y}v${LINE - 2}`, stroke: colors.ink, width: 3 } as const]),
    ]
  })
  const bottom = TOP + keys.length * LINE
  const legend = drawing.terms.flatMap(({ term }, i): Shape[] => [
    ...box(term, LEFT, bottom + 16 + i * LINE, 28, 12, colors),
    text(LEFT + 40, bottom + 27 + i * LINE, words.terms[term], colors.ink, 'start'),
  ])
  return {
    width: LEFT + WIDTH + 72,
    height: bottom + 32 + drawing.terms.length * LINE,
    background: colors.paper,
    title: `${title}. ${words.stack(words.named(row, queries[row] ?? ''))}`,
    shapes: [
      text(LEFT, 24, words.stack(words.named(row, queries[row] ?? '')), colors.ink, 'start'),
      { kind: 'path', d: `M${x(0)} ${TOP}v${keys.length * LINE}`, stroke: colors.soft, width: 1 },
      ...lines,
      ...legend,
    ],
  }
}

function text(x: number, y: number, words: string, color: string, anchor: 'start' | 'end'): Shape {
  return { kind: 'text', x, y, text: words, size: 13, color, anchor }
}

function pieces(
  { drawing }: Named,
  cell: { row: number; column: number },
  y: number,
  x: (value: number) => number,
  colors: SceneColors,
): Shape[] {
  let [right, left] = [0, 0]
  return partsAt(drawing, cell).flatMap(({ term, value }) => {
    if (value < 0) left += value
    const from = x(value < 0 ? left : right)
    if (value > 0) right += value
    return box(term, from, y + 3, x(Math.abs(value)) - x(0), LINE - 8, colors)
  })
}

// As on the page: ink and the encoding's hue; mixed terms are striped.
function box(term: Term, x: number, y: number, width: number, height: number, colors: SceneColors): Shape[] {
  const looks: Record<Term, [fill: string, lines?: string, edge?: string]> = {
    content: [colors['term-content']],
    contentPosition: [colors['term-content'], colors['term-position']],
    positionContent: [colors['term-position'], colors['term-content']],
    positionPosition: [colors['term-position']],
    rotation: [colors.paper, colors['term-position'], colors['term-position']],
    softcap: [colors.soft],
    bias: [colors.paper, undefined, colors['term-position']],
    mask: [colors.line, colors.soft],
  }
  const [fill, lines, edge] = looks[term]
  const d = `M${x} ${y}h${width}v${height}h${-width}z`
  const strokes = Array.from({ length: Math.floor(width / 6) }, (_, i) => `M${x + 5 + 6 * i} ${y}v${height}`)
  return [
    { kind: 'path', d, fill, ...(edge ? { stroke: edge, width: 1.5 } : {}) },
    ...(lines && strokes.length
      ? [{ kind: 'path', d: strokes.join(''), stroke: lines, width: 2 } as const]
      : []),
  ]
}

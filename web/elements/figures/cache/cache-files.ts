// The row of keys as files; loaded when somebody saves.

import { csvLine } from '../../parts/export/csv.js'
import { type Scene, type SceneColors, type Shape, sceneColors } from '../../parts/export/scene.js'
import type { CacheDrawing } from './cache-drawing.js'
import { type Cell, type Layout, layoutOf, signOf } from './cache-layout.js'
import { verdictOf } from './cache-sentences.js'
import type { CacheWords } from './messages.js'

const [WIDTH, HEIGHT, MARGIN, HEAD] = [880, 400, 16, 40]

export function cacheScene(drawing: CacheDrawing, words: CacheWords, element: HTMLElement): Scene {
  const colors = sceneColors(element)
  const layout = layoutOf(drawing, WIDTH, HEIGHT, words.pad)
  const { holds, claim, rest } = verdictOf(drawing, words)
  const verdict = `${holds ? '✓' : '✕'} ${claim} ${rest}`
  const { left, right, barBottom, distanceY, positionY, numberSize: size } = layout
  const caption = (text: string, y: number): Shape => ({
    kind: 'text',
    x: MARGIN + left,
    y: HEAD + y,
    text,
    size,
    color: colors.soft,
  })
  return {
    width: WIDTH + 2 * MARGIN,
    height: HEAD + HEIGHT + MARGIN,
    background: colors.paper,
    title: words.title,
    shapes: [
      {
        kind: 'text',
        x: MARGIN + left,
        y: 26,
        text: verdict,
        size: 15,
        bold: true,
        color: holds ? colors.ink : colors.wrong,
      },
      { kind: 'path', d: `M${MARGIN + left} ${HEAD + barBottom}H${MARGIN + right}`, stroke: colors.line },
      caption(drawing.encoding === 'learned' ? '' : words.distances, distanceY),
      caption(words.positions[drawing.encoding], positionY),
      ...layout.cells.flatMap((cell) => cellShapes(cell, layout, colors[drawing.encoding], colors)),
    ],
  }
}

function cellShapes(cell: Cell, layout: Layout, hue: string, colors: SceneColors): Shape[] {
  const { card, barBottom, barTop, letterSize, numberSize } = layout
  const x = MARGIN + cell.x
  const y = (at: number) => HEAD + at
  const text = (words: string, at: number, color: string, size = numberSize, bold = true): Shape[] =>
    words
      ? [{ kind: 'text', x: x + card / 2, y: y(at), text: words, anchor: 'middle', size, bold, color }]
      : []
  const box = (share: number) =>
    `M${x} ${y(barBottom)}v${-share * (barBottom - barTop)}h${card}V${y(barBottom)}z`
  const gone = cell.kind === 'evicted' || cell.kind === 'pad'
  const ink = gone ? colors.soft : colors.ink
  const fill = { query: colors.ink, pad: colors.wash, key: colors.paper, evicted: colors.paper }[cell.kind]
  return [
    { kind: 'path', d: box(cell.share), fill: cell.off ? colors.wrong : colors.mark },
    ...(cell.off
      ? [
          {
            kind: 'path',
            d: box(cell.rightShare),
            stroke: colors.ink,
            width: 1.5,
            dash: [3, 2],
          } satisfies Shape,
        ]
      : []),
    {
      kind: 'path',
      d: `M${x} ${y(layout.cardY)}h${card}v${card}h${-card}z`,
      fill,
      stroke: gone ? colors.line : colors.ink,
      width: 1.75,
      ...(cell.kind === 'evicted' ? { dash: [3, 3] } : {}),
    },
    ...text(
      cell.sign,
      layout.cardY + card / 2 + letterSize * 0.35,
      cell.kind === 'query' ? colors.paper : ink,
      cell.kind === 'pad' ? 13 : letterSize,
    ),
    ...text(
      cell.distance,
      layout.distanceY,
      cell.distanceOff ? colors.wrong : colors.soft,
      numberSize,
      cell.distanceOff,
    ),
    ...text(cell.position, layout.positionY, cell.positionOff ? colors.wrong : hue),
    ...text(cell.shareText, cell.shareY, cell.off ? colors.wrong : colors.ink),
    ...text(cell.rightText, cell.rightY, colors.ink),
  ]
}

export function cacheCsv({ slots }: CacheDrawing, { csv, pad }: CacheWords): string {
  const number = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : '')
  const lines = slots.map((slot) =>
    csvLine([
      slot.kind === 'pad' ? pad : signOf(slot.character),
      number(slot.position),
      number(slot.rightPosition),
      number(slot.score),
      number(slot.rightScore),
      slot.weight,
      slot.rightWeight,
    ]),
  )
  return `${[csvLine(csv), ...lines].join('\n')}\n`
}

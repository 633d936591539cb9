// The arrows of a pair and the scores by distance as a scene, and all numbers as CSV.

import { csvLine } from '../../parts/export/csv.js'
import type { Scene, SceneColors, Shape } from '../../parts/export/scene.js'
import { angleText, fixed, grouped, perPosition } from './arrows-content.js'
import type { ArrowsDrawing, Pair, Vector } from './arrows-drawing.js'
import { angleOf, arrowPaths, polar, spiralPath, wedgePath } from './geometry.js'
import type { ArrowsWords } from './messages.js'
import { SIDES, type SideName } from './plane.js'

const [WIDTH, HEIGHT] = [720, 540]
/** The middle of the plane, its outermost circle, and the zero of the bars. */
const [X, Y, RIM] = [190, 190, 160]
const BARS = { left: 30, top: 390, height: 110, wide: (WIDTH - 60) / 41 } as const

export function arrowsScene(drawing: ArrowsDrawing, words: ArrowsWords, colors: SceneColors): Scene {
  const pair = drawing.pairs[drawing.pair]
  const shapes = pair ? [...plane(pair, drawing, colors), ...numbers(pair, drawing, words, colors)] : []
  return {
    ...{ width: WIDTH, height: HEIGHT, background: colors.paper, title: words.title },
    shapes: [...shapes, ...bars(drawing, words, colors)],
  }
}

/** A path about the origin, moved to the middle of the plane: all its points are absolute. */
const moved = (path: string): string =>
  path.replace(/([ML])(-?[\d.]+) (-?[\d.]+)/g, (_, kind, x, y) => `${kind}${X + Number(x)} ${Y + Number(y)}`)

const circle = (radius: number): string =>
  `M${X - radius} ${Y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`

function plane(pair: Pair, drawing: ArrowsDrawing, colors: SceneColors): Shape[] {
  const scale = RIM / pair.reach
  const scaled = ([x, y]: Vector): Vector => [x * scale, y * scale]
  const grid = [1 / 3, 2 / 3, 1].map(
    (share): Shape => ({ kind: 'path', d: circle(RIM * share), stroke: colors.line }),
  )
  const wedge = wedgePath(angleOf(pair.turnedKey), angleOf(pair.turnedQuery), RIM * 0.4)
  return [
    ...grid,
    { kind: 'path', d: moved(wedge), fill: colors['rope-wash'] },
    ...SIDES.flatMap((side) => arrow(side, pair, drawing, scaled, colors)),
  ]
}

function arrow(
  side: SideName,
  pair: Pair,
  drawing: ArrowsDrawing,
  scaled: (vector: Vector) => Vector,
  colors: SceneColors,
): Shape[] {
  const before = scaled(pair[side])
  const tip = scaled(side === 'query' ? pair.turnedQuery : pair.turnedKey)
  const { shaft, head } = arrowPaths(tip, 18)
  const radius = side === 'query' ? 104 : 82
  const arc = spiralPath(angleOf(before), drawing[side].at * pair.turn, radius, side === 'query' ? 40 : 16)
  const [x, y] = polar(Math.hypot(...tip) + 20, angleOf(tip)) // spread: x and y
  const inner: Shape[] =
    side === 'key' ? [{ kind: 'path', d: moved(shaft), stroke: colors.paper, width: 3 }] : []
  return [
    {
      kind: 'path',
      d: moved(`M0 0L${before[0]} ${-before[1]}`),
      stroke: colors.soft,
      width: 1.5,
      dash: [2, 4],
    },
    { kind: 'path', d: moved(arc), stroke: colors.rope, width: 2.5 },
    { kind: 'path', d: moved(shaft), stroke: colors.ink, width: 7 },
    ...inner,
    {
      kind: 'path',
      d: moved(head),
      stroke: colors.ink,
      width: 2,
      fill: side === 'key' ? colors.paper : colors.ink,
    },
    {
      ...{ kind: 'text', x: X + x, y: Y - y + 6, anchor: 'middle', size: 16, bold: true, color: colors.ink },
      text: `${side === 'query' ? 'q' : 'k'} ${drawing[side].text}`,
    },
  ]
}

function numbers(pair: Pair, drawing: ArrowsDrawing, words: ArrowsWords, colors: SceneColors): Shape[] {
  const line = (row: number, text: string, color: string, bold = false): Shape => ({
    ...{ kind: 'text', x: 420, y: 60 + 28 * row, text, size: 15, color, bold },
  })
  const turns = (side: SideName) =>
    `${words.turned(drawing[side].text)} ${words.turns(grouped(drawing[side].at), perPosition(pair.turn))}`
  return [
    line(0, words.pair(drawing.pair + 1, drawing.pairs.length).join(''), colors.soft),
    line(
      1,
      `${words.before}: ${angleText(pair.query, pair.key)}, ${words.product} = ${fixed(pair.before)}`,
      colors.soft,
    ),
    line(
      2,
      `${words.after}: ${angleText(pair.turnedQuery, pair.turnedKey)}, ${words.product} = ${fixed(pair.after)}`,
      colors.ink,
      true,
    ),
    line(3, turns('query'), colors.rope),
    line(4, turns('key'), colors.rope),
  ]
}

function bars({ scores, query, key }: ArrowsDrawing, words: ArrowsWords, colors: SceneColors): Shape[] {
  const { left, top, height, wide } = BARS
  const high = Math.max(0.01, ...scores) // spread: the distances of the axis
  const low = Math.min(-0.01, ...scores)
  const y = (value: number) => top + ((high - value) * height) / (high - low)
  return [
    { kind: 'text', x: left, y: top - 12, text: words.rowHeading, size: 13, color: colors.ink, bold: true },
    ...Array.from(scores, (score, distance): Shape => {
      const x = left + (distance + 0.5) * wide
      const color = distance === query.at - key.at ? colors.rope : colors.mark
      return { kind: 'path', d: `M${x} ${y(0)}V${y(score)}`, stroke: color, width: wide - 2 }
    }),
    ...[0, 10, 20, 30, 40].map(
      (distance): Shape => ({
        ...{ kind: 'text', x: left + (distance + 0.5) * wide, y: HEIGHT - 16, text: String(distance) },
        ...{ anchor: 'middle', size: 12, color: colors.soft },
      }),
    ),
  ]
}

export function arrowsCsv({ pairs, scores, weights }: ArrowsDrawing, words: ArrowsWords): string {
  const ofPairs = pairs.map(({ wavelength, query, key, before, after }, i) =>
    csvLine([i + 1, wavelength, ...query, ...key, before, after]),
  )
  const ofDistances = Array.from(scores, (score, distance) =>
    csvLine([distance, score, weights[distance] ?? Number.NaN]),
  )
  const lines = [csvLine(words.columns), ...ofPairs, csvLine(words.rowColumns), ...ofDistances]
  return `${lines.join('\n')}\n`
}

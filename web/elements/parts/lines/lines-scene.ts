// A line chart as a scene, and as CSV.

import { short } from '../../../content/format.js'
import { widthOf } from '../element/text-width.js'
import { csvLine } from '../export/csv.js'
import { type Scene, type SceneColors, type Shape, sceneColors } from '../export/scene.js'
import { bandPoints, tint } from './band.js'
import type { Line, LinesContent, Tone } from './line.js'
import { LETTERS, placedMarks } from './mark-names.js'

const [LEFT, RIGHT, TOP, BOTTOM] = [64, 16, 40, 48]

/** Between the rows of names. */
const ROW = 16

/** Height of the letters of axes and names of lines. */
const SMALL = 11

const FILE = { width: 640, height: 360 }

export function linesScene(
  content: LinesContent,
  element: HTMLElement,
  title: string,
  { width, height } = FILE,
): Scene {
  const colors = sceneColors(element)
  const { x, lines, bands = [], marks, xLog, yLog, xTitle, yTitle, yRange, xTicks } = content
  const all = lines
    .flatMap(({ values }) => Array.from(values))
    .filter((value) => Number.isFinite(value) && (!yLog || value > 0))
  const legend = legendOf(lines, width, colors)
  const top = TOP + ROW * (legend.rows - 1)
  const across = scaleOf(Array.from(x), xLog, LEFT, width - RIGHT)
  const levels = marks.flatMap(({ axis, at }) => (axis === 'y' ? at : []))
  const up = scaleOf(yRange ? [...yRange] : [...all, ...levels], yLog, height - BOTTOM, top)
  const placed = placedMarks({
    ...{ x, lines, marks, left: LEFT, right: width - RIGHT, top, bottom: height - BOTTOM },
    place: (axis, value) => (axis === 'x' ? across : up).place(value),
    letters: LETTERS,
    widthOf: (name) => widthOf(name, 0.56 * LETTERS, LETTERS),
  })
  const color = (tone: Tone) => colors[tone]
  const label = (
    shape: Pick<Extract<Shape, { kind: 'text' }>, 'x' | 'y' | 'text' | 'anchor' | 'rotation'>,
  ): Shape => ({
    kind: 'text',
    size: SMALL,
    color: colors.soft,
    ...shape,
  })
  return {
    width,
    height,
    background: colors.paper,
    title,
    shapes: [
      ...up.ticks.flatMap((at): Shape[] => [
        { kind: 'path', d: `M${LEFT} ${up.place(at)}H${width - RIGHT}`, stroke: colors.line },
        label({ x: LEFT - 6, y: up.place(at) + 4, text: short(at), anchor: 'end' }),
      ]),
      ...(xTicks ?? across.ticks).map((at) =>
        label({ x: across.place(at), y: height - BOTTOM + 18, text: short(at), anchor: 'middle' }),
      ),
      label({ x: (LEFT + width - RIGHT) / 2, y: height - 10, text: xTitle, anchor: 'middle' }),
      label({ x: 14, y: (top + height - BOTTOM) / 2, text: yTitle, anchor: 'middle', rotation: -90 }),
      ...placed.map(
        ({ ends }): Shape => ({
          kind: 'path',
          d: `M${ends.map((end) => end.join(' ')).join('L')}`,
          stroke: colors.ink,
          dash: [6, 4],
        }),
      ),
      ...bands.map(
        ({ low, high, tone }): Shape => ({
          kind: 'path',
          d: `M${bandPoints(x, low, high, across.place, up.place).join('L')}Z`,
          fill: tint(color(tone)),
        }),
      ),
      ...lines.map(
        ({ values, tone = 'ink', dash, points, thin }): Shape => ({
          kind: 'path',
          d: points ? dots(x, values, across.place, up.place) : pathOf(x, values, across.place, up.place),
          ...(points
            ? { fill: color(tone) }
            : { stroke: color(tone), width: thin ? 1 : 2, ...(dash ? { dash } : {}) }),
        }),
      ),
      ...placed.map(
        ({ name, align, x, y }): Shape => ({
          kind: 'text',
          ...{ x, y, text: name, size: LETTERS, color: colors.ink },
          anchor: align === 'left' ? 'start' : 'end',
        }),
      ),
      ...legend.shapes,
    ],
  }
}

/** The names of lines above the chart, in rows. */
function legendOf(
  lines: readonly Line[],
  width: number,
  colors: SceneColors,
): { shapes: Shape[]; rows: number } {
  let [x, row] = [LEFT, 0]
  const shapes = lines.flatMap(({ name, legend = name, tone = 'ink', dash }): Shape[] => {
    if (legend === '') return []
    const wide = 34 + widthOf(legend, 0.56 * SMALL, SMALL)
    if (x > LEFT && x + wide > width - RIGHT) [x, row] = [LEFT, row + 1]
    const [left, base] = [x, 22 + ROW * row]
    x += wide + 20
    return [
      {
        kind: 'path',
        ...{ d: `M${left} ${base - 4}h28`, stroke: colors[tone], width: 2 },
        ...(dash ? { dash } : {}),
      },
      { kind: 'text', x: left + 34, y: base, text: legend, size: SMALL, color: colors.ink },
    ]
  })
  return { shapes, rows: row + 1 }
}

type Place = (value: number) => number

function scaleOf(
  values: readonly number[],
  log: boolean,
  from: number,
  to: number,
): { place: Place; ticks: number[] } {
  const usable = log ? values.filter((value) => value > 0) : values
  const [low, high] = [Math.min, Math.max].map((end) =>
    usable.reduce((a, b) => end(a, b), usable[0] ?? 0),
  ) as [number, number]
  const as = log ? Math.log10 : (value: number) => value
  const span = as(high) - as(low) || 1
  const place = (value: number) =>
    Math.round((from + ((as(value) - as(low)) / span) * (to - from)) * 100) / 100
  return { place, ticks: log ? powers(low, high) : evenTicks(low, high) }
}

function powers(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low))
  const count = Math.max(0, Math.floor(Math.log10(high)) - first + 1)
  return Array.from({ length: count }, (_, i) => 10 ** (first + i))
}

/** About five steps of 1, 2 or 5 times a power of ten. */
function evenTicks(low: number, high: number): number[] {
  const rough = (high - low) / 5 || 1
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = unit * ([1, 2, 5, 10].find((times) => times * unit >= rough) ?? 10)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  )
}

function pathOf(x: ArrayLike<number>, values: ArrayLike<number>, across: Place, up: Place): string {
  let pen = 'M'
  return Array.from(x, (at, i) => {
    const value = values[i] ?? Number.NaN
    if (!Number.isFinite(value)) {
      pen = 'M'
      return ''
    }
    const step = `${pen}${across(at)} ${up(value)}`
    pen = 'L'
    return step
  }).join('')
}

function dots(x: ArrayLike<number>, values: ArrayLike<number>, across: Place, up: Place): string {
  return Array.from(x, (at, i) => {
    const value = values[i] ?? Number.NaN
    return Number.isFinite(value) ? `M${across(at) - 3} ${up(value)}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0` : ''
  }).join('')
}

export function linesCsv({ x, lines, xTitle }: Pick<LinesContent, 'x' | 'lines' | 'xTitle'>): string {
  const header = csvLine([xTitle, ...lines.map(({ name }) => name)])
  const rows = Array.from(x, (at, i) =>
    csvLine([at, ...lines.map(({ values }) => (Number.isFinite(values[i]) ? (values[i] as number) : ''))]),
  )
  return `${[header, ...rows].join('\n')}\n`
}

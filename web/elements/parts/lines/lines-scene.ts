// A line chart as a scene, and as CSV.

import { short } from '../../../content/format.js'
import { csvLine } from '../export/csv.js'
import { type Scene, type Shape, sceneColors } from '../export/scene.js'
import { bandPoints, tint } from './band.js'
import type { LinesContent, Tone } from './line.js'
import { LETTERS } from './mark-names.js'

const [LEFT, RIGHT, TOP, BOTTOM] = [64, 16, 40, 48]

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
  const across = scaleOf(Array.from(x), xLog, LEFT, width - RIGHT)
  const up = scaleOf(yRange ? [...yRange] : all, yLog, height - BOTTOM, TOP)
  const linesAcross = marks.filter(({ axis }) => axis === 'y').map(({ at }) => up.place(at))
  const color = (tone: Tone) => colors[tone]
  const label = (
    shape: Pick<Extract<Shape, { kind: 'text' }>, 'x' | 'y' | 'text' | 'anchor' | 'rotation'>,
  ): Shape => ({
    kind: 'text',
    size: 11,
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
      label({ x: 14, y: (TOP + height - BOTTOM) / 2, text: yTitle, anchor: 'middle', rotation: -90 }),
      ...marks.map(
        ({ axis, at }): Shape => ({
          kind: 'path',
          d:
            axis === 'x'
              ? `M${across.place(at)} ${TOP}V${height - BOTTOM}`
              : `M${LEFT} ${up.place(at)}H${width - RIGHT}`,
          stroke: colors.ink,
          dash: [6, 4],
        }),
      ),
      ...marks.map(({ axis, at, name }) =>
        label(
          axis === 'x'
            ? { x: across.place(at) + 4, y: topOfName(TOP, linesAcross, LETTERS), text: name }
            : { x: width - RIGHT, y: up.place(at) - 4, text: name, anchor: 'end' },
        ),
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
      ...lines
        .filter(({ legend }) => legend !== '')
        .flatMap(({ name, legend = name, tone = 'ink', dash }, i): Shape[] => [
          {
            kind: 'path',
            d: `M${LEFT + 150 * i} 18h28`,
            stroke: color(tone),
            width: 2,
            ...(dash ? { dash } : {}),
          },
          { kind: 'text', x: LEFT + 150 * i + 34, y: 22, text: legend, size: 11, color: colors.ink },
        ]),
    ],
  }
}

/** The base line of the name of a vertical mark: at the top, or below a horizontal mark that would run through it. */
export function topOfName(top: number, horizontal: readonly number[], letters: number): number {
  const isThrough = (base: number) => (line: number) => line > base - 2 * letters && line < base + letters / 2
  const base = top + letters
  const line = horizontal.find(isThrough(base))
  return line === undefined ? base : line + 1.5 * letters
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

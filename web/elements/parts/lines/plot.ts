// Options and data for uPlot, in the colours of the page.

import type uPlot from 'uplot'
import { short } from '../../../content/format.js'
import { widthOf } from '../element/text-width.js'
import { bandPoints, tint } from './band.js'
import type { Axes, Band, Line, Mark, Tone } from './line.js'
import { LETTERS, placedMarks } from './mark-names.js'

export interface PlotRequest extends Axes {
  x: ArrayLike<number>
  lines: readonly Line[]
  bands?: readonly Band[]
  marks: readonly Mark[]
  width: number
  height: number
  colorOf: (tone: Tone) => string
  onCursor: (index: number | undefined) => void
}

/** Opacity of thin lines. */
const THIN = 0.6

const FAMILY =
  'Inter, ui-sans-serif, system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'
const FONT = `${LETTERS}px ${FAMILY}`

/** Letters along an axis: a title that is longer than its axis is left out. */
const LETTER = 6
const LETTER_ZH = 12

/** Steps between the labels of an axis on which there are whole numbers only. */
const WHOLE = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

/** The axis below the plot, its numbers and its title. */
const BELOW = 48

const fits = (title: string, height: number): boolean => widthOf(title, LETTER, LETTER_ZH) <= height

export function plotOptions(request: PlotRequest): uPlot.Options {
  const { x, lines, width, height, colorOf, xLog, yLog, xTitle, yTitle, yRange, xTicks, onCursor } = request
  const axis = (label: string, log: boolean): uPlot.Axis => ({
    ...(label ? { label } : {}),
    ...(log ? { filter: onlyPowers } : {}),
    font: FONT,
    labelFont: FONT,
    labelSize: 20,
    stroke: () => colorOf('soft'),
    grid: { stroke: () => colorOf('line'), width: 1, ...(log ? { filter: onlyPowers } : {}) },
    ticks: { stroke: () => colorOf('line'), width: 1, size: 4, ...(log ? { filter: onlyPowers } : {}) },
    values: (_, splits) => splits.map((value) => (value === null ? '' : short(value))),
  })
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { setScale: false, x: false, y: false }, y: false },
    scales: {
      x: { time: false, distr: xLog ? 3 : 1 },
      y: { distr: yLog ? 3 : 1, ...(yRange ? { range: [...yRange] } : {}) },
    },
    axes: [
      {
        ...axis(xTitle, xLog),
        ...(xTicks ? { splits: [...xTicks] } : {}),
        ...(Array.from(x).every(Number.isInteger) && !xLog ? { incrs: WHOLE } : {}),
        size: 28,
      },
      { ...axis(fits(yTitle, height - BELOW) ? yTitle : '', yLog), size: 52 },
    ],
    series: [
      {},
      ...lines.map(
        ({ name, tone = 'ink', dash, points, thin }): uPlot.Series => ({
          label: name,
          stroke: () => colorOf(tone),
          width: thin || tone === 'soft' || tone === 'line' ? 1 : 2,
          ...(thin ? { alpha: THIN } : {}),
          ...(dash ? { dash: [...dash] } : {}),
          ...(points
            ? { paths: () => null, points: { show: true, size: 5, fill: colorOf(tone) } }
            : { points: { show: false } }),
        }),
      ),
    ],
    hooks: {
      drawAxes: [(plot) => drawBands(plot, request)],
      draw: [(plot) => drawMarks(plot, request)],
      setCursor: [(plot) => onCursor(plot.cursor.idx ?? undefined)],
    },
  }
}

function drawBands(plot: uPlot, { x, bands = [], colorOf }: PlotRequest): void {
  const place = (axis: 'x' | 'y') => (value: number) => plot.valToPos(value, axis, true)
  for (const { low, high, tone } of bands) {
    const points = bandPoints(x, low, high, place('x'), place('y'))
    plot.ctx.beginPath()
    for (const [across, up] of points) plot.ctx.lineTo(across, up)
    plot.ctx.fillStyle = tint(colorOf(tone))
    plot.ctx.fill()
  }
}

/** Grid lines and labels of a logarithmic axis: powers of ten only. */
function onlyPowers(_: uPlot, splits: readonly number[]): (number | null)[] {
  return splits.map((value) => (Number.isInteger(Number(Math.log10(value).toFixed(6))) ? value : null))
}

function drawMarks(plot: uPlot, { x, lines, marks, colorOf }: PlotRequest): void {
  const { ctx, bbox } = plot
  const { left, top } = bbox
  const letters = LETTERS * devicePixelRatio
  ctx.save()
  ctx.strokeStyle = ctx.fillStyle = colorOf('ink')
  ctx.font = `${letters}px ${FAMILY}`
  ctx.setLineDash([6, 4])
  const placed = placedMarks({
    ...{ x, lines, marks, left, top, letters },
    ...{ right: left + bbox.width, bottom: top + bbox.height },
    place: (axis, value) => plot.valToPos(value, axis, true),
    widthOf: (name) => ctx.measureText(name).width,
  })
  for (const { ends } of placed) {
    ctx.beginPath()
    for (const [across, up] of ends) ctx.lineTo(across, up)
    ctx.stroke()
  }
  // names last, with an outline in the page colour, so that no line crosses one
  ctx.setLineDash([])
  ctx.strokeStyle = colorOf('paper')
  ctx.lineWidth = 4 * devicePixelRatio
  ctx.lineJoin = 'round'
  for (const { name, align, x, y } of placed) {
    ctx.textAlign = align
    ctx.strokeText(name, x, y)
    ctx.fillText(name, x, y)
  }
  ctx.restore()
}

/** uPlot takes plain arrays with null for gaps. */
export function plotData({ x, lines }: Pick<PlotRequest, 'x' | 'lines'>): uPlot.AlignedData {
  const listed = (values: ArrayLike<number>) =>
    Array.from(values, (value) => (Number.isFinite(value) ? value : null))
  return [Array.from(x), ...lines.map(({ values }) => listed(values))] as uPlot.AlignedData
}

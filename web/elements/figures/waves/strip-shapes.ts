// The strip as paths: bars of every position and channel between two forms, curves, marks of the chosen positions, the steps. Without a
// document, for the page, for files and for tests.

import type { LearnedTable, WavesDrawing } from './waves-drawing.js'
import { digit, FINE, sineOf } from './waves-drawing.js'

/** Where the strip is between its forms, all of them continuous. */
export interface View {
  width: number
  height: number
  /** 0 counting, 1 binary, 2 waves. */
  form: number
  /** 0 without the table, 1 with it. */
  table: number
  columns: number
  position: number
  /** NaN without a second position. */
  other: number
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface StripShapes {
  /** By digit or wave, from the lowest: what is filled. */
  bars: readonly string[]
  /** What the digits leave over, while counting. */
  rest: string
  /** The bars of the chosen positions. */
  chosen: string
  sine: readonly string[]
  cosine: readonly string[]
  /** The middle of each row. */
  rows: readonly number[]
  /** By channel of the table: bars up and down from a middle line. */
  tableBars: readonly string[]
  tableChosen: string
  /** Never trained; past the last row. */
  untrained: Box
  missing: Box
  marks: readonly Box[]
  /** The middles of the columns that are marked, and of what can be taken hold of below them. */
  stems: readonly { column: number; handle: number }[]
  /** Positions with a number on the axis. */
  ticks: readonly { at: number; x: number }[]
  /** Of the axis and of the strip. */
  bottom: number
  left: number
  right: number
  /** Width of a column. */
  step: number
}

/** For the numbers at the left, the axis with what is taken hold of below it, and how far apart that has to be. */
export const [LEFT, LANE, APART] = [46, 42, 44]
const RIGHT = 8
/** Width of what has a number in it. */
const CHIP = 30
const TOP = 4
/** Columns at least so wide have a gap between them. */
const WIDE = 4
/** Waves narrower than this would be a tangle: their bars say enough. */
const NARROWEST_WAVE = 12

export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value))
export const mix = (a: number, b: number, share: number): number => a + (b - a) * share
const cut = (value: number): number => Math.round(value * 100) / 100

export function stripShapes(drawing: WavesDrawing, view: View): StripShapes {
  const frame = frameOf(view)
  const { left, step } = frame
  const bottom = mix(frame.bottom, TOP + (frame.bottom - TOP) * 0.42, view.table)
  const stack = stackOf(drawing, view, bottom)
  const columns = Math.ceil(view.columns)
  const chosen = chosenOf(view)
  const bar = barsIn(left, step)
  const channels = Array.from({ length: drawing.channels }, (_, i) => i)
  const barOf = (i: number, at: number) => bar(at, ...stack.block(i, at)) // spread: top and height
  const all = Array.from({ length: columns }, (_, at) => at)
  return {
    ...{ ...frame, ...tableShapes(drawing.table, view, frame, bottom) },
    bars: channels.map((i) => all.map((at) => barOf(i, at)).join('')),
    rest: all.map((at) => bar(at, ...stack.rest(at))).join(''), // spread: top and height
    chosen: [
      ...channels.flatMap((i) => chosen.map((at) => barOf(i, at))),
      ...chosen.map((at) => bar(at, ...stack.rest(at))), // spread: top and height
    ].join(''),
    sine: channels.map((i) => curve(drawing.waves.sine[i], i)),
    cosine: channels.map((i) => curve(drawing.waves.cosine[i], i)),
    rows: channels.map((i) => stack.base(i) - stack.row / 2),
    ...{ marks: marksOf(view, frame), stems: stemsOf(view, frame), ticks: ticksOf(view, frame) },
  }

  function curve(values: Float32Array | undefined, i: number): string {
    const wavelength = drawing.waves.wavelengths[i] ?? 0
    if (!values || view.form <= 1 || wavelength * step < NARROWEST_WAVE) return ''
    const y = (value: number) => cut(stack.base(i) - ((1 + value) / 2) * stack.room)
    const end = Math.min(values.length - 1, FINE * (columns - 1))
    const points: string[] = []
    for (let k = 0; k <= end; k++)
      points.push(`${cut(left + (k / FINE + 0.5) * step)} ${y(values[k] as number)}`)
    return `M${points.join('L')}`
  }
}

interface Frame {
  left: number
  right: number
  bottom: number
  step: number
}

export function frameOf({ width, height, columns }: View): Frame {
  const right = width - RIGHT
  return { left: LEFT, right, bottom: height - LANE, step: (right - LEFT) / columns }
}

/** Blocks that stand on each other while counting, in rows of their own as digits, and are rounded off as waves: [top, height]. */
function stackOf({ channels, waves }: WavesDrawing, { form, columns }: View, bottom: number) {
  const [apart, round] = [clamp(form, 0, 1), clamp(form - 1, 0, 1)]
  const full = bottom - TOP
  const unit = full / Math.max(1, columns - 1)
  const row = full / channels
  const room = row - Math.min(8, row / 5)
  const base = (i: number) => bottom - i * row
  const block = (i: number, at: number): [number, number] => {
    const bit = digit(at, i)
    const value = mix(bit, (1 + sineOf(waves, i, at)) / 2, round)
    const height = mix(bit * 2 ** i * unit, value * room, apart)
    const foot = mix(bottom - (at % 2 ** i) * unit, base(i), apart)
    return [foot - height, height]
  }
  const rest = (at: number): [number, number] => {
    const low = at % 2 ** channels
    const height = (at - low) * unit * (1 - apart)
    return [bottom - low * unit - height, height]
  }
  return { row, room, base, block, rest }
}

type BarPath = (at: number, top: number, height: number) => string

/** Without a gap they overlap a little: edges that only meet would show. */
export function barsIn(left: number, step: number): BarPath {
  const width = step >= WIDE ? step - 1 : step + 0.4
  return (at, top, height) =>
    height > 0.05 ? `M${cut(left + at * step)} ${cut(top)}h${cut(width)}v${cut(height)}h${cut(-width)}z` : ''
}

const chosenOf = ({ position, other, columns }: View): number[] => {
  const first = Math.round(position)
  const second = Number.isNaN(other) ? first + 1 : Math.round(other)
  return [first, second].filter((at) => at < columns)
}

function tableShapes(
  table: LearnedTable | undefined,
  view: View,
  { left, right, bottom, step }: Frame,
  above: number,
) {
  const nowhere: Box = { x: left, y: bottom, width: 0, height: 0 }
  if (!table || view.table <= 0)
    return { tableBars: [], tableChosen: '', untrained: nowhere, missing: nowhere }
  const top = above + 20
  const row = Math.max(0, bottom - top) / table.shown.length
  const bar = barsIn(left, step)
  const block = (i: number, at: number): string => {
    const middle = bottom - (i + 0.5) * row
    const height = ((table.shown[i]?.[at] ?? 0) / (table.largest[i] || 1)) * (row / 2) * view.table
    return bar(at, height > 0 ? middle - height : middle, Math.abs(height))
  }
  const rows = Array.from({ length: Math.min(table.rows, Math.ceil(view.columns)) }, (_, at) => at)
  const between = (from: number, to: number): Box => {
    const x = Math.min(right, left + from * step)
    return {
      x,
      y: top,
      width: Math.max(0, Math.min(right, left + to * step) - x),
      height: Math.max(0, bottom - top),
    }
  }
  const chosen = chosenOf(view).filter((at) => at < table.rows)
  return {
    tableBars: table.shown.map((_, i) => rows.map((at) => block(i, at)).join('')),
    tableChosen: table.shown.flatMap((_, i) => chosen.map((at) => block(i, at))).join(''),
    untrained: between(table.trained, table.rows),
    missing: between(table.rows, view.columns),
  }
}

/** Around the chosen column and the next one, whose step is shown; or around each of two columns. */
function marksOf({ position, other, columns }: View, { left, bottom, step }: Frame): Box[] {
  const around = (at: number, count: number): Box => {
    const width = Math.max(3, count * step)
    const middle = left + (at + count / 2) * step
    return { x: middle - width / 2 - 1.5, y: TOP - 2, width: width + 2, height: bottom - TOP + 3 }
  }
  if (Number.isNaN(other)) return [around(position, position + 2 <= columns ? 2 : 1)]
  return [around(position, 1), around(other, 1)]
}

/** What is taken hold of stands apart, even if its columns do not. */
function stemsOf({ position, other }: View, { left, right, step }: Frame) {
  const middle = (at: number) => left + (at + 0.5) * step
  const first = middle(position)
  if (Number.isNaN(other)) return [{ column: first, handle: first }]
  const second = middle(other)
  const push = Math.max(0, APART - Math.abs(second - first)) / 2
  const toward = second >= first ? 1 : -1
  const least = (APART + CHIP) / 2
  const centre = clamp((first + second) / 2, left + least, right - least)
  const handle = (column: number, side: number) => (push > 0 ? centre + (side * APART) / 2 : column)
  return [
    { column: first, handle: handle(first, -toward) },
    { column: second, handle: handle(second, toward) },
  ]
}

/** Round numbers in each theme of counting: powers of two apart, and the last one. */
function ticksOf({ columns }: View, { left, right, step }: Frame) {
  const last = Math.round(columns) - 1
  const every = 2 ** Math.max(1, Math.ceil(Math.log2((columns * 56) / (right - left))))
  const list: number[] = []
  for (let at = 0; at < last - every / 2; at += every) list.push(at)
  return [...list, last].map((at) => ({ at, x: left + (at + 0.5) * step }))
}

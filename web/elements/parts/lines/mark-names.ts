// Places of the marks of a chart and of their names, on the canvas and in saved files.

import type { Line, Mark } from './line.js'

/** Height of the letters. */
export const LETTERS = 12

export type Point = readonly [across: number, up: number]

/** A chart and what is drawn in it, in units of its picture. */
interface Chart {
  x: ArrayLike<number>
  lines: readonly Pick<Line, 'values'>[]
  marks: readonly Mark[]
  left: number
  right: number
  top: number
  bottom: number
  place: (axis: Mark['axis'], value: number) => number
  letters: number
  widthOf: (name: string) => number
}

interface PlacedMark extends NamePlace {
  name: string
  ends: readonly [Point, Point]
}

/** The marks that are within the chart; no name hides a line, a mark or another name, where there is room. */
export function placedMarks(chart: Chart): PlacedMark[] {
  const { x, lines, marks, left, right, top, bottom, place, letters } = chart
  const points: Point[] = []
  const keepClear = (line: readonly Point[]) => points.push(...alongLine(line, letters)) // spread: along one line
  for (const { values } of lines)
    keepClear(Array.from(x, (at, i) => [place('x', at), place('y', values[i] ?? Number.NaN)]))
  // names of horizontal marks first: those of upright ones may stand at any height
  const seen = [...marks]
    .sort((a, b) => Number(a.axis === 'x') - Number(b.axis === 'x'))
    .flatMap(({ axis, at, name }) => {
      const line = place(axis, at)
      const upright = axis === 'x'
      if (upright ? line < left || line > right : line < top || line > bottom) return []
      const ends: readonly [Point, Point] = upright
        ? [
            [line, top],
            [line, bottom],
          ]
        : [
            [left, line],
            [right, line],
          ]
      keepClear(ends)
      return { axis, name, line, ends }
    })
  return seen.map(({ axis, line, name, ends }) => {
    const size = { width: chart.widthOf(name), letters }
    const found =
      axis === 'x'
        ? besideUpright(line, [top, bottom], line > (left + right) / 2 ? 'right' : 'left', size, points)
        : besideLine(line, [left + 6, right - 6], size, points)
    const [start, middle] = [found.align === 'left' ? found.x : found.x - size.width, found.y - letters / 2]
    keepClear([
      [start, middle],
      [start + size.width, middle],
    ])
    return { name, ends, ...found }
  })
}

export interface NameSize {
  width: number
  letters: number
}

export interface NamePlace {
  align: 'left' | 'right'
  x: number
  y: number
}

/** The place of the name of a vertical mark, on the given side of it: at the top, or where it hides less of the chart. */
export function besideUpright(
  line: number,
  [top, bottom]: readonly [number, number],
  align: NamePlace['align'],
  size: NameSize,
  points: readonly Point[],
): NamePlace {
  const places: NamePlace[] = []
  const aside = size.letters / 2
  for (let y = top + size.letters; y < bottom; y += aside)
    places.push({ align, x: line + (align === 'left' ? aside : -aside), y })
  return clearest(places, size, points)
}

/** The place of the name of a horizontal mark: above the line at its right end, or where it hides less of the chart. */
export function besideLine(
  line: number,
  [left, right]: readonly [left: number, right: number],
  size: NameSize,
  points: readonly Point[],
): NamePlace {
  const { letters, width } = size
  const at = (align: NamePlace['align'], x: number) =>
    [-2 / 3, 3 / 2].map((down): NamePlace => ({ align, x, y: line + down * letters }))
  const places = [...at('right', right), ...at('left', left)]
  for (let x = left + letters; x + width < right; x += letters) places.push(...at('left', x)) // spread: two
  return clearest(places, size, points)
}

/** The first of those that hide least. */
function clearest(places: readonly NamePlace[], size: NameSize, points: readonly Point[]): NamePlace {
  const hidden = places.map((place) => points.filter((point) => isHidden(point, place, size)).length)
  return places[hidden.indexOf(Math.min(...hidden))] as NamePlace // spread: a few places beside a mark
}

/** A line as points so near to each other that it passes no letter unseen. */
export const alongLine = (points: readonly Point[], letters: number): Point[] =>
  points.flatMap(([x, y], i) => {
    const [toX, toY] = points[i + 1] ?? [x, y]
    const steps = Math.ceil((2 * Math.hypot(toX - x, toY - y)) / letters) || 1
    return Array.from(
      { length: steps },
      (_, k): Point => [x + ((toX - x) * k) / steps, y + ((toY - y) * k) / steps],
    )
  })

/** A name that comes near hides a part of a line or a dot. */
function isHidden([across, up]: Point, { align, x, y }: NamePlace, { width, letters }: NameSize): boolean {
  const near = letters / 2
  const start = align === 'left' ? x : x - width
  return across > start - near && across < start + width + near && up > y - letters - near && up < y + near
}

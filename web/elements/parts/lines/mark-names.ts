// Places of the names of marks in a chart.

/** Height of the letters. */
export const LETTERS = 12

/** The base line of the name of a vertical mark: at the top, or below a horizontal mark that would run through it. */
export function topOfName(top: number, horizontal: readonly number[], letters: number): number {
  const isThrough = (base: number) => (line: number) => line > base - 2 * letters && line < base + letters / 2
  const base = top + letters
  const line = horizontal.find(isThrough(base))
  return line === undefined ? base : line + 1.5 * letters
}

export type Point = readonly [across: number, up: number]

export interface NameSize {
  width: number
  letters: number
}

export interface NamePlace {
  align: 'left' | 'right'
  x: number
  y: number
}

/** The place of the name of a horizontal mark: above the line at its right end, or where it hides less of the chart. */
export function besideLine(
  line: number,
  [left, right]: readonly [number, number],
  size: NameSize,
  points: readonly Point[],
): NamePlace {
  const [above, below] = [line - (2 * size.letters) / 3, line + (4 * size.letters) / 3]
  const places: readonly NamePlace[] = [
    { align: 'right', x: right, y: above },
    { align: 'right', x: right, y: below },
    { align: 'left', x: left, y: above },
    { align: 'left', x: left, y: below },
  ]
  const hidden = places.map((place) => points.filter((point) => isHidden(point, place, size)).length)
  // spread: one per place beside a mark
  return places[hidden.indexOf(Math.min(...hidden))] as NamePlace
}

/** A line by points, with points between them that are near enough to each other for every letter. */
export const alongLine = (points: readonly Point[]): Point[] =>
  points.flatMap(([x, y], i) => {
    const [toX, toY] = points[i + 1] ?? [x, y]
    return Array.from({ length: 16 }, (_, k): Point => [x + ((toX - x) * k) / 16, y + ((toY - y) * k) / 16])
  })

/** Points are dots: a name that comes near hides a part of one. */
function isHidden([across, up]: Point, { align, x, y }: NamePlace, { width, letters }: NameSize): boolean {
  const near = letters / 2
  const start = align === 'left' ? x : x - width
  return across > start - near && across < start + width + near && up > y - letters - near && up < y + near
}

// Places of the names of marks in a chart.

/** Height of the letters. */
export const LETTERS = 12

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

/** The place of the name of a vertical mark, on the given side of it: at the top, or where it hides less of the chart. */
export function besideUpright(
  line: number,
  [top, bottom]: readonly [number, number],
  align: NamePlace['align'],
  size: NameSize,
  points: readonly Point[],
): NamePlace {
  const places: NamePlace[] = []
  for (let y = top + size.letters; y < bottom; y += size.letters)
    places.push({ align, x: line + (align === 'left' ? 6 : -6), y })
  return clearest(places, size, points)
}

/** The place of the name of a horizontal mark: above the line at its right end, or where it hides less of the chart. */
export function besideLine(
  line: number,
  ends: readonly [left: number, right: number],
  size: NameSize,
  points: readonly Point[],
): NamePlace {
  const places = (['right', 'left'] as const).flatMap((align) =>
    [-2 / 3, 4 / 3].map((down) => ({
      align,
      x: ends[align === 'left' ? 0 : 1],
      y: line + down * size.letters,
    })),
  )
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
  const near = letters / 3
  const start = align === 'left' ? x : x - width
  return across > start - near && across < start + width + near && up > y - letters - near && up < y + near
}

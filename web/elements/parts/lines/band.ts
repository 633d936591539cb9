// The area between two lines.

type Place = (value: number) => number

/** Along the upper line and back along the lower one; where one of them has no value there is no area. */
export function bandPoints(
  x: ArrayLike<number>,
  low: ArrayLike<number>,
  high: ArrayLike<number>,
  across: Place,
  up: Place,
): [across: number, up: number][] {
  const known = Array.from(x, (at, i) => ({ at, low: low[i] as number, high: high[i] as number })).filter(
    (one) => Number.isFinite(one.low) && Number.isFinite(one.high),
  )
  return [
    ...known.map(({ at, high }): [number, number] => [across(at), up(high)]),
    ...[...known].reverse().map(({ at, low }): [number, number] => [across(at), up(low)]),
  ]
}

/** A colour as rgb(…) or #rrggbb, faint enough for lines above it. */
export function tint(color: string): string {
  const channels = color.startsWith('#')
    ? [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16))
    : (color.match(/[\d.]+/g) ?? []).slice(0, 3)
  return `rgba(${channels.join(', ')}, 0.12)`
}

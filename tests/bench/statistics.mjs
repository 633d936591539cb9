// Medians and quartiles; places without a sample (null) do not count.

/** Linear interpolation between ordered samples; NaN when there are none, or one is NaN. */
export function quantile(samples, share) {
  const ordered = samples.filter((x) => x !== null && x !== undefined).sort((a, b) => a - b)
  if (ordered.length === 0 || ordered.some(Number.isNaN)) return Number.NaN
  const place = share * (ordered.length - 1)
  const below = Math.floor(place)
  const above = Math.min(below + 1, ordered.length - 1)
  return ordered[below] + (place - below) * (ordered[above] - ordered[below])
}

export const median = (samples) => quantile(samples, 0.5)

/** Median of a[i] / b[i] over the rounds in which both were sampled: what slows a whole round down cancels out. */
export function pairedRatio(a, b) {
  return median(
    a.map((x, round) => (typeof x === 'number' && typeof b[round] === 'number' ? x / b[round] : null)),
  )
}

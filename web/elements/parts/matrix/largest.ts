// The scale of a set of numbers.

/** The largest magnitude; NaN if any value is NaN. */
export function largest(values: ArrayLike<number>): number {
  let most = 0
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i] as number)
    if (!(size <= most)) most = size
  }
  return most
}

// Quantiles of Student's t distribution: with five seeds the normal one would promise too much.

/** Two-sided: |t| is below it with probability 1 − alpha. */
export function studentQuantile(freedom, alpha) {
  let [low, high] = [0, 1e4]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (within(middle, freedom) < 1 - alpha) low = middle
    else high = middle
  }
  return high
}

const SLICES = 2000

/** P(|t| < x), by Simpson's rule over the angle: t = √freedom · tan angle makes the density cos^(freedom − 1). */
function within(x, freedom) {
  const integral = (to) => {
    let sum = 0
    for (let i = 0; i <= SLICES; i++) {
      const weight = i === 0 || i === SLICES ? 1 : i % 2 === 1 ? 4 : 2
      sum += weight * Math.cos((to * i) / SLICES) ** (freedom - 1)
    }
    return (sum * to) / SLICES / 3
  }
  return integral(Math.atan(x / Math.sqrt(freedom))) / integral(Math.PI / 2)
}

// What a model says after a text: at each step the token it chose, and logarithms of probabilities.

/** @returns {{id: number, of: Map<number, number>}} `of` has every token */
export function logProbabilities(logits) {
  let largest = Number.NEGATIVE_INFINITY
  let id = 0
  logits.forEach((x, i) => {
    if (x > largest) [largest, id] = [x, i]
  })
  const total = logits.reduce((sum, x) => sum + Math.exp(x - largest), 0)
  const base = largest + Math.log(total)
  return { id, of: new Map(Array.from(logits, (x, i) => [i, x - base])) }
}

/**
 * The largest difference between two, over what both tell, in units of the standard deviation of what is expected. Steps after the
 * first that chose another token follow another text and do not count. NaN, and a step that says nothing, is an infinite difference.
 * @param {{id: number, of: Map<number, number>}[]} said @param {typeof said} expected which tells of every token
 */
export function differenceOf(said, expected) {
  if (said.length !== expected.length) return { difference: Number.POSITIVE_INFINITY, steps: 0 }
  const other = said.findIndex(({ id }, i) => id !== expected[i].id)
  const steps = other < 0 ? said.length : other + 1
  const differences = said.slice(0, steps).map((step, i) => stepDifference(step, expected[i]))
  return { difference: Math.max(...differences), steps }
}

function stepDifference({ of: told }, { of: expected }) {
  let largest = told.size > 0 ? 0 : Number.POSITIVE_INFINITY
  for (const [id, x] of told) {
    const difference = Math.abs(x - expected.get(id))
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference
  }
  return largest / deviationOf([...expected.values()])
}

function deviationOf(values) {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length)
}

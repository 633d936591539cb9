// Throws where two values differ.
export function equal(actual, expected, about = 'result') {
  if (actual !== expected)
    throw new Error(`${about}: got ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`)
}

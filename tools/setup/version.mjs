// Dotted version numbers as programs print them.

/** The first a.b or a.b.c in a text, or null. */
export function readVersion(text) {
  return text?.match(/\d+(?:\.\d+)+/)?.[0] ?? null
}

/** Whether version ≥ minimum, number by number: 4.0.9 < 4.0.20. */
export function atLeast(version, minimum) {
  const have = version.split('.').map(Number)
  const want = minimum.split('.').map(Number)
  for (let i = 0; i < want.length; i++) {
    if ((have[i] ?? 0) !== want[i]) return (have[i] ?? 0) > want[i]
  }
  return true
}

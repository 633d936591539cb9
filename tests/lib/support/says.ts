// Whether an answer of identify says what was done.

export type Fields = Readonly<Record<string, unknown>>

/** What arrays do not separate: tables, and the numbers that a scaling has besides its factor. */
const FREE = new Set([
  'table',
  'grid',
  'originalMaxPositionEmbeddings',
  'betaFast',
  'betaSlow',
  'truncate',
  'lowFreqFactor',
  'highFreqFactor',
  'attentionFactor',
])

/** Does it say what is wanted, and nothing else? Numbers agree to a thousandth. */
export function says(found: unknown, wanted: unknown): boolean {
  if (typeof found === 'number' && typeof wanted === 'number')
    return Math.abs(found - wanted) <= 1e-3 * Math.abs(wanted)
  if (typeof found !== 'object' || typeof wanted !== 'object' || !found || !wanted) return found === wanted
  const [a, b] = [found as Fields, wanted as Fields]
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => FREE.has(key) || says(a[key], b[key]))
}

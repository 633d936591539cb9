// How far results are from the golden ones: tests/golden/DIFFERENCES.json, written by `npm run golden:differences`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Tolerance } from './close.js'
import { fileUrl } from './golden.js'

export interface Difference {
  /** The largest absolute difference. */
  absolute: number
  /** The largest difference as a part of what the tolerance allows: at most 1. */
  ofTolerance: number
}

/** file → case → difference */
export type Differences = Record<string, Record<string, Difference>>

const url = fileUrl('DIFFERENCES.json')

export function readDifferences(): Differences {
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : {}
}

export function writeDifferences(differences: Differences): void {
  writeFileSync(url, `${JSON.stringify(sorted(differences), null, 1)}\n`)
}

function sorted(differences: Differences): Differences {
  const byName = <T>(record: Record<string, T>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    byName(differences).map(([file, cases]) => [file, Object.fromEntries(byName(cases))]),
  )
}

/** NaN where it is not expected is infinitely far; equal infinities are equal. */
export function differenceOf(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  { absolute = 0, relative = 0 }: Tolerance,
): Difference {
  const largest = { absolute: 0, ofTolerance: actual.length === expected.length ? 0 : Infinity }
  for (let i = 0; i < expected.length; i++) {
    const [a, e] = [actual[i] as number, expected[i] as number]
    if (a === e) continue
    const distance = Math.abs(a - e)
    const apart = Number.isNaN(distance) ? Infinity : distance
    const allowed = absolute + relative * Math.abs(e)
    largest.absolute = Math.max(largest.absolute, apart)
    largest.ofTolerance = Math.max(largest.ofTolerance, apart / allowed)
  }
  return { absolute: rounded(largest.absolute), ofTolerance: rounded(largest.ofTolerance) }
}

// Two digits, rounded up.
function rounded(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x
  const unit = 10 ** (Math.floor(Math.log10(x)) - 1)
  return Number((Math.ceil(x / unit) * unit).toPrecision(2))
}

export function worse(a: Difference, b: Difference): Difference {
  return {
    absolute: Math.max(a.absolute, b.absolute),
    ofTolerance: Math.max(a.ofTolerance, b.ofTolerance),
  }
}

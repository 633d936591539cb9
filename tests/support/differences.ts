// How far results are from the golden ones: tests/golden/DIFFERENCES.json, written by `npm run golden:differences`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Tolerance } from './close.js'
import { encodingCases, type NamedCase } from './encoding-cases.js'
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
  writeRows(rowsOf(encodingCases(), differences))
}

/** One construction of the literature: what it is checked against, and the largest difference seen. */
export interface Row {
  encodings: string[]
  cases: number
  sources: string[]
  largestDifference: number
}

// What no outside numbers exist for.
const TESTED_OTHERWISE: Readonly<Record<string, Row>> = {
  7: {
    encodings: ['none'],
    cases: 0,
    sources: ['its definition: adds nothing (torch attention in attention.safetensors)'],
    largestDifference: 0,
  },
  61: {
    encodings: ['randomized'],
    cases: 0,
    sources: [
      'its definition: sorted, distinct draws below the range (tests/wasm/place.test.ts); nobody shares our random numbers',
    ],
    largestDifference: 0,
  },
}

/** The constructions by the numbers that the golden cases give them. */
export function rowsOf(cases: readonly NamedCase[], differences: Differences): Record<string, Row> {
  const numbers = [...new Set(cases.flatMap(({ details }) => details.rows))].sort((a, b) => a - b)
  const tested = Object.fromEntries(
    numbers.map((number) => {
      const own = cases.filter(({ details }) => details.rows.includes(number))
      return [
        String(number),
        {
          encodings: [...new Set(own.map(({ file }) => file.replace(/^.*\/|\.safetensors$/g, '')))],
          cases: own.length,
          sources: [...new Set(own.map(({ details }) => details.source))],
          largestDifference: Math.max(
            ...own.map(({ file, name }) => differences[file]?.[name]?.absolute ?? Infinity),
          ),
        },
      ]
    }),
  )
  return { ...TESTED_OTHERWISE, ...tested } // whole numbers as keys: in their order
}

const manifest = fileUrl('MANIFEST.json')

export function readRows(): Record<string, Row> {
  return JSON.parse(readFileSync(manifest, 'utf8')).rows ?? {}
}

// The rest of the file is the generator's, to the letter: its numbers are written in Python's way.
function writeRows(rows: Record<string, Row>): void {
  const text = readFileSync(manifest, 'utf8').replace(/,\n {2}"rows": \{[\s\S]*?\n {2}\}/, '')
  const block = JSON.stringify({ rows }, null, 2).slice(1, -2)
  writeFileSync(manifest, text.replace(/\n\}\n$/, `,${block}\n}\n`))
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

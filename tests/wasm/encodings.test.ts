// Every encoding against the golden cases of tests/golden/encodings, and how far it is from them.

import { afterAll, describe, expect, test } from 'vitest'
import { expectClose } from '../support/close.js'
import {
  type Differences,
  differenceOf,
  readDifferences,
  readRows,
  rowsOf,
  worse,
  writeDifferences,
} from '../support/differences.js'
import { compare, encodingCases, type NamedCase } from '../support/encoding-cases.js'
import { useLibrary } from '../support/library.js'

const library = useLibrary()
const cases = encodingCases()
const measured: Differences = {}
const recording = Boolean(process.env.RECORD_DIFFERENCES)

afterAll(() => {
  if (recording) writeDifferences(measured)
})

describe('golden', () => {
  test.each(
    cases.map((entry) => [`${entry.file.replace('.safetensors', '')}: ${entry.name}`, entry] as const),
  )('%s', (_, entry) => {
    const comparisons = compare(library.wf, entry)
    expect(comparisons.length).toBeGreaterThan(0)
    record(
      entry,
      comparisons.map(({ actual, expected }) => differenceOf(actual, expected, entry.details.tolerance)),
    )
    for (const { actual, expected } of comparisons) expectClose(actual, expected, entry.details.tolerance)
  })

  function record({ file, name }: NamedCase, differences: ReturnType<typeof differenceOf>[]): void {
    measured[file] ??= {}
    measured[file][name] = differences.reduce(worse)
  }
})

describe.skipIf(recording)('recorded differences', () => {
  const recorded = readDifferences()
  const advice = 'run "npm run golden:differences"'

  test('every case has one, within its tolerance', () => {
    const missing = cases.filter(
      ({ file, name }) => !((recorded[file]?.[name]?.ofTolerance ?? Infinity) <= 1),
    )
    expect(
      missing.map(({ file, name }) => `${file}: ${name}`),
      advice,
    ).toEqual([])
  })

  test('the manifest shows every construction with its sources and the largest difference', () => {
    expect(readRows(), advice).toEqual(rowsOf(cases, recorded))
  })

  test('none is left over', () => {
    const known = new Set(cases.map(({ file, name }) => `${file}: ${name}`))
    const names = Object.entries(recorded).flatMap(([file, ofFile]) =>
      Object.keys(ofFile).map((name) => `${file}: ${name}`),
    )
    expect(
      names.filter((name) => !known.has(name)),
      advice,
    ).toEqual([])
  })

  // kernels may add in another order
  test('what is measured now is not twice as far', () => {
    const farther = cases.filter(({ file, name }) => {
      const [now, then] = [measured[file]?.[name]?.absolute ?? 0, recorded[file]?.[name]?.absolute ?? 0]
      return now > 2 * then + 1e-9
    })
    expect(
      farther.map(({ file, name }) => `${file}: ${name}`),
      advice,
    ).toEqual([])
  })
})

describe('the table of encodings', () => {
  // RetNet has no softmax; PaTH, Wall and token shift change more than positions; the last row was never opened
  const outOfScope = [38, 58, 59, 66, 70]
  const elsewhere: Record<number, string> = {
    7: 'no encoding at all: attention.test.ts',
    61: 'random draws have no golden value: place.test.ts',
  }

  test('every row in scope has a golden case or a test elsewhere', () => {
    const rows = new Set(cases.flatMap(({ details }) => details.rows))
    const wanted = Array.from({ length: 75 }, (_, i) => i + 1).filter((row) => !outOfScope.includes(row))
    expect(wanted.filter((row) => !rows.has(row) && !(row in elsewhere))).toEqual([])
  })
})

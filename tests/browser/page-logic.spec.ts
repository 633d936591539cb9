// The parts of the page that need no browser: what a link says, where a slider stops, what waits while something runs.

import { expect, test } from '@playwright/test'
import { change, percent, short, weight } from '../../web/demo/format.js'
import { Latest } from '../../web/demo/latest.js'
import { factsOf } from '../../web/demo/map-facts.js'
import { LARGEST_SHIFT, LONGEST_TEXT, parseState, printState } from '../../web/demo/page-state.js'
import { LAST_STOP, shiftAtStop, stopOfShift } from '../../web/demo/shift-scale.js'
import { parseChange } from './demo.js'

test('a link says what differs from the defaults, and reads back the same', () => {
  const start = parseState('', 'en')
  expect(printState(start)).toBe('#lang=en')
  const chosen = { ...start, text: 'a & b\n“c”', layer: 2, query: 0, shift: 1000, theme: 'dark' as const }
  expect(printState(chosen)).toContain('layer=3')
  expect(parseState(printState(chosen), 'zh')).toEqual(chosen)
})

test('a hostile link changes nothing that it may not', () => {
  const start = parseState('', 'en')
  const hostile =
    '#shift=-1&layer=0&head=1e9&theme=<b>&length=9999&dim=x&encoding=<script>&__proto__=1&base=1'
  expect(parseState(hostile, 'en')).toEqual(start)
  expect(parseState(`#text=${'x'.repeat(5000)}`, 'en').text).toHaveLength(LONGEST_TEXT)
})

test('the shift slider reaches every position of a table of 64 and ends at its largest shift', () => {
  const shifts = Array.from({ length: LAST_STOP + 1 }, (_, stop) => shiftAtStop(stop))
  expect(shifts.slice(0, 65)).toEqual(Array.from({ length: 65 }, (_, i) => i))
  expect(shifts.at(-1)).toBe(LARGEST_SHIFT)
  for (let i = 1; i < shifts.length; i++) expect(shifts[i]).toBeGreaterThan(shifts[i - 1] ?? Number.NaN)
  shifts.forEach((shift, stop) => {
    expect(stopOfShift(shift)).toBe(stop)
  })
})

test('while one request runs, only the newest of the others waits', async () => {
  const ran: number[] = []
  const done: (() => void)[] = []
  const latest = new Latest(async (request: number) => {
    ran.push(request)
    await new Promise<void>((resolve) => done.push(resolve))
  })
  for (const request of [1, 2, 3, 4]) latest.request(request)
  expect(ran).toEqual([1])
  done.shift()?.()
  await expect.poll(() => ran).toEqual([1, 4])
  done.shift()?.()
  latest.request(5)
  await expect.poll(() => ran).toEqual([1, 4, 5])
})

test('numbers are rounded to what a reader needs', () => {
  expect([0, 0.004, 0.306, 1].map(weight)).toEqual(['0.00', '< 0.01', '0.31', '1.00'])
  expect([0, 0.0004, 0.1234].map(percent)).toEqual(['0.0 %', '< 0.1 %', '12.3 %'])
  expect([-1.5, 54401.2, 0.123456, 7].map(short)).toEqual(['−1.5', '54400', '0.123', '7'])
  expect([0, 0.4321, 3.4e-7, -2e-5].map(change)).toEqual(['0', '0.432', '3 × 10⁻⁷', '−2 × 10⁻⁵'])
  expect(['0', '0.432', '3 × 10⁻⁷', '2 × 10⁻¹²'].map(parseChange)).toEqual([0, 0.432, 3e-7, 2e-12])
})

test('the sentence about a map names its strongest look back', () => {
  const data = Float32Array.of(1, 0, 0, 0.75, 0.25, 0, 0.5, 0.25, 0.25)
  const { self, before, strongest } = factsOf({ data, rows: 3, columns: 3 })
  expect(self).toBeCloseTo(0.5)
  expect(before).toBeCloseTo(0.5)
  expect(strongest).toEqual({ row: 2, column: 0, value: 0.5 })
})

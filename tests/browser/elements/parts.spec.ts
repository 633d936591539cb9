// The parts of elements that need no browser: what waits while something runs, numbers as they are said, facts about a map.

import { expect, test } from '@playwright/test'
import { exact, short } from '../../../web/elements/element/format.js'
import { Latest } from '../../../web/elements/figure/latest.js'
import { factsOf } from '../../../web/elements/trained/map-facts.js'

test('while one request runs, only the newest other waits', async () => {
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

test('numbers are rounded to three significant digits', () => {
  expect([-1.5, 54401.2, 0.123456, 7].map(short)).toEqual(['−1.5', '54400', '0.123', '7'])
  expect([3.2e-7, -2e-5, 0, Number.NaN].map(short)).toEqual(['3.2 × 10⁻⁷', '−2 × 10⁻⁵', '0', '–'])
  expect([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(short)).toEqual(['∞', '−∞'])
  expect([1 / 3, -2, -0.5].map(exact)).toEqual(['0.33333', '−2', '−0.50000'])
})

test('the sentence about a map names its strongest look back', () => {
  const data = Float32Array.of(1, 0, 0, 0.75, 0.25, 0, 0.5, 0.25, 0.25)
  const { self, before, strongest } = factsOf({ data, rows: 3, columns: 3 })
  expect(self).toBeCloseTo(0.5)
  expect(before).toBeCloseTo(0.5)
  expect(strongest).toEqual({ row: 2, column: 0, value: 0.5 })
})

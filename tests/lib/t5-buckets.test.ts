import { expect, test } from 'vitest'
import { t5Buckets } from '../../web/lib/train/t5-buckets.js'

test('without a distance as published; with one no more than it fills', () => {
  expect(t5Buckets(undefined, true)).toBe(32)
  expect(t5Buckets(128, false)).toBe(32)
  expect(t5Buckets(128, true)).toBe(32)
  expect(t5Buckets(48, false)).toBe(32)
  expect(t5Buckets(12, false)).toBe(12)
  expect(t5Buckets(12, true)).toBe(24)
  expect(t5Buckets(2, false)).toBe(2)
})

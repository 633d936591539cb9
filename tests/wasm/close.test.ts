import { expect, test } from 'vitest'
import { expectClose, expectUlps } from '../support/close.js'

test('a NaN never passes a comparison', () => {
  expect(() => expectClose([Number.NaN], [1], { absolute: Number.POSITIVE_INFINITY })).toThrow('element 0')
  expect(() => expectClose([1], [Number.NaN], { absolute: 1 })).toThrow('element 0')
  expect(() => expectClose([Number.NaN], [Number.NaN], { absolute: 1 })).toThrow('element 0')
})

test('equal infinities match and opposite ones do not', () => {
  expectClose([Number.NEGATIVE_INFINITY], [Number.NEGATIVE_INFINITY], {})
  expect(() => expectClose([Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY], { absolute: 1 })).toThrow()
})

test('different lengths fail', () => {
  expect(() => expectClose([1], [1, 2], { absolute: 1 })).toThrow()
})

test('units in the last place count representable numbers, across 0 too', () => {
  const tiny = 2 ** -149
  expectUlps(Float32Array.of(1 + 2 ** -23, tiny), [1, -tiny], 2)
  expect(() => expectUlps(Float32Array.of(1 + 2 ** -22), [1], 1)).toThrow('2 ulp')
  expect(() => expectUlps(Float32Array.of(Number.NaN), [Number.NaN], 9)).toThrow('element 0')
})

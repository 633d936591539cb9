// The tables behind the pictures; no browser is needed.

import { expect, test } from '@playwright/test'
import { type ColorTable, colorTable, hues } from '../../web/elements/parts/matrix/color-maps.js'
import { paintMatrix } from '../../web/elements/parts/matrix/matrix.js'

const rgb = (table: ColorTable, index: number) => {
  const pixel = table[index] ?? 0
  return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255] as const
}

function lightness(table: ColorTable, index: number): number {
  const [r, g, b] = rgb(table, index).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 116 * Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b) - 16
}

for (const scheme of ['light', 'dark'] as const)
  for (const hue of hues)
    test(`lightness goes one way, from near the paper to the far end (${hue}, ${scheme})`, () => {
      const table = colorTable('sequential', scheme, hue)
      expect(table).toHaveLength(256)
      const way = scheme === 'light' ? -1 : 1
      // neighbours differ by less than 8 bits can say
      for (let i = 2; i < 256; i++)
        expect(way * (lightness(table, i) - lightness(table, i - 2)), `${i}`).toBeGreaterThan(0)
      expect(Math.abs(lightness(table, 255) - lightness(table, 0))).toBeGreaterThan(60)
    })

type Rgb = readonly [red: number, green: number, blue: number]

/** What deuteranopes have in the place of red and green (Viénot et al. 1999), against blue. */
const yellowness = ([r, g, b]: Rgb): number => 0.293 * r + (1 - 0.293) * g - b

for (const scheme of ['light', 'dark'] as const) {
  test(`the signed map has colours of its own, which anyone can tell apart, strongest at its ends (${scheme})`, () => {
    const table = colorTable('signed', scheme)
    const [low, zero, high] = [rgb(table, 0), rgb(table, 128), rgb(table, 255)]
    // as seen without the cones for green
    expect(yellowness(low) + 30).toBeLessThan(yellowness(high))
    expect(Math.max(...zero) - Math.min(...zero)).toBeLessThan(16)
    const away = (index: number) => Math.abs(lightness(table, index) - lightness(table, 128))
    expect(Math.abs(away(0) - away(255))).toBeLessThan(12)
    for (const step of [32, 64, 96]) {
      expect(away(128 + step)).toBeGreaterThan(away(128 + step - 32))
      expect(away(128 - step)).toBeGreaterThan(away(128 - step + 32))
    }
  })
}

test('hidden cells and NaN are transparent, values outside the scale take its ends', () => {
  const table = colorTable('sequential', 'light')
  const pixels = new Uint32Array(9).fill(7)
  const data = Float32Array.of(0, 1, 1, -5, 5, 1, Number.NaN, 0.5, 1)
  paintMatrix(pixels, { data, rows: 3, columns: 3 }, table, { low: 0, high: 1 }, true)
  const expected = [table[0], 0, 0, table[0], table[255], 0, 0, table[128], table[255]]
  expect([...pixels]).toEqual(expected)
})

// The tables behind the pictures; no browser is needed.

import { expect, test } from '@playwright/test'
import { type ColorTable, colorTable } from '../../web/elements/parts/matrix/color-maps.js'
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

test('cividis starts and ends as published and never gets darker', () => {
  const table = colorTable('sequential', 'light')
  expect(table).toHaveLength(256)
  expect(rgb(table, 0)).toEqual([0x00, 0x22, 0x4e])
  expect(rgb(table, 255)).toEqual([0xfe, 0xe8, 0x38])
  // entries of the published table that are not control points here
  for (const [index, published] of [
    [60, [63, 76, 108]],
    [128, [125, 124, 120]],
    [196, [192, 177, 106]],
  ] as const) {
    rgb(table, index).forEach((value, i) => {
      expect(Math.abs(value - (published[i] ?? 0)), `${index}`).toBeLessThanOrEqual(2)
    })
  }
  for (let i = 1; i < 256; i++)
    expect(lightness(table, i)).toBeGreaterThanOrEqual(lightness(table, i - 1) - 0.5)
})

type Rgb = readonly [red: number, green: number, blue: number]

/** Content and position, as in web/elements/parts/element/element-styles.ts. */
const ROLES = {
  light: { content: [0x0b, 0x5c, 0xad], position: [0xb3, 0x47, 0x00] },
  dark: { content: [0x6c, 0xb2, 0xff], position: [0xff, 0x9f, 0x5c] },
} as const

/** In degrees. */
function hue([r, g, b]: Rgb): number {
  const angle = (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
  return (angle + 360) % 360
}

/** What deuteranopes have in the place of red and green (Viénot et al. 1999), against blue. */
const yellowness = ([r, g, b]: Rgb): number => 0.293 * r + (1 - 0.293) * g - b

for (const scheme of ['light', 'dark'] as const) {
  test(`the signed map has colours of its own, which anyone can tell apart, strongest at its ends (${scheme})`, () => {
    const table = colorTable('signed', scheme)
    const [low, zero, high] = [rgb(table, 0), rgb(table, 128), rgb(table, 255)]
    // blue is content and orange is position
    for (const [, color] of Object.entries(ROLES[scheme]))
      for (const end of [low, high]) expect(Math.abs(hue(end) - hue(color))).toBeGreaterThan(40)
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

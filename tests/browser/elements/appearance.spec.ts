// Screenshots of every element in both themes, with forced colours, and with reduced motion.
// npm run screenshots   writes the pictures anew

import { readdirSync, statSync } from 'node:fs'
import { axe, COLORS } from '../axe.js'
import { expect, test } from './figures.js'
import { pictured, show } from './showcase.js'

// An edge that another Chromium smooths otherwise is within `threshold` or found to be smoothing; a digit that changes has more pixels than allowed.
const SAME = { threshold: 0.15, maxDiffPixels: 5 }

for (const shown of pictured) {
  const { tag, width = 720, height = 800 } = shown

  test(`<${tag}> matches its screenshot, also with forced colours and reduced motion @screenshot`, async ({
    figures,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const figure = await show(figures, shown)
    await page.locator('h1').evaluate((heading) => heading.remove())
    await expect(page).toHaveScreenshot(`${tag}-light.png`, SAME)
    expect(await page.evaluate(moving)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page).toHaveScreenshot(`${tag}-dark.png`, SAME)

    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    expect(await axe(page, COLORS, 'forced colours')).toEqual([])
    for (const map of await figure.locator('wf-heat-map .map').all())
      expect(await map.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
    for (const canvas of await figure.locator('wf-matrix-canvas canvas').all())
      expect(await canvas.evaluate(countColors)).toBeGreaterThan(1)
  })
}

test('there are two pictures of every element, and they are small', () => {
  const folder = new URL('pictures/', import.meta.url)
  const names = readdirSync(folder)
  expect(names.sort()).toEqual(pictured.flatMap(({ tag }) => [`${tag}-dark.png`, `${tag}-light.png`]).sort())
  for (const name of names) expect(statSync(new URL(name, folder)).size, name).toBeLessThanOrEqual(60_000)
})

/** A map whose pixels were replaced would have one. */
function countColors(element: Element): number {
  const canvas = element as HTMLCanvasElement
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  return new Set(new Uint32Array(pixels?.data.buffer ?? new ArrayBuffer())).size
}

/** What would take longer than a millisecond, inside of every shadow root. */
function moving(): string[] {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  const longest = (durations: string) =>
    Math.max(...durations.split(',').map((text) => Number.parseFloat(text)))
  return all(document)
    .filter((one) => {
      const { transitionDuration, animationDuration } = getComputedStyle(one)
      return Math.max(longest(transitionDuration), longest(animationDuration)) > 0.001
    })
    .map((one) => one.outerHTML.slice(0, 80))
}

// The main path as a reader scrolls it: at every step its figure is set as the step says, stays in view, and has its control in reach.

import type { Locator } from '@playwright/test'
import { inBoth } from '../support/figure-pages.js'
import { expect, test } from './complaints.js'
import { see } from './reading.js'
import { settled } from './settled.js'

type Figure = HTMLElement & Record<string, unknown>

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
]

/** Pixels from the picture's top to the control's bottom: both are in one screen of a phone. */
const TOGETHER = 560

for (const path of inBoth(''))
  for (const size of WINDOWS)
    test(`every step has its figure in view, set as it says, ${size.width} by ${size.height} pixels (${path || '.'})`, async ({
      page,
    }) => {
      test.setTimeout(600_000)
      await page.setViewportSize(size)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(path || '.')
      const chapters = await page.locator('.chapter').all()
      expect(chapters).toHaveLength(7)
      for (const chapter of chapters) await walk(chapter, size)
    })

async function walk(chapter: Locator, size: (typeof WINDOWS)[number]): Promise<void> {
  const stage = chapter.locator(':scope > .stage')
  const figure = stage.locator('.live')
  await see(figure)
  await settled(figure)
  await chapter.locator('h2').evaluate((one) => one.scrollIntoView({ behavior: 'instant' }))
  for (const [index, step] of (await chapter.locator(':scope > .steps > .step').all()).entries()) {
    if (index > 0) await read(step)
    await expect(step).toHaveClass(/current/)
    await settled(figure)
    const where = `${await figure.getAttribute('id')}: ${((await step.textContent()) ?? '').slice(0, 60)}`
    expect(await unset(step, figure), where).toEqual([])
    const box = await stage.evaluate((one) => one.getBoundingClientRect().toJSON())
    expect(box.top, where).toBeGreaterThanOrEqual(-1)
    expect(box.bottom, where).toBeLessThanOrEqual(size.height + 1)
    const [top, bottom] = await figure.evaluate((one: Figure) => {
      const at = (name: string) => one.shadowRoot?.querySelector(name)?.getBoundingClientRect()
      return [at('.stage')?.top ?? Number.NaN, at('.primary')?.bottom ?? Number.NaN]
    })
    expect(bottom - top, where).toBeLessThanOrEqual(
      Math.min(size.width < 700 ? TOGETHER : size.height, box.height),
    )
  }
}

/** Brings a step just above the line where it becomes current. */
const read = (step: Locator) =>
  step.evaluate((one) => {
    const line = innerHeight * (innerWidth >= 1000 ? 0.5 : 0.7)
    scrollBy({ top: one.getBoundingClientRect().top - line + 24, behavior: 'instant' })
  })

/** Settings of a step that its figure does not have, as JSON. */
async function unset(step: Locator, figure: Locator): Promise<string[]> {
  const wanted: Record<string, unknown> = JSON.parse((await step.getAttribute('data-state')) ?? '{}')
  const state: Record<string, unknown> = await figure.evaluate(
    (one: Figure, keys) => Object.fromEntries(keys.map((key) => [key, one[key]])),
    Object.keys(wanted),
  )
  return Object.entries(wanted)
    .filter(([key, value]) => JSON.stringify(state[key]) !== JSON.stringify(value))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}, not ${JSON.stringify(state[key])}`)
}

for (const size of [WINDOWS[0], WINDOWS[5]] as typeof WINDOWS) {
  test(`what follows a chapter does not lie under its figure, ${size.width} pixels`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('./#use')
    for (const one of await page.locator('.after :is(h3, select, pre)').all()) {
      await one.scrollIntoViewIfNeeded()
      const onTop = await one.evaluate((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const seen = (x: number) => {
          const root = element.getRootNode() as Document | ShadowRoot
          const found = root.elementFromPoint(x, (top + bottom) / 2)
          return found !== null && element.contains(found)
        }
        return seen(left + 4) && seen(right - 4)
      })
      expect(onTop, (await one.textContent()) ?? '').toBe(true)
    }
  })
}

test('behind More a phone shows all of the panel, and nothing scrolls sideways', async ({ page }) => {
  const [size] = WINDOWS as [(typeof WINDOWS)[number]]
  await page.setViewportSize(size)
  await page.goto('.')
  for (const chapter of await page.locator('.chapter').all()) {
    const figure = chapter.locator(':scope > .stage .live')
    await see(figure)
    await settled(figure)
    await figure.evaluate(async (one: Figure & { updateComplete: Promise<unknown> }) => {
      one.moreShown = true
      await one.updateComplete
    })
    const { left, right, wide } = await figure.evaluate((one) => {
      const panel = one.shadowRoot?.querySelector('[part~=more]')?.getBoundingClientRect()
      const { scrollWidth } = document.documentElement
      return { left: panel?.left, right: panel?.right, wide: scrollWidth }
    })
    expect({ left, right, wide }).toEqual({ left: 0, right: size.width, wide: size.width })
  }
})

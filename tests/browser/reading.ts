// A reader who sees every figure of a page.

import { expect, type Locator, type Page } from '@playwright/test'
import { PATIENCE, restOf } from './settled.js'

/** The figures of an article, the one of an embed page, that of an open entry of the catalogue. */
const FIGURES = '.live, #figure, details[open] > wf-encoding'

/** Lets the figures that compute for seconds do so with little: the same rows, columns and controls in a fraction of the time. */
export async function computeLittle(page: Page): Promise<void> {
  await expect(page.locator('.live:not(:defined)')).toHaveCount(0)
  const set = (tag: string, settings: object) =>
    page.locator(tag).evaluateAll((all, settings) => {
      for (const one of all) Object.assign(one, settings)
    }, settings)
  await set('wf-properties', { length: 32, trainLength: 16 })
  await set('wf-extrapolation', { amount: '1536' })
}

/** Brings every figure into view, and waits until each has a picture or asks for its download. @returns how many there are */
export async function seeAll(page: Page): Promise<number> {
  await expect(page.locator('.live:not(:defined)')).toHaveCount(0)
  const figures = await page.locator(FIGURES).all()
  for (const figure of figures) await see(figure)
  return figures.length
}

/** What was far away is laid out when it comes near and may push a figure out of sight again: looks until it is there. */
export async function see(figure: Locator): Promise<void> {
  const look = async () => {
    await figure.scrollIntoViewIfNeeded()
    return figure.evaluate(restOf)
  }
  await expect.poll(look, { message: String(figure), ...PATIENCE }).toMatch(/^(ready|asking)$/)
}

// A reader who sees every figure of a page.

import { expect, type Page } from '@playwright/test'

/** The figures of an article, the one of an embed page, that of an open entry of the catalogue. */
const FIGURES = '.live:defined, #figure, details[open] wf-encoding'

/** Brings every figure into view, and waits until each has a picture or asks for its download. @returns how many there are */
export async function seeAll(page: Page): Promise<number> {
  const figures = await page.locator(FIGURES).all()
  for (const figure of figures) {
    await figure.scrollIntoViewIfNeeded()
    await expect
      .poll(() => figure.evaluate((element) => (element as HTMLElement & { phase: string }).phase), {
        timeout: 60_000, // all figures share one engine
      })
      .toMatch(/ready|asking/)
  }
  return figures.length
}

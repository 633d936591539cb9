// Every element on one page, seen one after the other.

import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect } from './figures.js'
import { TAGS } from './quick.js'

export interface Figure extends HTMLElement {
  phase: string
  state: unknown
}

/** One for all figures, and that of <wf-train>, which keeps it busy. */
export const ENGINES = 2

export const phaseOf = (figure: Locator) => figure.evaluate((element: Figure) => element.phase)

/** Sees them all; where one asks for its download, `answer` is what happens. */
export async function seeEvery(
  place: Page | FrameLocator,
  wanted: RegExp,
  answer: 'load' | 'leave',
  tags: readonly string[] = TAGS,
): Promise<void> {
  for (const tag of tags) {
    const figure = place.locator(tag).first()
    await figure.scrollIntoViewIfNeeded()
    await expect.poll(() => phaseOf(figure), { message: tag }).toMatch(wanted)
    if (answer === 'load' && (await phaseOf(figure)) === 'asking') await figure.locator('.start').click()
  }
}

// Zero objections of axe, in both languages and themes, at three widths, on one load of a page: only what a change can change is looked
// at again.

import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const WIDTHS = [320, 768, 1440]
/** Between them, both languages have both themes at the smallest and the largest width. */
const SCHEMES: Readonly<Record<string, Readonly<Record<number, 'light' | 'dark'>>>> = {
  en: { 320: 'dark', 1440: 'light' },
  zh: { 320: 'light', 1440: 'dark' },
}
/** What the theme decides. */
const COLORS = ['color-contrast', 'link-in-text-block']

type Rules = 'colours' | 'all but colours'

/** @returns how many rules found something to look at, and nothing to object to */
export async function axe(page: Page, rules: Rules, what: string): Promise<number> {
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const chosen = rules === 'colours' ? builder.withRules(COLORS) : builder.disableRules(COLORS)
  const { violations, passes } = await chosen.analyze()
  const found = violations.map(({ id, nodes }) => {
    const places = nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`)
    return `${id}: ${places.join(', ')}`
  })
  expect(found, what).toEqual([])
  return passes.length
}

/** Structure and reflow at every width; colours in both themes, each theme at one end of the widths. */
export async function axeEverywhere(page: Page, language: 'en' | 'zh'): Promise<void> {
  for (const width of WIDTHS) {
    const at = `${language}, ${width} px`
    await page.setViewportSize({ width, height: 900 })
    await passBy(page)
    expect(await axe(page, 'all but colours', at)).toBeGreaterThan(10)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${at} scrolls sideways`).toBeLessThanOrEqual(width)
    const colorScheme = SCHEMES[language]?.[width]
    if (!colorScheme) continue
    await page.emulateMedia({ colorScheme })
    expect(await axe(page, 'colours', `${at}, ${colorScheme}`)).toBeGreaterThan(0)
  }
}

/** What comes near is laid out for the new width, and what scrolls sideways becomes a stop for the keyboard. */
async function passBy(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
}

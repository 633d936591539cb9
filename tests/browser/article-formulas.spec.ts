// Formulas fit a phone; what is wider than its box is a stop for the keyboard, also before its section has been laid out.

import type { Locator, Page } from '@playwright/test'
import { told } from '../support/figure-pages.js'
import { expect, PRELOADED, test } from './complaints.js'

interface Formula {
  scrolls: boolean
  stop: boolean
}

const stops = (formulas: Locator): Promise<Formula[]> =>
  formulas.evaluateAll((all) =>
    all.map((one) => ({
      scrolls: one.scrollWidth > one.clientWidth + 1,
      stop: one.hasAttribute('tabindex'),
    })),
  )

const layOut = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const section of document.querySelectorAll<HTMLElement>('.side > section'))
      section.style.contentVisibility = 'visible'
  })

for (const { path } of told.slice(1))
  test(`no formula of /${path} is wider than a phone`, async ({ complaints, page }) => {
    complaints.tolerate(PRELOADED)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await layOut(page)
    await page.evaluate(() => document.fonts.ready)
    const widths = await page
      .locator('.formula .scroll')
      .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
    expect(Math.max(0, ...widths)).toBe(0)
  })

test('wide formulas are focusable before they are laid out, narrow ones are not', async ({
  complaints,
  page,
}) => {
  complaints.tolerate(/preloaded using link preload/) // no figure is near the top of a page as narrow as this
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('details/')
  const formulas = page.locator('.formula .scroll')
  await layOut(page)
  const isSettled = ({ scrolls, stop }: Formula) => scrolls === stop
  await expect.poll(async () => (await stops(formulas)).every(isSettled)).toBe(true)
  const wide = (await stops(formulas)).map(({ scrolls }) => scrolls)
  expect(wide).toContain(true)
  expect(wide).toContain(false)

  await page.reload()
  const far = await formulas.evaluateAll((all) =>
    all.map((one) => !one.checkVisibility({ contentVisibilityAuto: true })),
  )
  const chosen = wide.map((isWide, i) => isWide && far[i] === true).lastIndexOf(true)
  expect(chosen).toBeGreaterThanOrEqual(0)
  expect((await stops(formulas)).filter(({ stop }, i) => wide[i] && !stop)).toEqual([])
  // what is laid out above it meanwhile may push it away: then it is focused again
  await expect(async () => {
    await formulas.nth(chosen).blur()
    await formulas.nth(chosen).focus()
    await expect(formulas.nth(chosen)).toBeFocused({ timeout: 1000 })
    await expect(formulas.nth(chosen)).toBeInViewport({ timeout: 1000 })
  }).toPass()
})

/** Names of functions that touch what they are applied to; nothing is between a name and its bracket. */
const touching = (page: Page): Promise<string[]> =>
  page.locator('article math').evaluateAll((all) =>
    all
      .flatMap((math) => [...math.querySelectorAll('mi + mo')])
      .filter(({ textContent }) => textContent === '\u2061')
      .filter(({ previousElementSibling: name, nextElementSibling: next }) => {
        const argument = next?.localName === 'mspace' ? next.nextElementSibling : next
        if (!name || !argument || argument.textContent?.startsWith('(')) return false
        return argument.getBoundingClientRect().left - name.getBoundingClientRect().right < 2
      })
      .map(({ parentElement }) => String(parentElement?.textContent)),
  )

test('the name of a function stands apart from what follows it', async ({ page }) => {
  await page.goto('stretching/')
  await layOut(page)
  expect(await touching(page)).toEqual([])
  await expect(page.locator('math mi', { hasText: /^ln$/ })).not.toHaveCount(0)
})

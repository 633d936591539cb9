// The contents follow the reader: a bar names the section that is read, and leads to the others.

import type { Page } from '@playwright/test'
import { sections } from '../../web/content/article/index.js'
import { axe } from './axe.js'
import { expect, test } from './complaints.js'
import { see } from './reading.js'

const bar = (page: Page) => page.locator('.following')

for (const [language, path] of [
  ['en', '.'],
  ['zh', 'zh/'],
] as const) {
  for (const width of [390, 1440])
    test(`the bar names the section and leads to another one (${language}, ${width} px)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      await expect(page.locator('h1')).toBeInViewport()
      await expect(bar(page)).toBeHidden()
      const [, first, , third] = sections
      if (!first || !third) throw new Error('the article has no four sections')
      await page.locator(`h2#${first.id}`).evaluate((heading) => heading.scrollIntoView())
      await expect(bar(page).locator('summary')).toHaveText(first.title[language])
      await bar(page).locator('summary').click()
      await expect(bar(page).locator('a')).toHaveCount(sections.length)
      await expect(bar(page).locator('[aria-current=true]')).toHaveText(first.title[language])
      await bar(page).locator(`a[href="#${third.id}"]`).click()
      await expect(page.locator(`h2#${third.id}`)).toBeInViewport()
      await expect(bar(page).locator('summary')).toHaveText(third.title[language])
      await expect(bar(page).locator('details')).not.toHaveAttribute('open')
      await expect(page.locator('.contents [aria-current=true]')).toHaveText(third.title[language])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.evaluate(() => scrollTo(0, 0))
      await expect(bar(page)).toBeHidden()
      await expect(page.locator('.contents [aria-current]')).toHaveCount(0) // above the first section
      await expect(bar(page).locator('summary')).toHaveText(language === 'en' ? 'Contents' : '目录')
    })
}

test('by keyboard: Enter opens it, Escape closes it, the focus stays; axe finds nothing', async ({
  page,
}) => {
  await page.goto('.')
  await page.locator(`h2#${sections[1]?.id}`).evaluate((heading) => heading.scrollIntoView())
  const summary = bar(page).locator('summary')
  await expect(summary).toBeVisible()
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(bar(page).locator('a').first()).toBeVisible()
  expect(await axe(page, 'all', 'the open bar')).toEqual([])
  await page.keyboard.press('Tab')
  await expect(bar(page).locator('a').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar(page).locator('a').first()).toBeHidden()
  await expect(summary).toBeFocused()
  await summary.click()
  await page.mouse.click(5, 400)
  await expect(bar(page).locator('details')).not.toHaveAttribute('open')
})

test('it comes and goes without moving anything', async ({ page }) => {
  await page.goto('.')
  await page.locator(`h2#${sections[1]?.id}`).evaluate((heading) => heading.scrollIntoView())
  await expect(bar(page)).toBeVisible()
  const moved = await page.locator(`h2#${sections[1]?.id}`).evaluate((heading) => {
    const before = heading.getBoundingClientRect().top
    document.querySelector('.following')?.toggleAttribute('hidden', true)
    return heading.getBoundingClientRect().top - before
  })
  expect(moved).toBe(0)
})

for (const width of [390, 768, 1440])
  test(`the buttons of a figure at the upper edge of the window are free (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('.')
    for (const id of ['fig-shuffle', 'fig-doors']) {
      const figure = page.locator(`#${id}`)
      await see(figure)
      for (const top of [16, 0, -20]) {
        await figure.evaluate((one, top) => scrollBy(0, one.getBoundingClientRect().top - top), top)
        await expect.poll(() => figure.evaluate(coveredButtons), { message: `${id} at ${top}` }).toEqual([])
      }
      await expect(bar(page)).toHaveCSS('opacity', '0')
      await bar(page).locator('summary').focus() // for the keyboard it is there
      await expect(bar(page)).toHaveCSS('opacity', '1')
      await bar(page).locator('summary').blur()
      await page.mouse.wheel(0, 300)
      await expect(bar(page)).toHaveCSS('opacity', '1')
    }
  })

/** Names of the buttons in the corner of a figure over which something else lies, of those in the window. */
function coveredButtons(figure: Element): string[] {
  const buttons = [...(figure.shadowRoot?.querySelectorAll('.tools button') ?? [])]
  if (buttons.length < 2) return ['there are none']
  const isCovered = (button: Element) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const middle = [x + width / 2, y + height / 2] as const
    return middle[1] > 0 && document.elementFromPoint(...middle) !== figure
  }
  return buttons.filter(isCovered).map(({ textContent }) => String(textContent).trim())
}

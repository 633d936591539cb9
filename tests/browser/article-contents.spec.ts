// The line of chapters in the header: it marks the one that is read, leads to the others, and lies over nothing.

import type { Page } from '@playwright/test'
import { chapters } from '../../web/content/article/index.js'
import { expect, test } from './complaints.js'

const [, second, third] = chapters
if (!second || !third) throw new Error('the article has no three chapters')

const line = (page: Page) => page.locator('nav.chapters')
const bring = (page: Page, id: string) =>
  page.locator(`h2#${id}`).evaluate((heading) => heading.scrollIntoView())

for (const [language, path] of [
  ['en', '.'],
  ['zh', 'zh/'],
] as const)
  for (const width of [390, 1440])
    test(`it marks the chapter that is read and leads to the others (${language}, ${width} px)`, async ({
      complaints,
      page,
    }) => {
      complaints.tolerate(/preloaded using link preload/)
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      const current = line(page).locator('[aria-current=true]')
      await expect(line(page).locator('a')).toHaveCount(chapters.length)
      await expect(current).toHaveCount(0) // above the first chapter
      await bring(page, second.id)
      await expect(current).toHaveText(second.short[language])
      await line(page).locator(`a[href="#${third.id}"]`).click()
      await expect(page.locator(`h2#${third.id}`)).toBeInViewport()
      await expect(current).toHaveText(third.short[language])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.evaluate(() => scrollTo(0, 0))
      await expect(current).toHaveCount(0)
    })

for (const width of [390, 1440])
  test(`a link lands with its heading and the number above it free (${width} px)`, async ({
    complaints,
    page,
  }) => {
    complaints.tolerate(/preloaded using link preload/)
    await page.setViewportSize({ width, height: 844 })
    for (const { id } of chapters) {
      await page.goto(`.#${id}`)
      const number = page.locator('.chapter', { has: page.locator(`#${id}`) }).locator('p.number')
      await expect(number).toBeInViewport({ ratio: 1 })
      const isFree = (element: Element) => {
        const { x, y, height } = element.getBoundingClientRect()
        return document.elementFromPoint(x + 4, y + height / 2) === element
      }
      await expect.poll(() => number.evaluate(isFree), { message: id }).toBe(true)
    }
  })

test('other pages lead to the chapters', async ({ page }) => {
  await page.goto('zh/stretching/')
  await line(page).locator('a').nth(1).click()
  await expect(page).toHaveURL(new RegExp(`/zh/#${second.id}$`))
  await expect(page.locator(`h2#${second.id}`)).toBeInViewport()
})

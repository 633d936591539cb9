// How the article is set: notes stand beside text, lines do not break inside of numbers, what goes on beyond an edge says so.

import type { Page } from '@playwright/test'
import type { FigureName } from '../../web/content/article/figures.js'
import { inBoth, pathOfFigure, told } from '../support/figure-pages.js'
import { expect, PRELOADED, test } from './complaints.js'
import { see } from './reading.js'

const PATHS = told.flatMap(({ path }) => inBoth(path))

async function openAt(page: Page, path: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

for (const path of PATHS) {
  test(`each note stands beside text, at its height (${path})`, async ({ page }) => {
    await openAt(page, path, 1440, 900)
    const alone = await page.locator('section > .note').evaluateAll((notes) =>
      notes
        .filter((note) => {
          const { top, left } = note.getBoundingClientRect()
          const isBeside = (one: Element) => {
            const box = one.getBoundingClientRect()
            return one !== note && box.right < left && box.top < top + 24 && box.bottom > top
          }
          return ![...(note.parentElement?.children ?? [])].some(isBeside)
        })
        .map(({ textContent }) => textContent?.slice(0, 40)),
    )
    expect(alone).toEqual([])
  })

  test(`numbers and differences stay on one line (${path})`, async ({ page }) => {
    await page.goto(path)
    const prose = page.locator('section > :is(p, ol, ul), .step p, .aloud, [slot=caption]')
    const text = (await prose.allTextContents()).join(' | ')
    expect(text.length).toBeGreaterThan(100)
    expect(text.match(/.{9}\d \d{3}(?!\d)/g)).toBeNull()
    expect(text.match(/.{9}[ij] [−+] [ij\d].{9}/g)).toBeNull()
  })

  test(`on a phone tables and code of the article are whole (${path})`, async ({ complaints, page }) => {
    complaints.tolerate(PRELOADED)
    await openAt(page, path, 390, 844)
    const wide = await page
      .locator('main :is(.terms .scroll, .terms caption, pre.code)')
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    expect(Math.max(0, ...wide)).toBe(0)
  })
}

for (const [id, list] of [
  ['fig-properties', '.stage .scroll[role=group]'],
  ['fig-mistakes', '.list'],
] as const)
  test(`a list that goes on fades at its end, until it is there (${id})`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(pathOfFigure(id.replace('fig-', '') as FigureName))
    const figure = page.locator(`#${id}`)
    await see(figure)
    const box = figure.locator(list).first()
    await expect.poll(() => box.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeGreaterThan(100)
    await box.evaluate((one) => one.scrollTo(0, 0))
    await expect(box).toHaveCSS('mask-image', /linear-gradient/)
    await box.evaluate((one) => one.scrollTo(0, one.scrollHeight))
    await expect(box).toHaveCSS('mask-image', 'none')
  })

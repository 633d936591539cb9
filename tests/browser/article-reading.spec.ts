// The article for those who only read: without scripts, and as its tables have it.

import { expect, test } from '@playwright/test'
import { figures } from '../../web/content/article/figures.js'
import { hero, lead, overview, sections, title } from '../../web/content/article/index.js'
import { proseOf } from '../support/prose.js'
import { see } from './reading.js'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['.', 'zh/']) {
    test(`the text, the formulas and a fallback for each figure are there (${path})`, async ({ page }) => {
      await page.goto(path)
      const text = (await page.locator('article').textContent()) ?? ''
      expect(text.length).toBeGreaterThan(path === '.' ? 15_000 : 6_000)
      expect(await page.locator('article math').count()).toBeGreaterThan(12)
      const fallbacks = page.locator('.live > .fallback')
      await expect(fallbacks).toHaveCount(Object.keys(figures).length)
      for (const fallback of await fallbacks.all()) {
        await expect(fallback).toBeVisible()
        await fallback.scrollIntoViewIfNeeded()
        for (const picture of await fallback.locator('img').all())
          await expect
            .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
            .toBeGreaterThan(0)
      }
      await expect(page.locator('#theme')).toBeHidden()
    })

    test(`the catalogue opens its entries (${path})`, async ({ page }) => {
      await page.goto(`${path === '.' ? '' : path}encodings/`)
      const entry = page.locator('details#alibi')
      await entry.locator('> summary').click()
      await expect(entry.locator('math')).toBeVisible()
      await expect(entry.locator('table')).toContainText('slopes')
    })
  }
})

const everything = [
  title,
  lead,
  hero.caption,
  overview,
  ...sections.flatMap((one) => [one.title, ...one.blocks.flatMap(proseOf)]),
]
const plain = (html: string): string => html.replace(/\$[^$]*\$/g, '').replace(/<[^>]*>/g, '')

test('all prose exists in both languages, each in its own script', () => {
  expect(everything.length).toBeGreaterThan(100)
  for (const { en, zh } of everything) {
    expect(plain(en).trim()).not.toBe('')
    expect(plain(en), en).not.toMatch(/\p{Script=Han}|[，。；：！？（）]/u)
    if (!/^[\w\s-]+$/.test(zh)) expect(zh).toMatch(/\p{Script=Han}/u)
    expect(plain(zh), zh).not.toMatch(/\p{Script=Han}[,;:?!]|[,;:?!]\p{Script=Han}|[!！]/u)
    expect(plain(en), en).not.toContain('!')
  }
})

test('the markup of the prose is closed and of few kinds', () => {
  for (const { en, zh } of everything) {
    for (const text of [en, zh]) {
      const open: string[] = []
      for (const [, close, tag = ''] of text.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
        expect(['a', 'b', 'c', 'o', 'em', 'code']).toContain(tag)
        if (close) expect(open.pop(), text).toBe(tag)
        else open.push(tag)
      }
      expect(open, text).toEqual([])
      expect((text.match(/\$/g) ?? []).length % 2, text).toBe(0)
    }
    const tags = (text: string) => [...text.matchAll(/<(\w+)/g)].map(([, tag]) => tag).sort()
    expect(tags(zh), zh).toEqual(tags(en))
  }
})

test('every figure of the list is in the article once', () => {
  const blocks = [hero, ...sections.flatMap((one) => one.blocks)]
  const used = blocks.flatMap((block) => (block.kind === 'figure' ? [block.name] : []))
  expect([...used].sort()).toEqual(Object.keys(figures).sort())
})

test('it is read in at most 25 minutes', () => {
  const all = (language: 'en' | 'zh') => everything.map((one) => plain(one[language])).join(' ')
  const words = all('en').trim().split(/\s+/).length
  const characters = (all('zh').match(/\p{Script=Han}/gu) ?? []).length
  expect(words / 230).toBeLessThan(25)
  expect(characters / 400).toBeLessThan(25)
})

for (const path of ['.', 'zh/'])
  test(`the table of the four terms stays in view beside the figure (${path})`, async ({ page }) => {
    await page.goto(path)
    const figure = page.locator('#fig-ledger')
    await see(figure)
    await expect(page.locator('.terms table')).toBeVisible()
    await expect(page.locator('.terms tbody tr')).toHaveCount(6)
  })

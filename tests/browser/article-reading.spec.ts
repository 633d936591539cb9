// The article and its side pages for those who only read: without scripts, and as their tables have them.

import { expect, test } from '@playwright/test'
import { figures } from '../../web/content/article/figures.js'
import { chapters, hero, lead, onward, title } from '../../web/content/article/index.js'
import { pages } from '../../web/content/pages/index.js'
import { inBoth, told } from '../support/figure-pages.js'
import { chapterParts, parts } from '../support/prose.js'
import { see } from './reading.js'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path: folder, figures } of told)
    for (const path of inBoth(folder))
      test(`the text and a fallback for each figure are there (${path})`, async ({ page }) => {
        await page.goto(path)
        const text = (await page.locator('article').textContent()) ?? ''
        expect(text.length).toBeGreaterThan(path.startsWith('zh/') ? 900 : 2_000)
        const fallbacks = page.locator('.live > .fallback')
        await expect(fallbacks).toHaveCount(figures.length)
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

  for (const path of ['.', 'zh/']) {
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
  onward,
  ...chapters.map(({ short }) => short),
  ...parts.flatMap((part) => [part.title, ...part.prose]),
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

test('every figure of the list is on one page', () => {
  const used = told.flatMap((one) => one.figures)
  expect([...used].sort()).toEqual(Object.keys(figures).sort())
})

/** Chapters and first screen: what is read on the main path, without figures, code and the words of questions (below). */
const mainPath = [
  title,
  lead,
  hero.caption,
  onward,
  ...chapterParts.flatMap((part) => [part.title, ...part.prose]),
]
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
const charactersOf = (text: string) => (text.match(/\p{Script=Han}/gu) ?? []).length

test('the main path is short, its questions and their answers included', async ({ request, baseURL }) => {
  const asked = async (path: string) => {
    const html = await (await request.get(`${baseURL}${path}`)).text()
    const questions = html.matchAll(
      /<p class="(?:question" id|answer)[\s\S]*?<\/p>|<div class="options"[\s\S]*?<\/div>/g,
    )
    return Array.from(questions, ([found]) => plain(found)).join(' ')
  }
  const said = (language: 'en' | 'zh') => mainPath.map((one) => plain(one[language])).join(' ')
  expect(wordsOf(`${said('en')} ${await asked('')}`)).toBeLessThanOrEqual(2300)
  expect(charactersOf(`${said('zh')} ${await asked('zh/')}`)).toBeLessThanOrEqual(4200)
})

test('a side page is read in at most seven minutes', () => {
  for (const { path, figures: shown } of told.slice(1)) expect(shown.length, path).toBeGreaterThan(0)
  const lengths = pages.map(({ name, lead, sections }) => {
    const ids = [name, ...sections.map(({ id }) => id)]
    const prose = parts.filter(({ id }) => ids.includes(id)).flatMap((part) => [part.title, ...part.prose])
    return [name, wordsOf([lead, ...prose].map(({ en }) => plain(en)).join(' '))] as const
  })
  expect(lengths.filter(([, words]) => words / 230 > 7)).toEqual([])
})

for (const path of ['content/', 'zh/content/'])
  test(`the table of the four terms stays in view beside the figure (${path})`, async ({ page }) => {
    await page.goto(path)
    const figure = page.locator('#fig-ledger')
    await see(figure)
    await expect(page.locator('.terms table')).toBeVisible()
    await expect(page.locator('.terms tbody tr')).toHaveCount(6)
  })

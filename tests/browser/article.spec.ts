// The article: chapters, theme, language, embed builder, hostile URLs.

import { chapters } from '../../web/content/article/index.js'
import { expect, test } from './complaints.js'
import { see } from './reading.js'
import { pixelsOf } from './settled.js'

const LANGUAGES = [
  { language: 'en', path: '.', html: 'en' },
  { language: 'zh', path: 'zh/', html: 'zh-Hans' },
] as const

for (const { language, path, html } of LANGUAGES) {
  test(`every chapter has its heading (${language})`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', html)
    const headings = await page.locator('article h2[id]').allTextContents()
    expect(headings).toHaveLength(chapters.length)
    for (const [i, { title }] of chapters.entries()) expect(headings[i]).toContain(title[language])
  })

  test(`the line of chapters leads to each (${language})`, async ({ page }) => {
    await page.goto(path)
    for (const { id } of chapters) {
      await page.locator(`.chapters a[href="#${id}"]`).click()
      await expect(page.locator(`h2#${id}`)).toBeInViewport()
      await page.evaluate(() => scrollTo(0, 0))
      await expect(page.locator('h1')).toBeInViewport()
    }
  })
}

test('the skip link leads past the header', async ({ page }) => {
  await page.goto('.')
  await page.keyboard.press('Tab')
  await expect(page.locator('a.skip')).toBeFocused()
  await expect(page.locator('a.skip')).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
})

test('the language switch keeps the state of the figures', async ({ page }) => {
  await page.goto('details/#fig-sinusoid=length%3D32')
  await expect(page.locator('#fig-sinusoid')).toHaveJSProperty('length', 32)
  await page.locator('.languages a', { hasText: '中文' }).click()
  await expect(page).toHaveURL(/\/zh\/details\/#fig-sinusoid=length%3D32$/)
  await expect(page.locator('#fig-sinusoid')).toHaveJSProperty('length', 32)
  await page.locator('.languages a', { hasText: 'English' }).click()
  await expect(page).not.toHaveURL(/\/zh\//)
})

test('page and maps follow the system theme; a chosen theme is stored, and may be set in the URL', async ({
  page,
}) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [LIGHT, DARK] = ['rgb(251, 250, 246)', 'rgb(21, 24, 29)']
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('details/')
  await expect.poll(background).toBe(LIGHT)
  const figure = page.locator('#fig-sinusoid')
  await see(figure)
  const canvas = figure.locator('canvas').first()
  const pixels = () => pixelsOf(canvas)
  await expect(canvas).toBeVisible()
  const light = await pixels()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).toBe(DARK)
  await expect.poll(pixels).not.toBe(light)
  await page.locator('#theme').selectOption('light')
  await expect.poll(background).toBe(LIGHT)
  await expect.poll(pixels).toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('#theme').selectOption('dark')
  await expect.poll(background).toBe(DARK)
  await page.goto('zh/')
  await expect.poll(background).toBe(DARK)
  await page.goto('zh/?theme=light')
  await expect.poll(background).toBe(LIGHT)
})

const HOSTILE = [
  '#fig-sinusoid=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
  '#fig-sinusoid=encoding%3D%3Cscript%3Ealert(1)%3C%2Fscript%3E%26length%3D-1%26view%3D%22%3E%3Cb%3E',
  `#fig-sinusoid=${'x'.repeat(5000)}`,
  '#%E0%A4%A&__proto__=1&constructor=2',
  '?theme=%22%3E%3Cscript%3E&lang=%3Cb%3E#fig-sinusoid=parameters%3D__proto__%253D1',
]

for (const address of HOSTILE) {
  test(`a hostile address inserts nothing: ${address.slice(0, 48)}`, async ({ page }) => {
    page.on('dialog', () => {
      throw new Error('something was executed')
    })
    await page.goto(`details/${address}`)
    const figure = page.locator('#fig-sinusoid')
    await see(figure)
    await expect(figure.locator('canvas').first()).toBeVisible()
    const inserted = await page.evaluate(() => {
      const all = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((one) => [
          one,
          ...(one.shadowRoot ? all(one.shadowRoot) : []),
        ])
      return all(document).filter(
        (one) => one.matches('img[onerror], article script, b:empty') || one.hasAttribute('onerror'),
      ).length
    })
    expect(inserted).toBe(0)
  })
}

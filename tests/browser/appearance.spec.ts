// Languages, themes, small screens.

import { expect, test } from './demo.js'

const background = () => getComputedStyle(document.body).backgroundColor
const LIGHT = 'rgb(251, 250, 247)'
const DARK = 'rgb(20, 23, 27)'

test('the language switch changes every heading, the document language and the link', async ({
  demo,
  page,
}) => {
  await demo.open()
  const english = await page.locator('h2').allTextContents()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  const chinese = await page.locator('h2').allTextContents()
  expect(chinese).toHaveLength(english.length)
  for (const heading of chinese) expect(heading).toMatch(/\p{Script=Han}/u)
  await expect(demo.map.getByRole('group')).toHaveAttribute('aria-label', '第 1 层第 1 头的注意力图')
  await expect(page).toHaveURL(/lang=zh/)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await page.locator('h2').allTextContents()).toEqual(english)
})

test.describe('for a reader whose browser speaks Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('the page starts in Chinese, unless the address says otherwise', async ({ demo, page }) => {
    await demo.open()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
    await demo.open('?lang=en')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('the page follows the system into dark mode, and its signed maps too', async ({ demo, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await demo.open()
  expect(await page.evaluate(background)).toBe(LIGHT)
  const encoding = page.locator('demo-encoding wf-heat-map')
  const light = await demo.pixels(encoding)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(background)).toBe(DARK)
  await expect.poll(() => demo.pixels(encoding)).not.toBe(light)
  await page.locator('#theme').selectOption('light')
  await expect.poll(() => page.evaluate(background)).toBe(LIGHT)
  await expect.poll(() => demo.pixels(encoding)).toBe(light)
})

test('text keeps a contrast of 4.5:1 in both themes', async ({ demo, page }) => {
  await demo.open()
  for (const theme of ['light', 'dark']) {
    await page.locator('#theme').selectOption(theme)
    for (const selector of [
      '.lead',
      '.quiet',
      'h2',
      '.maps .at',
      'wf-token-strip .sign',
      'wf-token-strip .position',
    ]) {
      const ratio = await page.locator(selector).first().evaluate(contrast)
      expect(ratio, `${selector} in ${theme}`).toBeGreaterThan(4.5)
    }
  }
})

function contrast(element: Element): number {
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((n) => {
      const share = Number(n) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [a, b] = [getComputedStyle(element).color, getComputedStyle(document.body).backgroundColor].map(
    luminance,
  )
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05)
}

for (const lang of ['en', 'zh']) {
  test(`at 360 px nothing scrolls sideways (${lang})`, async ({ demo, page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await demo.open(`#lang=${lang}&shift=500`)
    for (const details of await page.locator('details summary').all()) await details.click()
    for (const type of ['sinusoidal', 'alibi', 'swinV2', 'mask']) {
      await page.locator('#encoding-type').selectOption(type)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(360)
    }
  })
}

test('what can be clicked is at least 24 px high and wide', async ({ demo, page }) => {
  await demo.open()
  const small = await page.locator('button:visible, select:visible, input:visible').evaluateAll((elements) =>
    elements
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 80) }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ text }) => text),
  )
  expect(small).toEqual([])
})

test('a link restores text, query and shift', async ({ demo, page }) => {
  await demo.open('#text=Come%2C+sir&query=2&shift=7&encoding=rope&unknown=1&layer=x')
  await expect(demo.textBox).toHaveValue('Come, sir')
  await expect(demo.tokens.nth(2)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.shift-control input[type=number]')).toHaveValue('7')
  await expect(page.locator('#encoding-type')).toHaveValue('rope')
})

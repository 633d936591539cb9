// Where uPlot cannot be loaded: its module makes an Intl.NumberFormat of navigator.language, which throws for "C".

import { readdirSync } from 'node:fs'
import { expect, test } from './figures.js'

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'C', configurable: true })
  })
})

const FIGURES = [
  '<wf-rotation></wf-rotation>',
  '<wf-bias view="distance"></wf-bias>',
  '<wf-encoding encoding="rope" view="waves"></wf-encoding>',
  '<wf-extrapolation view="wavelengths"></wf-extrapolation>',
]

for (const html of FIGURES) {
  test(`${html}: a static picture, the reason, and every value`, async ({ figures, page }) => {
    await figures.open(html)
    const figure = await figures.ready(/<(\S+?)[ >]/.exec(html)?.[1] ?? '')
    const lines = figure.locator('wf-lines')
    await expect(lines.locator('#chartless')).toContainText(
      'could not be started, for this browser calls its language “C”, which is no language tag',
    )
    const drawn = () =>
      lines.locator('.plot canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        }
        return new Set(new Uint32Array((data as Uint8ClampedArray).buffer)).size
      })
    expect(await drawn()).toBeGreaterThan(4) // axes, words, lines
    await lines.locator('.plot').focus()
    await page.keyboard.press('End')
    await expect(lines.locator('.readout:not([role])')).toHaveText(/\d/)
    await lines.locator('summary').click()
    await expect(lines.locator('wf-matrix-table tbody tr').first()).toBeVisible()
    const { text } = await figures.save(figure, 'svg')
    expect(text).toContain('<path')
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
    await expect(lines.locator('#chartless')).toContainText('不是有效的语言标签')
  })
}

test('the same in the inline build', async ({ figures }) => {
  await figures.open('<wf-bias view="distance"></wf-bias>', {
    script: '<script src="/package/elements/inline.js"></script>',
  })
  const figure = await figures.ready('wf-bias')
  await expect(figure.locator('wf-lines #chartless')).toContainText('calls its language “C”')
  await expect(figure.locator('wf-lines .plot canvas')).toBeVisible()
})

test('a chart whose file cannot be loaded says so as well', async ({ figures, page, context }) => {
  const [chart] = readdirSync('dist/elements').filter((file) => file.startsWith('uPlot'))
  expect(chart).toBeDefined()
  figures.tolerate(/404/)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'en' })
  })
  await figures.open('<p>Nothing yet</p>')
  await context.route(`**/${chart}`, (route) => route.fulfill({ status: 404 }))
  await figures.open('<wf-bias view="distance"></wf-bias>')
  const figure = await figures.ready('wf-bias')
  await expect(figure.locator('wf-lines #chartless')).toHaveText(
    /^The chart could not be started\. Here is a still picture/,
  )
  await expect(figure.locator('wf-lines .plot canvas')).toBeVisible()
})

// Where a chart or a picture cannot be drawn, its figure says so. uPlot's module makes an Intl.NumberFormat of navigator.language, which
// throws for "C"; WebKit then resolves the second import() of that module, and its chart throws while it starts.

import { readdirSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './figures.js'

const FIGURES = [
  '<wf-rotation></wf-rotation>',
  '<wf-bias view="distance"></wf-bias>',
  '<wf-encoding encoding="rope" view="waves"></wf-encoding>',
  '<wf-extrapolation view="wavelengths"></wf-extrapolation>',
  '<wf-lengths></wf-lengths>',
]

const chartFile = (start: string) =>
  `**/${readdirSync('dist/elements').find((file) => file.startsWith(start) && file.endsWith('.mjs'))}`
const CHART = chartFile('uPlot')
const STILL = chartFile('still-lines')

const callLanguage = (page: Page, language: string) =>
  page.addInitScript((language) => {
    Object.defineProperty(navigator, 'language', { get: () => language, configurable: true })
  }, language)

/** The chart's file loads, and it throws while it starts. */
const breakChart = (page: Page) =>
  page.context().route(CHART, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export default function () { throw new TypeError('Xt is not a function') }",
    }),
  )

interface Broken extends HTMLElement {
  phase: string
  errors: string[]
}

/** Counts what the page is told. */
const countErrors = (figure: Locator) =>
  figure.evaluate((element: Broken) => {
    element.errors = []
    element.addEventListener('wf-error', (event) =>
      element.errors.push((event as CustomEvent).detail.message),
    )
  })

/** That it failed, and that the page is told once. */
async function saysSo(figure: Locator, message: RegExp): Promise<void> {
  await expect(figure.locator('.trouble')).toContainText(message)
  await figure.page().waitForTimeout(300) // it would be told again and again
  const { phase, errors } = await figure.evaluate(({ phase, errors }: Broken) => ({ phase, errors }))
  expect(phase).toBe('failed')
  expect(errors).toEqual([expect.stringMatching(message)])
}

for (const html of FIGURES) {
  test(`${html}: a static picture, the reason, and every value`, async ({ figures, page }) => {
    await callLanguage(page, 'C')
    await figures.open(html)
    const figure = await figures.ready(/<(\S+?)[ >]/.exec(html)?.[1] ?? '')
    const lines = figure.locator('wf-lines').first()
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
    await expect.poll(drawn).toBeGreaterThan(4) // axes, words, lines
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

test('the same in the inline build', async ({ figures, page }) => {
  await callLanguage(page, 'C')
  await figures.open('<wf-bias view="distance"></wf-bias>', {
    script: '<script src="/package/elements/inline.js"></script>',
  })
  const figure = await figures.ready('wf-bias')
  await expect(figure.locator('wf-lines #chartless')).toContainText('calls its language “C”')
  await expect(figure.locator('wf-lines .plot canvas')).toBeVisible()
})

test('a chart whose file cannot be loaded says so as well, and comes once it can', async ({
  figures,
  page,
  context,
}) => {
  figures.tolerate(/404/)
  await context.route(CHART, (route) => route.fulfill({ status: 404 }))
  await figures.open('<wf-bias view="distance"></wf-bias>')
  const figure = await figures.ready('wf-bias')
  await expect(figure.locator('wf-lines #chartless')).toHaveText(
    /^The chart could not be started\. A static picture is shown/,
  )
  await expect(figure.locator('wf-lines .plot canvas')).toBeVisible()
  await context.unroute(CHART)
  await page.evaluate(() => document.querySelector('wf-bias')?.setAttribute('length', '20'))
  await expect(figure.locator('wf-lines .plot .uplot')).toBeVisible()
  await expect(figure.locator('wf-lines #chartless')).toHaveCount(0)
  await expect(figure.locator('wf-lines .plot canvas')).toHaveCount(1)
})

test('charts that throw while they start are still pictures', async ({ figures, page }) => {
  await breakChart(page)
  await figures.open(FIGURES.join(''))
  for (const html of FIGURES) {
    const tag = /<(\S+?)[ >]/.exec(html)?.[1] ?? ''
    await page.locator(tag).scrollIntoViewIfNeeded()
    const lines = (await figures.ready(tag)).locator('wf-lines').first()
    await expect(lines.locator('#chartless'), tag).toContainText('could not be started')
    await expect(lines.locator('.plot canvas'), tag).toBeVisible()
  }
})

test('where there is no still picture either, the figure has failed, and tries again', async ({
  figures,
  page,
  context,
}) => {
  await breakChart(page)
  await context.route(STILL, (route) => route.fulfill({ status: 404 }))
  figures.tolerate(/404/)
  await figures.open('<wf-bias></wf-bias>')
  const figure = await figures.ready('wf-bias')
  await countErrors(figure)
  await page.evaluate(() => document.querySelector('wf-bias')?.setAttribute('view', 'distance'))
  await saysSo(figure, /dynamically imported module/)
  await context.unroute(STILL)
  await figure.locator('.trouble button').click()
  await figures.ready('wf-bias')
  await expect(figure.locator('.trouble')).toHaveCount(0)
  await expect(figure.locator('wf-lines .plot canvas')).toBeVisible()
})

test('where a map cannot be painted, the figure has failed', async ({ figures, page }) => {
  await figures.open('<wf-bias length="16"></wf-bias>')
  const figure = await figures.ready('wf-bias')
  await countErrors(figure)
  await page.evaluate(() => {
    window.ImageData = class {
      constructor() {
        throw new RangeError('no memory for pixels')
      }
    } as unknown as typeof ImageData
    document.querySelector('wf-bias')?.setAttribute('length', '17')
  })
  await saysSo(figure, /no memory for pixels/)
})

test('a picture that cannot be made is an error of its figure, and the next one is drawn', async ({
  figures,
  page,
}) => {
  await figures.open('<wf-rotation></wf-rotation>')
  const figure = await figures.ready('wf-rotation')
  await countErrors(figure)
  await figure.evaluate((element) => Object.assign(element, { picture: {} }))
  await saysSo(figure, /undefined/)
  await page.evaluate(() => document.querySelector('wf-rotation')?.setAttribute('position', '5'))
  await figures.ready('wf-rotation')
  await expect(figure.locator('.trouble')).toHaveCount(0)
})

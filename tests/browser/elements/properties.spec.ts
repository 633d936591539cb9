// <wf-properties>: the meter's numbers, sorting, counter-examples, stopping and going on.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'
import { encodings } from '../../../web/lib/position/catalogue.generated.js'
import { settled } from '../settled.js'
import { expect, test } from './figures.js'

const TAG = 'wf-properties'
const documented = readFileSync(
  fileURLToPath(new URL('../../../docs/properties.md', import.meta.url)),
  'utf8',
)

const finished = (figure: Locator) =>
  expect(figure.locator('.job')).toContainText(/^\s*(All|全部)/, { timeout: 120_000 })
const types = (figure: Locator) =>
  figure
    .locator('tbody tr[data-type]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-type') ?? ''))
const cells = (figure: Locator, column: number) =>
  figure.locator(`tbody tr[data-type] td:nth-child(${column})`).allTextContents()

/** Three digits that matter, two of small numbers, as in the documentation. */
const rounded = (x: number) =>
  x < 1e-6 ? '0' : Number.isFinite(x) ? String(Number(x.toPrecision(x < 0.01 ? 2 : 3))) : '∞'

for (const lang of ['en', 'zh'])
  test(`a narrow window shows all columns (${lang})`, async ({ figures, page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await figures.open(`<wf-properties lang="${lang}" length="32" train-length="16"></wf-properties>`)
    const figure = await figures.ready(TAG)
    await finished(figure)
    const sideways = await figure
      .locator('.stage .scroll')
      .evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth)
    expect(sideways).toBeLessThanOrEqual(0)
  })

test('every row says what docs/properties.md says', async ({ figures }) => {
  await figures.open('<wf-properties></wf-properties>')
  const figure = await figures.ready(TAG)
  await finished(figure)
  expect(await types(figure)).toEqual(encodings.map(({ type }) => type))
  const [, ...lines] = (await figures.save(figure, 'csv')).text.trim().split('\n')
  expect(lines).toHaveLength(encodings.length)
  for (const line of lines) {
    const [type = '', least, first, second, change, , leaves, , unseen, pairs] = line.split(',')
    const row = documented.split('\n').find((text) => text.startsWith(`| [\`${type}\`]`))
    const [, , wantedLeast, wantedPair = '', wantedChange, , , wantedLeaves, , wantedPairs] = (row ?? '')
      .split('|')
      .map((cell) => cell.trim())
    expect(rounded(Number(least)), type).toBe(wantedLeast)
    expect(`${first}, ${second}`, type).toBe(wantedPair.slice(2))
    expect(rounded(Number(change)), type).toBe(wantedChange)
    expect(leaves || 'never 从不', type).toBe(wantedLeaves)
    expect(Number(pairs) ? `${unseen} / ${pairs}` : '', type).toBe(wantedPairs)
  }
  const { text: svg } = await figures.save(figure, 'svg')
  expect(svg).toContain('>Rotary position embedding (RoPE)</text>')
})

test('columns sort both ways, by pointer and by key, and say so', async ({ figures, page }) => {
  await figures.open('<wf-properties encodings="alibi rope learned sinusoidal none"></wf-properties>')
  const figure = await figures.ready(TAG)
  await finished(figure)
  const order = ['none', 'sinusoidal', 'learned', 'rope', 'alibi']
  expect(await types(figure)).toEqual(order)
  const relative = figure.getByRole('button', { name: 'Relative' })
  await relative.click()
  await expect(figure.locator('th[aria-sort=ascending]')).toHaveText(/Relative/)
  await expect.poll(() => cells(figure, 3)).toEqual(['yes', 'yes', 'yes', 'no, 4.06', 'no, 9.03'])
  await relative.press('Enter')
  await expect(figure.locator('th[aria-sort=descending]')).toHaveText(/Relative/)
  await expect.poll(() => cells(figure, 3)).toEqual(['no, 9.03', 'no, 4.06', 'yes', 'yes', 'yes'])
  await figure.getByRole('button', { name: 'Incomplete pairs' }).click()
  await expect(figure.locator('th[aria-sort=ascending]')).toHaveText(/Incomplete pairs/)
  await settled(figure)
  expect((await types(figure))[0]).toBe('rope') // what has no pairs comes last
  await page.keyboard.press('Enter')
  await expect(figure.locator('th[aria-sort=descending]')).toHaveText(/Incomplete pairs/)
  await settled(figure)
  expect((await types(figure))[0]).toBe('rope')
  expect(await figures.state(figure)).toMatchObject({ sort: 'pairs', descending: true })
})

test('an encoding shows its counter-examples on demand', async ({ figures, page }) => {
  await figures.open('<wf-properties encodings="learned t5 rope"></wf-properties>')
  const figure = await figures.ready(TAG)
  await finished(figure)
  await expect(figure.locator('.examples')).toHaveCount(0)
  const learned = figure.getByRole('button', { name: /^Learned absolute/ })
  await learned.focus()
  await page.keyboard.press('Enter')
  await expect(learned).toHaveAttribute('aria-expanded', 'true')
  await expect(figure.locator('.examples li').nth(1)).toHaveText(
    'Shifting query 0 and key 0 by 1 changes their score by 0.655.',
  )
  await expect(figure.locator('.examples .u-over')).toBeVisible()
  await figure.getByRole('button', { name: /^T5/ }).click()
  await expect(figure.locator('.examples')).toHaveCount(1)
  await expect(figure.locator('.examples li').first()).toHaveText('It cannot distinguish distances 8 and 9.')
  await figure.getByRole('button', { name: /^T5/ }).click()
  await expect(figure.locator('.examples')).toHaveCount(0)
})

test('it can be stopped and goes on; sorting meanwhile loses nothing', async ({ figures, page }) => {
  await figures.open('<wf-properties length="512" train-length="64" dim="64"></wf-properties>')
  const figure = page.locator(TAG)
  await expect(figure.locator('.job')).toContainText(/^\s*[2-9]\d* of 37 computed/)
  await figure.getByRole('button', { name: 'Stop' }).click()
  await expect(figure.locator('.job')).toContainText(/^\s*Stopped at \d+ of 37/)
  const before = Number(/at (\d+)/.exec((await figure.locator('.job').textContent()) ?? '')?.[1])
  await figure.getByRole('button', { name: 'Unique' }).click()
  await expect(figure.locator('.job')).toContainText('computed')
  const after = async () =>
    Number(/(\d+) of 37/.exec((await figure.locator('.job').textContent()) ?? '')?.[1])
  await expect.poll(after).toBeGreaterThanOrEqual(before)
  await figure.getByRole('button', { name: 'Stop' }).click()
  await figure.getByRole('button', { name: 'Continue' }).click()
  await expect(figure.locator('.job')).toContainText(/of 37 computed/)
})

test('a worker killed in mid-work: what was measured stays, and it goes on', async ({ figures, page }) => {
  await page.addInitScript(() => {
    const Original = Worker
    let asked = 0
    window.Worker = class extends Original {
      /** The third measurement is the end of the worker that it is sent to. */
      override postMessage(message: unknown, ...rest: never[]): void {
        if (JSON.stringify(message).includes('measure')) asked += 1
        if (asked === 3) {
          asked += 1
          queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'killed' })))
        } else super.postMessage(message, ...rest)
      }
    }
  })
  await figures.open('<wf-properties encodings="none rope alibi t5 learned"></wf-properties>')
  const figure = page.locator(TAG)
  await expect(figure.getByRole('alert')).toContainText('The computation crashed')
  await expect(figure.locator('.job')).toContainText('Stopped at 2 of 5')
  await figure.getByRole('button', { name: 'Try again' }).click()
  await expect(figure.getByRole('alert')).toHaveCount(0)
  await finished(figure)
})

test('moved about in the document while it works, it goes on', async ({ figures, page }) => {
  await figures.open(
    '<div id="a"><wf-properties encodings="rope alibi t5 learned"></wf-properties></div><div id="b"></div>',
  )
  await figures.ready(TAG)
  const figure = page.locator(TAG)
  await figure.evaluate(async (element) => {
    for (let i = 0; i < 10; i++) {
      document.getElementById(i % 2 ? 'a' : 'b')?.append(element)
      await new Promise((done) => setTimeout(done, 10))
      element.remove()
      await new Promise((done) => setTimeout(done, 10))
      document.getElementById('a')?.append(element)
    }
  })
  await finished(figure)
  expect(page.workers()).toHaveLength(1)
})

test('the state goes out and comes back; hostile input gives way, in words', async ({ figures, page }) => {
  await figures.open('<wf-properties id="one" fragment encodings="rope alibi"></wf-properties>')
  const figure = await figures.ready(TAG)
  await figure.getByRole('button', { name: 'Unique' }).click()
  await figure.getByRole('button', { name: /^ALiBi/ }).click()
  await expect(page).toHaveURL(/#one=.*open%3Dalibi/)
  const hash = await figures.link(figure)
  const state = await figures.state(figure)
  expect(state).toEqual({ encodings: 'rope alibi', sort: 'unique', open: 'alibi' })
  await figures.open('<wf-properties id="one"></wf-properties>', {}, hash)
  expect(await figures.state(await figures.ready(TAG))).toEqual(state)

  await figures.open(
    `<wf-properties encodings="rope <script>alert(1)</script>" sort="price" open="'><img>" heads="1e9" dim="13" length="many" train-length="-3" seed="NaN"></wf-properties>`,
  )
  const hostile = await figures.ready(TAG)
  await finished(hostile)
  await expect(hostile.locator('.complaint')).toHaveCount(8)
  expect(await types(hostile)).toEqual(['rope'])
  expect(await figures.state(hostile)).toMatchObject({ heads: 16, dim: 12, trainLength: 4 })
})

for (const [lang, width] of [
  ['en', 390],
  ['zh', 390],
  ['en', 320],
] as const)
  test(`on a phone the whole table is there without scrolling sideways (${lang}, ${width} px)`, async ({
    figures,
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await figures.open(
      `<wf-properties lang="${lang}" encodings="none sinusoidal rope alibi t5" open="rope" length="32" train-length="16"></wf-properties>`,
    )
    const figure = await figures.ready('wf-properties')
    const table = figure.locator('.scroll').first()
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    await expect(figure.getByRole('columnheader')).toHaveCount(6)
    await expect(figure.getByRole('rowheader')).toHaveCount(5)
    const edges = await figure
      .getByRole('cell')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...edges)).toBeLessThanOrEqual(width)
  })

test('in Chinese a word of a cell stays on one line', async ({ figures, page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await figures.open(
    '<wf-properties lang="zh" encodings="sinusoidal learned rope alibi" length="32" train-length="16"></wf-properties>',
  )
  const figure = await figures.ready('wf-properties')
  const heights = await figure.getByRole('cell', { name: /上升$|新值$/ }).evaluateAll((cells) =>
    cells.map((cell) => {
      const text = [...cell.childNodes].filter(({ textContent }) => textContent?.trim()).at(-1) as Text
      const end = text.data.trimEnd().length
      const range = document.createRange()
      range.setStart(text, end - 2)
      range.setEnd(text, end)
      return range.getClientRects().length
    }),
  )
  expect(heights.length).toBeGreaterThan(3)
  expect(Math.max(...heights)).toBe(1)
})

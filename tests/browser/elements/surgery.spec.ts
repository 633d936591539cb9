// <wf-surgery>: which outputs change when tokens move.

import type { Locator } from '@playwright/test'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'
import { serveModels } from './models.js'

const TAG = 'wf-surgery'

interface Row {
  name: string
  before: string
  after: string
  share: string
}

const rows = (figure: Locator): Promise<Row[]> =>
  figure.locator('.outputs tbody tr:not(.pad)').evaluateAll((lines) =>
    lines.map((line) => {
      const [name = '', before = '', after = '', share = ''] = [...line.children].map(
        (cell) => cell.textContent?.trim() ?? '',
      )
      return { name, before, after, share }
    }),
  )

const verdict = (figure: Locator, index = 0) => figure.locator('.verdict').nth(index)

async function opened(figures: Figures, attributes: string): Promise<Locator> {
  await figures.open(`<wf-surgery ${attributes}></wf-surgery>`)
  return figures.ready(TAG)
}

const UNCHANGED = /^No output changes/
const CHANGED = /outputs? change/

test('a shift changes nothing under RoPE, and outputs under a learned table', async ({ figures }) => {
  const figure = await opened(figures, 'compare="learned"')
  await expect(verdict(figure)).toHaveText(UNCHANGED)
  await expect(verdict(figure, 1)).toHaveText(/^12 of 12 outputs change/)
  expect((await rows(figure)).map(({ before, after }) => Number(after) - Number(before))).toEqual(
    Array.from({ length: 12 }, () => 8),
  )
  await figure.getByRole('spinbutton', { name: 'Shift by' }).fill('200')
  await figure.getByRole('spinbutton', { name: 'Shift by' }).press('Tab')
  await expect(verdict(figure)).toHaveText(UNCHANGED)
  await expect(verdict(figure, 1)).toContainText('no such position')
  await expect(verdict(figure, 1)).toContainText('learned table')
  await expect(figure.getByRole('alert')).toHaveCount(0)
})

test('without position encoding a shuffle changes outputs only under a causal mask', async ({ figures }) => {
  const figure = await opened(figures, 'operation="shuffle" encoding="none" compare="alibi"')
  await expect(verdict(figure)).toHaveText(UNCHANGED)
  await expect(verdict(figure, 1)).toHaveText(CHANGED)
  const places = (await rows(figure)).map(({ after }) => Number(after))
  expect(places).not.toEqual(places.map((_, i) => i))
  expect([...places].sort((a, b) => a - b)).toEqual(places.map((_, i) => i))
  await figure.getByRole('checkbox', { name: /Causal mask/ }).check()
  await expect(verdict(figure)).toHaveText(CHANGED)
})

test('the scale names hidden cells where there are any', async ({ figures }) => {
  const figure = await opened(figures, 'operation="shuffle" encoding="none"')
  await expect(figure.locator('.scales')).not.toContainText('masked')
  await figure.getByRole('checkbox', { name: 'Causal mask' }).check()
  await expect(figure.locator('.scales')).toContainText('masked')
})

test('a gap does not change outputs before it under a causal mask', async ({ figures }) => {
  const figure = await opened(figures, 'operation="gap" encoding="alibi" at="5" causal')
  const shares = (await rows(figure)).map(({ share }) => share)
  expect(shares.slice(0, 5)).toEqual(Array(5).fill('0\u00a0%'))
  for (const share of shares.slice(6)) expect(Number.parseFloat(share)).toBeGreaterThan(0)
})

for (const [encoding, counted, unmasked] of [
  ['learned', CHANGED, CHANGED],
  ['rope', UNCHANGED, CHANGED],
] as const) {
  for (const operation of ['leftPad', 'pack']) {
    test(`${operation} under ${encoding}: positions not counted, tokens not masked`, async ({ figures }) => {
      const figure = await opened(figures, `operation="${operation}" encoding="${encoding}"`)
      await expect(verdict(figure)).toHaveText(counted)
      await figure.getByRole('checkbox', { name: /position/i }).uncheck()
      await expect(verdict(figure)).toHaveText(UNCHANGED)
      await figure.getByRole('checkbox', { name: /masked/ }).uncheck()
      await expect(verdict(figure)).toHaveText(unmasked)
    })
  }
}

test('a trained model: the same text, shifted and shuffled', async ({ figures, page, context }) => {
  const asked = await serveModels(context)
  await figures.open('<wf-surgery source="trained" encoding="rope" compare="learned"></wf-surgery>')
  const ask = page.getByRole('button', { name: 'Load 3.2 MB and start' })
  await expect(ask).toBeVisible()
  expect(asked).toEqual([])
  await ask.click()
  const figure = await figures.ready(TAG)
  await expect(verdict(figure)).toHaveText(/rounding|No output/)
  await expect(verdict(figure, 1)).toHaveText(/^15 of 15 outputs change/)
  await figure.getByLabel('Your text').fill('你好 Juliet 👋')
  await expect(figure.locator('#text-notes')).toContainText('left out')
  const read = async () => (await rows(figure)).map(({ name }) => name).join('')
  await expect.poll(read).toBe('␣Juliet␣')
  await figure.locator('#operation-pack').click()
  await expect(verdict(figure)).toHaveText(/rounding|No output/)
  await figure.getByText('More settings').click()
  await figure.locator('#layer').selectOption('3')
  await expect(verdict(figure, 1)).toHaveText(CHANGED)
})

test('random vectors need no model', async ({ figures, page, context }) => {
  const asked = await serveModels(context)
  await opened(figures, '')
  await page.waitForTimeout(300)
  expect(asked).toEqual([])
})

test('invalid attributes are reported, and valid ones shown', async ({ figures, page }) => {
  const figure = await opened(
    figures,
    'operation="melt" encoding="no-such" compare="<img src=x onerror=alert(1)>" amount="-4" at="99" tokens="1e9" head="9"',
  )
  const complaints = figure.locator('.complaint')
  await expect(complaints).toHaveCount(7)
  await expect(complaints.filter({ hasText: 'encoding' })).toContainText('no-such')
  expect(await figure.locator('img').count()).toBe(0)
  await expect(verdict(figure)).toHaveText(UNCHANGED)
  await figure.evaluate((element) => {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  })
  await expect(complaints).toHaveCount(0)
  expect(await page.evaluate(() => document.querySelectorAll('img').length)).toBe(0)
})

test('the state survives a round trip', async ({ figures, page }) => {
  const figure = await opened(figures, 'id="s" fragment')
  await figure.locator('#operation-gap').click()
  await figure.locator('#encoding').selectOption('xpos')
  await figure.getByRole('slider', { name: 'Gap before token' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => figures.state(figure)).toEqual({ operation: 'gap', encoding: 'xpos', at: 7 })
  await expect(page).toHaveURL(/#s=/)
  const hash = await figures.link(figure)
  await settled(figure)
  const before = await rows(figure)
  await figures.open('<wf-surgery id="s"></wf-surgery>', {}, hash)
  const again = await figures.ready(TAG)
  expect(await rows(again)).toEqual(before)
})

test('texts follow the language, also the example sentence', async ({ figures, page }) => {
  const figure = await opened(figures, '')
  expect((await rows(figure))[1]?.name).toBe('dog')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
  await expect.poll(async () => (await rows(figure))[1]?.name).toBe('狗')
  await expect(verdict(figure)).toHaveText(/^没有输出变化/)
})

test('everything by keyboard alone', async ({ figures, page }) => {
  const figure = await opened(figures, '')
  await figure.locator('wf-heat-map .map').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(figure.locator('wf-heat-map .readout').first()).toHaveText(/^query 1 ‘dog’, key 0 ‘the’: /)
  for (const key of ['Tab', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(figure.locator('.look')).toContainText('gap')
})

test('the maps of a model are one stop; arrow keys lead over the edge into the next, and Tab comes back there', async ({
  figures,
  page,
}) => {
  const figure = await opened(figures, 'compare="learned"')
  const map = (i: number) => figure.locator('wf-heat-map .map').nth(i)
  const readout = (i: number) => figure.locator('wf-heat-map .readout').nth(i)
  await map(0).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowRight']) await page.keyboard.press(key)
  await expect(map(1)).toBeFocused()
  await expect(readout(1)).toHaveText(/^query 1 ‘dog’, key 0 ‘the’: /)
  await expect(readout(0)).toHaveText('')
  for (const key of ['End', 'ArrowRight', 'End', 'ArrowRight']) await page.keyboard.press(key)
  await expect(map(2)).toBeFocused() // the last one has none beside it
  await page.keyboard.press('Tab')
  await expect(map(3)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(map(2)).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key) // the first shows the cursor
  await expect(map(1)).toBeFocused()
  await expect(readout(1)).toHaveText(/^query 0 ‘the’, key 10 /)
})

test('numbers and picture can be saved', async ({ figures }) => {
  const figure = await opened(figures, 'compare="learned"')
  const csv = (await figures.save(figure, 'csv')).text.trim().split('\n')
  expect(csv).toHaveLength(13)
  expect(csv[2]).toMatch(/^dog,1,9,/)
  const { text: picture } = await figures.save(figure, 'svg')
  expect(picture).toContain('difference')
  expect(picture.match(/<image/g)?.length).toBe(12) // six maps, six scales
})

test('backwards: symmetric ALiBi cannot tell, other encodings can', async ({ figures }) => {
  const figure = await opened(
    figures,
    'operation="reverse" encoding="alibi" parameters="symmetric=true" compare="rope"',
  )
  await expect(verdict(figure)).toHaveText(UNCHANGED)
  await expect(verdict(figure, 1)).toHaveText(CHANGED)
  expect((await rows(figure)).map(({ after }) => Number(after))).toEqual([
    11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ])
})

// <wf-bias>: heads, slopes, buckets.

import type { Locator } from '@playwright/test'
import { encodings } from '../../../web/lib/position/catalogue.generated.js'
import { settled } from '../settled.js'
import { expect, test } from './figures.js'

const TAG = 'wf-bias'

test('every bias of the catalogue is drawn, as a map and over distance', async ({ figures }) => {
  await figures.open('<wf-bias length="16" heads="4"></wf-bias>')
  const figure = await figures.ready(TAG)
  await figure.getByRole('button', { name: 'More' }).click()
  const types = await figure
    .locator('#encoding option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(types).toContain('alibi')
  expect(types.length).toBeGreaterThan(10)
  for (const type of types) {
    await figure.locator('#encoding').selectOption(type)
    await expect(figure.locator('.caption strong')).toHaveText(
      encodings.find((entry) => entry.type === type)?.title ?? 'Your own encoding',
    )
    await settled(figure) // with the views that it has
    for (const button of await figure.locator('[id^="view-"]').all()) {
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await settled(figure)
      await expect(figure.locator('.trouble'), type).toHaveCount(0)
    }
    await figure.locator('#view-map').click()
  }
})

test('every head of ALiBi has the slope of the paper', async ({ figures, page }) => {
  await figures.open('<wf-bias view="slopes" heads="8"></wf-bias>')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.u-over')).toBeVisible()
  await figure.locator('.plot').focus()
  for (const [head, slope, reach] of [
    [1, '0.5', '2'],
    [2, '0.25', '4'],
    [3, '0.125', '8'],
  ]) {
    await page.keyboard.press('ArrowRight')
    await expect(figure.locator('wf-lines .readout')).toHaveText(
      `head ${head}: −${slope} per position; after ${reach} positions the attention weight has fallen to 1/e, if scores are otherwise equal`,
    )
  }
})

test('a head is chosen by its small map, by slider and by key', async ({ figures, page }) => {
  await figures.open('<wf-bias></wf-bias>')
  const figure = await figures.ready(TAG)
  await figure.getByRole('button', { name: 'More' }).click()
  const label = figure.locator('.map')
  await expect(label).toHaveAttribute('aria-label', /head 1 of 8/)
  await figure.locator('.heads').getByRole('button', { name: 'head 3' }).click()
  await expect(label).toHaveAttribute('aria-label', /head 3 of 8/)
  await expect(figure.locator('.caption')).toContainText('subtracts 0.125')
  await figure.getByRole('slider', { name: 'Head', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(label).toHaveAttribute('aria-label', /head 4 of 8/)
})

test('T5 has one bucket each for distances 0 … 7, and one for 8 … 11', async ({ figures, page }) => {
  await figures.open(
    '<wf-bias encoding="t5" view="distance" length="64" parameters="bidirectional=true"></wf-bias>',
  )
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.u-over')).toBeVisible()
  await figure.locator('.plot').focus()
  const readout = figure.locator('wf-lines .readout')
  await page.keyboard.press('Home') // distance −32
  const buckets = new Map<number, number>()
  for (let i = 0; i < 64; i++) {
    await expect(readout).toHaveText(new RegExp(`^distance ${i < 32 ? '[−-]' : ''}${Math.abs(i - 32)}: `))
    const [, distance = '', bucket = ''] =
      /distance (.*): (.*)/.exec((await readout.textContent()) ?? '') ?? []
    buckets.set(Number(distance.replace('−', '-')), Number(bucket))
    await page.keyboard.press('ArrowRight')
  }
  expect(buckets.size).toBe(64)
  for (let back = 0; back < 8; back++) expect(buckets.get(-back)).toBe(back)
  expect([8, 9, 10, 11].map((back) => buckets.get(-back))).toEqual([8, 8, 8, 8])
  expect(buckets.get(1)).toBe(17) // ahead starts at half of the buckets
})

const reading = (figure: Locator) => figure.locator('.reading')

test('one per distance, buckets, slopes: each in the view that shows its point', async ({ figures }) => {
  await figures.open(`<${TAG} encoding="relativeBias" length="16" first="1000"></${TAG}>`)
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.map')).toHaveAttribute('aria-label', /^Bias of head 1 of 8/)
  await expect(figure.locator('wf-matrix-view')).toContainText('keys 1000 … 1015')
  await figure.getByRole('button', { name: 'Buckets' }).click()
  await expect(reading(figure)).toHaveText(/^Head 1 of 4 .*\(bucket 8\)/)
  await figure.getByRole('button', { name: 'Slopes' }).click()
  await expect(reading(figure)).toHaveText(
    'Head 1 of 8 · 8 back: −4; 7 back: −3.5. The first gets 0.607 times the weight of the second.',
  )
  await figure.getByRole('option', { name: 'head 8' }).click()
  await expect(reading(figure)).toContainText('The first gets 0.996 times')
})

test('the bias does not change when the sentence slides', async ({ figures }) => {
  const csv = async (first: number) => {
    await figures.open(`<${TAG} encoding="relativeBias" length="16" first="${first}"></${TAG}>`)
    return (await figures.save(await figures.ready(TAG), 'csv')).text
  }
  expect(await csv(1000)).toBe(await csv(0))
})

test('distances are compared by keys; without a mask, with the same distance ahead', async ({
  figures,
  page,
}) => {
  await figures.open(`<${TAG} view="weights"></${TAG}>`)
  const figure = await figures.ready(TAG)
  await figure.getByRole('slider', { name: /^Bias by distance/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(reading(figure)).toContainText('9 back: −4.5; 8 back: −4.')
  expect(await figures.state(figure)).toEqual({ view: 'weights', distance: 9 })
  await figures.open(`<${TAG} view="weights" parameters="symmetric=true"></${TAG}>`)
  const both = await figures.ready(TAG)
  await expect(reading(both)).toContainText('8 back: −4; 8 ahead: −4. Both get the same weight.')
})

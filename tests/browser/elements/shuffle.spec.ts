// <wf-shuffle>: outputs that move with their characters, the mask, the reader's own text.

import type { Locator } from '@playwright/test'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'
import { serveModels } from './models.js'

const TAG = 'wf-shuffle'

async function open(figures: Figures, attributes = '', html = 'lang="en"'): Promise<Locator> {
  await serveModels(figures.page.context())
  await figures.open(`<${TAG} ${attributes}></${TAG}>`, { html })
  return figures.ready(TAG)
}

const findings = (figure: Locator) => figure.locator('.findings')
const left = (parts: Locator) =>
  parts.evaluateAll((all) => all.map((part) => Math.round(part.getBoundingClientRect().left)))

test('without a mask no output changes; each stands under the place to which its character has moved', async ({
  figures,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const figure = await open(figures, 'order="0"')
  await expect(findings(figure)).toHaveText(/^The 21 outputs have 13 different values/)
  const start = await left(figure.locator('.moving'))
  await figure.getByRole('button', { name: 'Shuffle' }).click()
  await expect(findings(figure)).toHaveText(/^No output changes/)
  const moved = await left(figure.locator('.moving'))
  expect(moved).not.toEqual(start)
  expect([...moved].sort((a, b) => a - b)).toEqual(start)
  await expect(figure.locator('.same')).toHaveCount(21)
  await figure.getByRole('button', { name: 'In order' }).click()
  await expect.poll(() => left(figure.locator('.moving'))).toEqual(start)
  await expect(figure.getByRole('button', { name: 'In order' })).toBeDisabled()
})

test('under the mask outputs change', async ({ figures }) => {
  const figure = await open(figures)
  await figure.getByRole('checkbox', { name: 'Causal mask' }).check()
  await expect(findings(figure)).toHaveText(/^2\d of 21 outputs change; the largest change, \d+\s% of/)
  await expect(figure.locator('.change')).not.toHaveCount(0)
})

test('the reader’s text: ten equal letters, ten equal outputs', async ({ figures }) => {
  const figure = await open(figures, 'causal')
  await figure.getByRole('button', { name: 'More' }).click()
  await figure.getByLabel('Your text').fill('aaaaaaaaaa')
  await expect(findings(figure)).toHaveText(/All 10 outputs are equal\.$/)
  await figure.getByLabel('Your text').fill('你好 Juliet 👋')
  await expect(figure.locator('#text-notes')).toContainText('left out')
  await expect(figure.locator('.values tbody tr')).toHaveCount(8)
  expect(await figures.state(figure)).toEqual({ text: '你好 Juliet 👋', causal: true })
})

test('its values as a table and as files', async ({ figures }) => {
  const figure = await open(figures)
  const csv = (await figures.save(figure, 'csv')).text.trim().split('\n')
  expect(csv).toHaveLength(22)
  expect(csv[1]).toMatch(/^t,0,\d+,/)
  expect((await figures.save(figure, 'svg')).text).toContain('attention, new order')
})

test('in Chinese; what is out of range is said', async ({ figures }) => {
  const figure = await open(figures, 'layer="7"', 'lang="zh"')
  await expect(findings(figure)).toHaveText(/^没有输出变化/)
  await settled(figure)
  await expect(figure.locator('.complaint')).toHaveCount(1)
})

test('without its model it says which files belong where', async ({ figures, page }) => {
  figures.tolerate(/404/)
  await serveModels(page.context(), { failing: () => /./ })
  await figures.open(`<${TAG} model-base="models/"></${TAG}>`)
  const alert = page.locator(TAG).getByRole('alert')
  await expect(alert).toContainText('Copy the folder tiny-shakespeare-small-none (config.json,')
})

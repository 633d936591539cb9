// A caption of the page stands while the figure shows what it speaks of; in other states the figure has its own.

import { expect, test } from './figures.js'

const PAGE = '<p slot="caption" data-when="view=map&parameters=">Every number of the map.</p>'

test('a caption for one state gives way to that of the figure, and comes back', async ({ figures, page }) => {
  await figures.open(`<wf-encoding encoding="rope" length="16">${PAGE}</wf-encoding>`)
  const figure = await figures.ready('wf-encoding')
  const said = page.getByText('Every number of the map.')
  const own = figure.locator('.caption')
  await expect(said).toBeVisible()
  await expect(own).not.toContainText('Conventions', { useInnerText: true }) // what stands in the slot is not shown
  await figure.locator('#view-waves').click()
  await expect(own).toContainText('the shortest wavelength is 6.28 positions')
  await expect(said).toBeHidden()
  await figure.locator('#view-map').click()
  await expect(said).toBeVisible()
  await figure.locator('#parameter-layout').selectOption('interleaved')
  await expect(own).toContainText('neighbours')
  await expect(said).toBeHidden()
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
  await expect(own).toContainText('每一对的余弦和正弦相邻')
})

test('a caption without a condition stands in every state', async ({ figures, page }) => {
  await figures.open('<wf-encoding encoding="rope"><p slot="caption">For all.</p></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  await figure.locator('#view-waves').click()
  await expect(figure.locator('.u-over')).toBeVisible()
  await expect(page.getByText('For all.')).toBeVisible()
})

test('after a refusal the caption is that of the picture', async ({ figures, page }) => {
  await figures.open(
    '<wf-rotation scaling="linear" dim="2"><p slot="caption" data-when="scaling=linear">Linear.</p></wf-rotation>',
  )
  const figure = await figures.ready('wf-rotation')
  await figure.locator('#scaling').selectOption('ntk')
  await expect(figure.locator('.trouble')).toBeVisible()
  await expect(page.getByText('Linear.')).toBeVisible()
})

test('own captions follow layouts and rules', async ({ figures }) => {
  await figures.open('<wf-encoding encoding="sinusoidal" dim="16"></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  const own = figure.locator('.caption')
  await expect(own).toContainText('Each pair of channels is a sine and a cosine')
  await figure.locator('#parameter-layout').selectOption('concatenated')
  await expect(own).toContainText('All sines come before all cosines')
  await figure.locator('#encoding').selectOption('alibi')
  await expect(own).toContainText('0 on the diagonal and changes by −0.5')
  await figure.locator('details.more summary').click()
  await figure.locator('#parameter-keyed').selectOption('key')
  await expect(own).toContainText('the position of the key times a slope, here 0.5')
  await figure.locator('#encoding').selectOption('rope')
  await figure.locator('#parameter-scaling-ropeType').selectOption('yarn')
  await expect(own).toContainText('multiplies cosines and sines by 1.14')
  await expect(own).toContainText('in each half the fast pairs come first')
  await figure.locator('#parameter-scaling-ropeType').selectOption('longrope')
  await expect(own).toContainText('fixed examples are used here')
})

test('the slopes of ALiBi are the same whether the distance or the key is looked at', async ({ figures }) => {
  await figures.open('<wf-bias encoding="alibi" view="slopes"></wf-bias>')
  const figure = await figures.ready('wf-bias')
  await figures.more(figure)
  const summary = figure.locator('wf-lines #summary')
  const before = '8 heads; the steepest falls by 0.5 per step, the flattest by 0.00391.'
  await expect(summary).toHaveText(before)
  await figure.locator('details.more summary').click()
  await figure.locator('#parameter-keyed').selectOption('key')
  await expect(figure.locator('#parameter-keyed')).toHaveValue('key')
  await expect(figure.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(summary).toHaveText(before)
})

// <wf-rotation>: clocks, distances, scalings.

import { pixelsOf } from '../settled.js'
import { expect, test } from './figures.js'

const TAG = 'wf-rotation'

const summary = (figure: import('@playwright/test').Locator) => figure.locator('wf-clocks .readout')

test('moving both tokens rotates the hands and keeps the score', async ({ figures, page }) => {
  await figures.open('<wf-rotation></wf-rotation>')
  const figure = await figures.ready(TAG)
  const hands = () =>
    figure
      .locator('wf-clocks button .query')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
  const before = await hands()
  const score = async () => Number(/score is (\S+)/.exec((await summary(figure).textContent()) ?? '')?.[1])
  const start = await score()
  await figure.getByRole('slider', { name: 'Position of the query' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(summary(figure)).toContainText('Query at position 13, key at 9')
  expect(await hands()).not.toEqual(before)
  expect(await score()).toBeCloseTo(start, 3)
  await figure.getByRole('spinbutton', { name: 'Distance to the key' }).fill('0')
  await page.keyboard.press('Tab')
  await expect(summary(figure)).toContainText('the score is 1.000')
})

test('the hand of the fastest pair stands at as many radians as its position', async ({ figures }) => {
  await figures.open('<wf-rotation position="1" distance="1"></wf-rotation>')
  const figure = await figures.ready(TAG)
  const first = figure.locator('wf-clocks button').first()
  await expect(first).toHaveAttribute(
    'aria-label',
    /wavelength 6.28 positions: query at 57°, key at 0°; contribution to the score 0.54/,
  )
})

test('the clocks are one tab stop, and arrow keys select one', async ({ figures, page }) => {
  await figures.open('<wf-rotation></wf-rotation>')
  const figure = await figures.ready(TAG)
  await figure.locator('wf-clocks button').first().focus()
  await expect(summary(figure)).toContainText('Pair 0, wavelength 6.28')
  await page.keyboard.press('ArrowRight')
  await expect(summary(figure)).toContainText('Pair 1, wavelength 19.9')
  await page.keyboard.press('End')
  await expect(summary(figure)).toContainText('Pair 7')
  await page.keyboard.press('Tab')
  await expect(figure.locator('.plot')).toBeFocused()
})

for (const scaling of ['linear', 'ntk', 'dynamic', 'yarn', 'llama3']) {
  test(`${scaling} scaling slows the slowest pair, and the score at distance 0 is 1`, async ({
    figures,
    page,
  }) => {
    await figures.open(
      `<wf-rotation position="300" distance="0" scaling="${scaling}" factor="4"></wf-rotation>`,
    )
    const figure = await figures.ready(TAG)
    await expect(summary(figure)).toContainText('the score is 1.000')
    await expect(figure.locator('.u-over')).toBeVisible()
    await figure.locator('.plot').focus()
    await page.keyboard.press('End')
    await expect(figure.locator('wf-lines .readout')).toHaveText(/wavelength/)
    const [, scaled, plain] =
      /wavelength (\S+) positions, (\S+) without/.exec(
        (await figure.locator('wf-lines .readout').textContent()) ?? '',
      ) ?? []
    expect(Number(scaled)).toBeGreaterThan(Number(plain) * 1.5)
  })
}

test('a chart follows the pointer; dragging and double clicks change nothing', async ({ figures, page }) => {
  await figures.open('<wf-rotation></wf-rotation>')
  const lines = (await figures.ready(TAG)).locator('wf-lines')
  const over = lines.locator('.u-over')
  await over.scrollIntoViewIfNeeded()
  const pixels = () => pixelsOf(lines.locator('.plot canvas'))
  const before = await pixels()
  const box = await over.boundingBox()
  if (!box) throw new Error('the chart has no box')
  const at = (share: number) => [box.x + share * box.width, box.y + box.height / 2] as const
  await page.mouse.move(...at(0.1))
  await expect(lines.locator('.readout')).toHaveText(/pair 1:/)
  await page.mouse.down()
  await page.mouse.move(...at(0.9), { steps: 5 })
  await page.mouse.up()
  await expect(lines.locator('.readout')).toHaveText(/pair 6:/)
  await page.mouse.dblclick(...at(0.5))
  await expect(lines.locator('.u-select')).toBeHidden()
  expect(await pixels()).toBe(before)
})

test('positions at the end of the range, invalid numbers and odd widths are drawn', async ({ figures }) => {
  await figures.open(
    '<wf-rotation position="131072" distance="99999999" dim="7" base="-1" factor="x" scaling="none"></wf-rotation>',
  )
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.complaint')).toHaveCount(5)
  await expect(figure.locator('wf-clocks button')).toHaveCount(3)
  await expect(summary(figure)).toContainText('Query at position 131072, key at 0')
})

test('key repeat does not queue up: the picture ends at the last position', async ({ figures, page }) => {
  await figures.open('<wf-rotation position="12"></wf-rotation>')
  const figure = await figures.ready(TAG)
  await figure.getByRole('slider', { name: 'Position of the query' }).focus()
  for (let i = 0; i < 60; i++) await page.keyboard.down('ArrowRight')
  await page.keyboard.up('ArrowRight')
  await expect(summary(figure)).toContainText('Query at position 72')
})

test('a clock can be turned: one turn is its wavelength', async ({ figures, page }) => {
  await figures.open('<wf-rotation position="12" distance="4"></wf-rotation>')
  const figure = await figures.ready('wf-rotation')
  const dial = figure.locator('wf-clocks button svg').nth(1) // in 19.9 positions
  const box = await dial.boundingBox()
  if (!box) throw new Error('no clock')
  const [x, y] = [box.x + box.width / 2, box.y + (box.height * 46) / 104]
  await page.mouse.move(x + 20, y)
  await page.mouse.down()
  await page.mouse.move(x + 14, y - 14)
  await page.mouse.move(x, y - 20)
  await page.mouse.up()
  await expect.poll(() => figures.state(figure)).toMatchObject({ position: 17 }) // a quarter
})

// The map of every encoding of the catalogue, and numbers that everybody can check by hand.

import { type Demo, expect, test } from './demo.js'

const map = (demo: Demo) => demo.page.locator('demo-encoding wf-heat-map')

/** The value at a cell, read out by the keys. */
async function valueAt(demo: Demo, row: number, column: number): Promise<string> {
  const target = map(demo).getByRole('group')
  await target.focus()
  await target.press('Escape')
  await target.press('ArrowDown') // shows the cursor at 0, 0
  for (let i = 0; i < row; i++) await target.press('ArrowDown')
  for (let i = 0; i < column; i++) await target.press('ArrowRight')
  return (await map(demo).locator('.readout').textContent()) ?? ''
}

const KNOWN = [
  { type: 'none', row: 3, column: 5, reads: 'position 3, dimension 5: 0' },
  { type: 'sinusoidal', row: 1, column: 0, reads: 'position 1, dimension 0: 0.841' }, // sin 1
  { type: 'rope', row: 1, column: 0, reads: 'position 1, dimension 0: 0.54' }, // cos 1
  { type: 'alibi', row: 3, column: 0, reads: 'query 3, key 0: −1.5' }, // 3 steps of slope 1/2
  { type: 't5', row: 0, column: 2, reads: 'query 0, key 2: 18' }, // second half of 32 buckets, distance 2
] as const

test('each encoding reads the numbers of its definition', async ({ demo, page }) => {
  await demo.open()
  for (const { type, row, column, reads } of KNOWN) {
    await page.locator('#encoding-type').selectOption(type)
    const title = (await page.locator('#encoding-type option:checked').textContent())?.trim()
    await expect(map(demo).getByRole('group')).toHaveAttribute('aria-label', `Map of the encoding: ${title}`)
    expect(await valueAt(demo, row, column), type).toBe(reads)
  }
})

test('every encoding of the catalogue has a picture of its own', async ({ demo, page }) => {
  await demo.open()
  const chooser = page.locator('#encoding-type')
  const types = await chooser
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(types).toEqual(expect.arrayContaining(['none', 'sinusoidal', 'learned', 'rope', 'alibi', 't5']))
  const seen = new Set<string>()
  for (const type of types) {
    await chooser.selectOption(type)
    const title = (await chooser.locator('option:checked').textContent())?.trim()
    await expect(map(demo).getByRole('group')).toHaveAttribute('aria-label', `Map of the encoding: ${title}`)
    seen.add(await demo.pixels(map(demo)))
  }
  expect(seen.size).toBe(types.length)
  await expect(demo.alert).toHaveCount(0)
})

test('the learned table is the trained one: 64 rows of 128, and neither zero nor even', async ({ demo }) => {
  await demo.open('#encoding=learned&length=200')
  const size = await map(demo)
    .locator('canvas')
    .evaluate(({ width, height }: HTMLCanvasElement) => [width, height])
  expect(size).toEqual([128, 64])
  const corner = await valueAt(demo, 0, 0)
  expect(corner).toMatch(/^position 0, dimension 0: −?0\.\d+$/)
  expect(await valueAt(demo, 1, 0)).not.toBe(corner)
})

test('length, dimension and base change the map', async ({ demo, page }) => {
  await demo.open('#encoding=rope')
  const canvas = map(demo).locator('canvas')
  await page.locator('#encoding-length').fill('10')
  await page.locator('#encoding-dim').fill('8')
  await expect(canvas).toHaveAttribute('width', '8')
  await expect(canvas).toHaveAttribute('height', '10')
  const caption = page.locator('demo-encoding figcaption')
  await expect(caption).toContainText('Of the 4 pairs')
  const before = await caption.textContent()
  await page.getByRole('spinbutton', { name: 'Base' }).fill('100')
  await page.getByRole('spinbutton', { name: 'Base' }).press('Enter')
  await expect(caption).not.toHaveText(before ?? '')
})

test('each ALiBi head has its own slope', async ({ demo, page }) => {
  await demo.open('#encoding=alibi')
  await expect(page.locator('demo-encoding figcaption')).toContainText('changes by −0.5')
  await page.locator('#encoding-head').selectOption('1')
  await expect(page.locator('demo-encoding figcaption')).toContainText('changes by −0.25')
})

// Text in, tokens, attention and next characters out.

import { expect, test } from './demo.js'

test('the page shows tokens, attention and next characters of its first text', async ({ demo }) => {
  await demo.open()
  await expect(demo.tokens).toHaveCount(41)
  const size = await demo.map
    .locator('canvas')
    .evaluate(({ width, height }: HTMLCanvasElement) => [width, height])
  expect(size).toEqual([41, 41])
  await expect(demo.bars).toHaveCount(10)
  const shares = await demo.bars.locator('.value').allTextContents()
  const first = Number.parseFloat(shares[0] ?? '')
  expect(first).toBeGreaterThan(10)
  expect(first).toBeLessThanOrEqual(100)
  expect(Number.parseFloat(shares[1] ?? '')).toBeLessThanOrEqual(first)
})

test('typing changes the tokens, the map and the next characters', async ({ demo }) => {
  await demo.open()
  const [map, bars] = [await demo.pixels(demo.map), await demo.bars.allTextContents()]
  await demo.type('The king is dead; the quee')
  await expect(demo.tokens.first()).toContainText('T')
  await expect.poll(() => demo.pixels(demo.map)).not.toBe(map)
  await expect.poll(() => demo.bars.allTextContents()).not.toEqual(bars)
  await expect(demo.bars.first()).toContainText('n')
})

test('the exact attention weights of each query add up to 1 over the keys it sees', async ({
  demo,
  page,
}) => {
  await demo.open()
  await demo.type('Good morrow!')
  await page.getByText('Exact values').click()
  const rows = page.locator('wf-matrix-table tbody tr')
  await expect(rows).toHaveCount(12)
  for (let query = 0; query < 12; query++) {
    const cells = rows.nth(query).locator('td:not(.hidden)')
    const weights = (await cells.allTextContents()).map(Number)
    expect(weights).toHaveLength(query + 1)
    const sum = weights.reduce((a, b) => a + b, 0)
    expect(Math.abs(sum - 1), `query ${query}: ${weights}`).toBeLessThan(1e-4)
  }
})

test('a character outside the vocabulary is named, the picture stays, and the page still works', async ({
  demo,
}) => {
  await demo.open()
  const map = await demo.pixels(demo.map)
  await demo.textBox.fill('café')
  await expect(demo.page.locator('#text-note')).toContainText('does not know the character “é”')
  await expect(demo.tokens).toHaveCount(41)
  expect(await demo.pixels(demo.map)).toBe(map)
  await demo.type('cafe')
  await expect(demo.page.locator('#text-note')).not.toContainText('é')
})

test('an empty text asks for a character and keeps the picture', async ({ demo }) => {
  await demo.open()
  await demo.textBox.fill('')
  await expect(demo.page.locator('#text-note')).toContainText('at least one character')
  await expect(demo.tokens).toHaveCount(41)
})

test('of a text that is too long the end is read, and the page says so', async ({ demo }) => {
  await demo.open()
  await demo.type(`${'word '.repeat(16)}THE END`)
  await expect(demo.page.locator('#text-note')).toContainText('87 characters; the model reads the last 64')
  await expect(demo.tokens.last()).toContainText('D')
  await expect(demo.tokens.first().locator('.position')).toHaveText('0')
})

test('another head shows another map, and the link remembers it', async ({ demo, page }) => {
  await demo.open()
  const map = await demo.pixels(demo.map)
  await page.getByRole('button', { name: 'layer 2, head 3' }).click()
  await expect.poll(() => demo.pixels(demo.map)).not.toBe(map)
  const other = await demo.pixels(demo.map)
  await expect(page.locator('#attention-layer')).toHaveValue('1')
  await expect(page.locator('#attention-head')).toHaveValue('2')
  await page.locator('#attention-layer').selectOption('0')
  await page.locator('#attention-head').selectOption('0')
  await expect.poll(() => demo.pixels(demo.map)).toBe(map)
  await page.getByRole('button', { name: 'layer 2, head 3' }).click()
  await expect(page).toHaveURL(/layer=2&head=3/)
  await page.reload()
  await expect.poll(() => demo.pixels(demo.map)).toBe(other)
})

test('choosing a token asks for the next character there', async ({ demo, page }) => {
  await demo.open()
  await demo.type('wherefore art thou')
  await demo.tokens.nth(3).click()
  await expect(page.locator('demo-next .look')).toContainText('after position 3 ‘r’')
  await expect(demo.bars.first()).toContainText('e')
  await expect(demo.tokens.nth(3)).toHaveAttribute('aria-pressed', 'true')
})

test('pointing at a token outlines its row and column in the map', async ({ demo }) => {
  await demo.open()
  const boxes = demo.map.locator('rect.over')
  await expect(boxes).toHaveCount(1)
  await demo.tokens.nth(5).hover()
  await expect(boxes).toHaveCount(3)
  await expect(boxes.nth(1)).toHaveAttribute('y', '5')
  await expect(boxes.nth(2)).toHaveAttribute('x', '5')
})

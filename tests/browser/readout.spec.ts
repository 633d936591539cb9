// Pointer and keys read the same cell out.

import { expect, test } from './demo.js'

test('arrow keys read cells out, with indices, characters and value', async ({ demo }) => {
  await demo.open()
  const map = demo.map.getByRole('group')
  const readout = demo.map.locator('.readout')
  await expect(readout).toContainText('arrow keys')
  await map.focus()
  await map.press('ArrowUp') // the first key shows the cursor at the chosen query
  await expect(readout).toHaveText(/^query 40 ‘\?’, key 0 ‘O’: (0\.\d\d|< 0\.01)$/)
  await map.press('ArrowUp')
  await map.press('ArrowRight')
  await expect(readout).toHaveText(/^query 39 ‘o’, key 1 ‘␣’: /)
  await map.press('PageUp')
  await map.press('End')
  await expect(readout).toHaveText('query 31 ‘h’, key 40 ‘?’: masked, it comes later')
  await expect(demo.map.locator('[aria-live]')).toHaveText('query 31 ‘h’, key 40 ‘?’: masked, it comes later')
  await map.press('Escape')
  await expect(readout).toContainText('arrow keys')
})

test('the first query can only look at itself', async ({ demo }) => {
  await demo.open('#query=0')
  const map = demo.map.getByRole('group')
  await map.focus()
  await map.press('ArrowDown')
  await expect(demo.map.locator('.readout')).toHaveText('query 0 ‘O’, key 0 ‘O’: 1.00')
})

test('the pointer reads the cell under it, and a click chooses its query', async ({ demo }) => {
  await demo.open()
  const box = await demo.map.getByRole('group').boundingBox()
  if (!box) throw new Error('the map has no box')
  const cell = box.width / 41
  await demo.page.mouse.move(box.x + 2.5 * cell, box.y + 5.5 * cell)
  await expect(demo.map.locator('.readout')).toHaveText(/^query 5 ‘e’, key 2 ‘R’: \d\.\d\d$/)
  await demo.page.mouse.click(box.x + 2.5 * cell, box.y + 5.5 * cell)
  await expect(demo.tokens.nth(5)).toHaveAttribute('aria-pressed', 'true')
  await demo.page.mouse.move(box.x, box.y - 40)
  await expect(demo.map.locator('.readout')).toContainText('arrow keys')
})

test('the number boxes move the window of exact values without a pointer', async ({ demo, page }) => {
  await demo.open()
  await page.getByText('Exact values').click()
  const corner = page.locator('wf-matrix-table tbody th').first()
  await expect(corner).toHaveText(/^25/)
  await page.getByRole('spinbutton', { name: 'query' }).fill('3')
  await expect(corner).toHaveText(/^0/)
})

test('the whole strip is one stop for the Tab key, and arrows move inside it', async ({ demo }) => {
  await demo.open()
  await demo.textBox.focus()
  await demo.page.keyboard.press('Tab')
  await expect(demo.tokens.last()).toBeFocused()
  await demo.page.keyboard.press('Home')
  await demo.page.keyboard.press('ArrowRight')
  await expect(demo.tokens.nth(1)).toBeFocused()
  await demo.page.keyboard.press('Tab')
  await expect(demo.map.getByRole('group')).toBeFocused()
})

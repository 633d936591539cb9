// The life of an element: moved about in a document, it goes on working.

import { expect, test } from './demo.js'

test('a heat map survives being moved ten times, and still follows its size', async ({ demo, page }) => {
  await demo.open()
  await demo.map.evaluate((element) => {
    const home = element.parentElement
    for (let i = 0; i < 10; i++) {
      document.body.append(element)
      home?.prepend(element)
    }
  })
  await expect(demo.map.locator('svg.columns text')).toHaveCount(41) // names where there is room
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(demo.map.locator('svg.columns text')).toHaveCount(11) // else every fourth index
  const map = demo.map.getByRole('group')
  await map.focus()
  await map.press('ArrowUp')
  await expect(demo.map.locator('.readout')).toHaveText(/^query 40 /)
})

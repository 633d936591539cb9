// A shared link opens the article at its figure.

import { expect, test } from './complaints.js'
import { settled } from './settled.js'

test.beforeEach(({ complaints }) => complaints.tolerate(/preloaded using link preload/)) // the first figure is not seen

for (const path of ['', 'zh/']) {
  test(`the link of one figure leads to it, as it was (${path || '.'})`, async ({ page }) => {
    await page.goto(`${path}#fig-clocks=position%3D25`)
    const figure = page.locator('#fig-clocks')
    await settled(figure)
    await expect(figure).toBeInViewport()
    expect(await figure.evaluate((one: HTMLElement & { state: object }) => one.state)).toMatchObject({
      position: 25,
    })
  })

  test(`that of a figure as it starts, too (${path || '.'})`, async ({ page }) => {
    await page.goto(`${path}#fig-clocks`)
    await settled(page.locator('#fig-clocks'))
    await expect(page.locator('#fig-clocks')).toBeInViewport()
  })
}

test('the address of a page where several figures were changed leads to none of them', async ({
  complaints,
  page,
}) => {
  await page.goto('#fig-clocks=position%3D25&fig-scaling=factor%3D2')
  await expect(page.locator('.live:not(:defined)')).toHaveCount(0)
  await expect(page.locator('h1')).toBeInViewport()
  expect(complaints.unexpected).toEqual([])
})

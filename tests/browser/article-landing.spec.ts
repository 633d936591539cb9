// A shared link opens a page at its figure.

import { expect, test } from './complaints.js'
import { settled } from './settled.js'

test.beforeEach(({ complaints }) => complaints.tolerate(/preloaded using link preload/)) // the first figure is not seen

for (const path of ['stretching/', 'zh/stretching/']) {
  test(`the link of one figure leads to it, as it was (${path})`, async ({ page }) => {
    await page.goto(`${path}#fig-clocks=position%3D25`)
    const figure = page.locator('#fig-clocks')
    await settled(figure)
    await expect(figure).toBeInViewport()
    expect(await figure.evaluate((one: HTMLElement & { state: object }) => one.state)).toMatchObject({
      position: 25,
    })
  })

  test(`that of a figure as it starts, too (${path})`, async ({ page }) => {
    await page.goto(`${path}#fig-clocks`)
    await settled(page.locator('#fig-clocks'))
    await expect(page.locator('#fig-clocks')).toBeInViewport()
  })
}

test('the address of a page where several figures were changed leads to none of them', async ({
  complaints,
  page,
}) => {
  await page.goto('stretching/#fig-clocks=position%3D25&fig-scaling=factor%3D2')
  await expect(page.locator('.live:not(:defined)')).toHaveCount(0)
  await expect(page.locator('h1')).toBeInViewport()
  expect(complaints.unexpected).toEqual([])
})

test('what grows above the figure does not push it away; a reader who scrolls is free', async ({ page }) => {
  await page.goto('stretching/#fig-clocks')
  const figure = page.locator('#fig-clocks')
  await settled(figure)
  const grow = () =>
    page.locator('h1').evaluate((title: HTMLElement) => {
      document.documentElement.style.overflowAnchor = 'none' // the browser alone does not always hold it
      title.style.marginTop = `${9000 + document.body.offsetHeight}px`
    })
  const above = () => figure.evaluate((one) => one.getBoundingClientRect().top)
  const placed = await above()
  await grow()
  await expect.poll(above).toBeCloseTo(placed, -1)
  await page.mouse.wheel(0, -500)
  await expect.poll(above).toBeGreaterThan(placed + 400)
  await grow()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await above()).toBeGreaterThan(placed + 400)
})

test('a reader who landed at a figure goes on by the chapters, with the pointer or the keyboard', async ({
  page,
}) => {
  for (const go of ['click', 'press'] as const) {
    await page.goto(`?${go}#fig-arrows`)
    await settled(page.locator('#fig-arrows'))
    const link = page.locator('.chapters a[href="#train"]')
    await (go === 'click' ? link.click() : link.press('Enter'))
    await expect(page.locator('#train')).toBeInViewport()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(page.locator('#train')).toBeInViewport()
  }
})

test('the figure of a chapter keeps the settings of its link until the reader acts', async ({ page }) => {
  await page.goto('#fig-arrows=queryAt%3D33%26keyAt%3D30')
  const figure = page.locator('#fig-arrows')
  const state = () => figure.evaluate((one: HTMLElement & { state: object }) => one.state)
  await settled(figure)
  await expect(figure).toBeInViewport()
  await expect.poll(state).toMatchObject({ queryAt: 33, keyAt: 30 })
  const [, step] = await page.locator('.chapter', { has: figure }).locator('button.mark').all()
  await step?.click()
  await expect.poll(state).toMatchObject({ queryAt: 12, keyAt: 6 })
})

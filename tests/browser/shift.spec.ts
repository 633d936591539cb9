// The heart of the page: a shift of all positions leaves RoPE alone and changes a learned table.

import { type Demo, expect, test } from './demo.js'

const slider = (demo: Demo) => demo.page.locator('#shift-slider')
const box = (demo: Demo) => demo.page.locator('.shift-control input[type=number]')
const maps = (demo: Demo, model: string) => demo.page.locator(`[data-model=${model}] wf-heat-map`)
const titles = (demo: Demo, model: string) => demo.page.locator(`[data-model=${model}] .at`)

async function shiftTo(demo: Demo, shift: number): Promise<void> {
  await box(demo).fill(String(shift))
  await box(demo).press('Enter')
  await expect(titles(demo, 'rope').nth(1)).toHaveText(`shift ${shift}`)
}

test('a shift moves the learned table but not RoPE', async ({ demo }) => {
  await demo.open()
  await expect(titles(demo, 'learned').nth(1)).toHaveText('shift 12')
  expect(await demo.changeOf('rope')).toBeLessThan(1e-4)
  expect(await demo.changeOf('learned')).toBeGreaterThan(0.01)
  const [start, moved] = [maps(demo, 'learned').nth(0), maps(demo, 'learned').nth(1)]
  expect(await demo.pixels(start)).not.toBe(await demo.pixels(moved))
})

test('without a shift nothing changes in either model', async ({ demo }) => {
  await demo.open('#shift=0')
  expect(await demo.changeOf('rope')).toBe(0)
  expect(await demo.changeOf('learned')).toBe(0)
})

test('the slider moves with the keyboard, and both models follow', async ({ demo }) => {
  await demo.open()
  const before = await demo.changeOf('learned')
  await slider(demo).focus()
  for (let i = 0; i < 5; i++) await slider(demo).press('ArrowRight')
  await expect(box(demo)).toHaveValue('17')
  await expect(titles(demo, 'learned').nth(1)).toHaveText('shift 17')
  expect(await demo.changeOf('learned')).not.toBe(before)
  expect(await demo.changeOf('learned')).toBeGreaterThan(0.01)
  expect(await demo.changeOf('rope')).toBeLessThan(1e-4)
  await expect(demo.page.locator('.position-note')).toContainText('positions 17 … 57')
})

test('past the end of the learned table the page says why, and RoPE goes on', async ({ demo }) => {
  await demo.open()
  await shiftTo(demo, 1000)
  const note = demo.page.locator('.position-note')
  await expect(note).toContainText('has 64 rows')
  await expect(note).toContainText('position 1040')
  await expect(note.locator('code')).toContainText('learned table') // the library's own words
  await expect(titles(demo, 'learned').nth(1)).toHaveText('shift 23')
  expect(await demo.changeOf('rope')).toBeLessThan(1e-4)
  expect(await demo.changeOf('rope')).toBeGreaterThan(0) // it did compute: rounding differs
  await shiftTo(demo, 4)
  await expect(note).not.toContainText('rows')
  await expect(titles(demo, 'learned').nth(1)).toHaveText('shift 4')
})

test('the last shift of the learned table is the one whose last token has the last row', async ({ demo }) => {
  await demo.open('#shift=23')
  await expect(demo.page.locator('.position-note')).toContainText('positions 23 … 63')
  await shiftTo(demo, 24)
  await expect(demo.page.locator('.position-note')).toContainText('position 64, which has no row')
})

test('the shifted maps follow the text', async ({ demo }) => {
  await demo.open()
  await demo.type('My lord, my lord')
  await expect(demo.page.locator('.position-note')).toContainText('positions 12 … 27')
  await expect
    .poll(() =>
      maps(demo, 'learned')
        .nth(1)
        .locator('canvas')
        .evaluate((c: HTMLCanvasElement) => c.width),
    )
    .toBe(16)
  expect(await demo.changeOf('rope')).toBeLessThan(1e-4)
})

test('a shift that is too large is read as the largest, and the box says so', async ({ demo }) => {
  await demo.open()
  await box(demo).fill('99999')
  await box(demo).press('Enter')
  await expect(box(demo)).toHaveValue('1000')
  await expect(titles(demo, 'rope').nth(1)).toHaveText('shift 1000')
})

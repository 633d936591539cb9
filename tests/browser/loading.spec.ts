// While something loads, a bar says what and how far.

import { expect, test } from './demo.js'

test('a bar names what is loading and goes away with it', async ({ demo, page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/tiny-shakespeare-rope/model.safetensors', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('.')
  const bar = page.getByRole('progressbar', { name: 'Loading the model with rotary positions' })
  await expect(bar).toBeVisible()
  await expect(demo.tokens).toHaveCount(0)
  release()
  await expect(demo.tokens).toHaveCount(41)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test('a text typed while the model loads is the one that is read', async ({ demo, page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/tiny-shakespeare-rope/config.json', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('.')
  await demo.textBox.fill('Peace, ho!')
  release()
  await expect(demo.tokens).toHaveCount(10)
})

test('keys held down do not queue up: the picture ends at the last shift', async ({ demo, page }) => {
  await demo.open('#shift=0')
  await page.locator('#shift-slider').focus()
  for (let i = 0; i < 60; i++) await page.keyboard.down('ArrowRight')
  await page.keyboard.up('ArrowRight')
  await expect(page.locator('[data-model=rope] .at').nth(1)).toHaveText('shift 60', { timeout: 5000 })
})

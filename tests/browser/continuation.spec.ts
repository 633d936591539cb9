// Drawing a continuation, character by character.

import { expect, test } from './demo.js'

test('the same seed draws the same continuation, another seed another one', async ({ demo, page }) => {
  await demo.open()
  const output = page.locator('.continuation')
  const start = page.getByRole('button', { name: 'Continue the text' })
  const draw = async () => {
    await start.click()
    await expect(page.getByRole('button', { name: 'Put it into the text box' })).toBeEnabled()
    return (await output.textContent()) ?? ''
  }
  const first = await draw()
  expect(first).toContain('O Romeo, Romeo! wherefore art thou Romeo?')
  expect(first.length).toBe(41 + 120)
  await expect(page.locator('demo-next')).toContainText('trained on 64 characters at a time')
  expect(await draw()).toBe(first)
  await page.getByText('How a character is drawn').click()
  await page.locator('#sampling-seed').fill('2')
  expect(await draw()).not.toBe(first)
})

test('Stop ends a continuation', async ({ demo, page }) => {
  await demo.open()
  // in the page, because all characters may be drawn before a second command arrives
  await page.locator('demo-next').evaluate(async (element) => {
    const [start, stop] = element.querySelectorAll('button')
    start?.click()
    await (element as HTMLElement & { updateComplete: Promise<boolean> }).updateComplete
    stop?.click()
  })
  await expect(page.getByRole('button', { name: 'Continue the text' })).toBeEnabled()
  const drawn = (await page.locator('.continuation').textContent()) ?? ''
  expect(drawn.length).toBeGreaterThanOrEqual(41)
  expect(drawn.length).toBeLessThan(41 + 120)
  await expect(demo.alert).toHaveCount(0)
})

test('a continuation can become the text, whose end is then read', async ({ demo, page }) => {
  await demo.open()
  await page.getByRole('button', { name: 'Continue the text' }).click()
  const adopt = page.getByRole('button', { name: 'Put it into the text box' })
  await expect(adopt).toBeEnabled()
  await adopt.click()
  await expect(demo.tokens).toHaveCount(64)
  await expect(page.locator('#text-note')).toContainText('161 characters')
})

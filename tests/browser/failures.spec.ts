// What can go wrong on the way: each time words, a way out, and the old picture.

import { type Demo, expect, test } from './demo.js'

const FAILED_REQUEST = /Failed to load resource/

for (const { what, address } of [
  { what: 'the weights', address: '**/tiny-shakespeare-rope/model.safetensors' },
  { what: 'the configuration', address: '**/tiny-shakespeare-rope/config.json' },
  { what: 'the WebAssembly core', address: '**/*.wasm' },
]) {
  test(`when ${what} cannot be found, the page says so and tries again when asked`, async ({
    demo,
    page,
  }) => {
    demo.tolerate(FAILED_REQUEST)
    await page.route(address, (route) => route.fulfill({ status: 404, body: 'not here' }))
    await page.goto('.')
    await expect(demo.alert.first()).toContainText('A file could not be loaded')
    await expect(demo.alert.first()).toContainText('404')
    await expect(demo.tokens).toHaveCount(0)
    await page.unroute(address)
    await demo.alert.first().getByRole('button', { name: 'Try again' }).click()
    await expect(demo.tokens).toHaveCount(41)
    await expect(demo.alert).toHaveCount(0)
  })
}

test('without the second model the first one still works', async ({ demo, page }) => {
  demo.tolerate(FAILED_REQUEST)
  await page.route('**/tiny-shakespeare-learned/model.safetensors', (route) => route.fulfill({ status: 404 }))
  await page.goto('.')
  await expect(demo.alert).toContainText('A file could not be loaded')
  await expect(demo.tokens).toHaveCount(41)
  await demo.type('Farewell')
  await expect(demo.change('rope')).toHaveText(/10⁻/)
})

test('a truncated checkpoint is refused in words', async ({ demo, page }) => {
  await page.route('**/tiny-shakespeare-rope/model.safetensors', async (route) => {
    const response = await route.fetch()
    const body = (await response.body()).subarray(0, 100_000)
    await route.fulfill({ status: 200, body })
  })
  await page.goto('.')
  await expect(demo.alert).toContainText('could not be loaded')
  await expect(demo.tokens).toHaveCount(0)
})

test('after a crash of the worker the old picture stays, and the next text is read', async ({
  demo,
  page,
}) => {
  demo.tolerate(/provoked/)
  await demo.open()
  await crash(demo)
  await expect(demo.tokens).toHaveCount(41)
  await demo.type('Once more unto the breach')
  await expect(demo.bars).toHaveCount(10)
  await expect(page.locator('.position-note')).toContainText('positions 12 … 36')
})

async function crash({ page }: Demo): Promise<void> {
  const [worker] = page.workers()
  if (!worker) throw new Error('the page has no worker')
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('provoked')
    })
  })
  await page.waitForTimeout(200)
}

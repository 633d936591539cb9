// Pictures of the page for people: in test-results/ after every run, and for the README when asked.
// WHEREFORMER_UPDATE_SCREENSHOT=1 npx playwright test --grep @screenshot   writes docs/images/demo.png and demo-shift.png

import { expect, test } from './demo.js'

const VIEWS = [
  { name: 'desktop-light-en', width: 1280, scheme: 'light', hash: '#lang=en' },
  { name: 'desktop-dark-zh', width: 1280, scheme: 'dark', hash: '#lang=zh&encoding=rope' },
  { name: 'phone-light-zh', width: 360, scheme: 'light', hash: '#lang=zh&encoding=alibi' },
  { name: 'phone-dark-en', width: 360, scheme: 'dark', hash: '#lang=en&shift=500' },
] as const

for (const { name, width, scheme, hash } of VIEWS) {
  test(`a picture of the page: ${name} @screenshot`, async ({ demo, page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await demo.open(hash)
    await expect(demo.bars).toHaveCount(10)
    await page.screenshot({ path: `test-results/screenshots/${name}.png`, fullPage: true })
  })
}

test('the pictures of the README @screenshot', async ({ demo, page }) => {
  const folder =
    process.env.WHEREFORMER_UPDATE_SCREENSHOT === '1' ? 'docs/images' : 'test-results/screenshots'
  await page.setViewportSize({ width: 1160, height: 1000 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await demo.open('#lang=en')
  await expect(demo.bars).toHaveCount(10)
  const [next, encoding] = await Promise.all(
    ['demo-next', 'demo-encoding'].map((name) => page.locator(name).boundingBox()),
  )
  const shift = await page.locator('demo-shift').boundingBox()
  if (!next || !shift || !encoding) throw new Error('a figure has no box')
  const cut = async (name: string, from: number, to: number) => {
    const clip = { x: 0, y: from, width: 1160, height: to - from }
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, clip })
  }
  await cut('demo', 0, next.y - 32)
  await cut('demo-shift', shift.y - 24, encoding.y - 32)
})

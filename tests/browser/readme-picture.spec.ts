// The picture of the README is a figure of the article, as a reader meets it; here it is only made.
// npm run screenshots   writes docs/images/demo.png

import { expect, test } from './complaints.js'

test('the figure of the README can be drawn @screenshot', async ({ page }, { config }) => {
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 1160, height: 1000 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('.')
  const figure = page.locator('#fig-reading')
  await figure.scrollIntoViewIfNeeded()
  await figure.locator('.start').click()
  await expect(figure.locator('wf-probability-bars tr')).toHaveCount(10)
  await expect(figure.locator('.stage')).toHaveAttribute('aria-busy', 'false')
  const folder = config.updateSnapshots === 'all' ? 'docs/images' : 'test-results/screenshots'
  await figure.screenshot({ path: `${folder}/demo.png`, animations: 'disabled', caret: 'hide' })
})

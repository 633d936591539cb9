// The picture of the README is a figure of a side page, as a reader meets it; here it is only made.
// npm run screenshots   writes docs/images/demo.png

import { expect, test } from './complaints.js'
import { see } from './reading.js'
import { settled } from './settled.js'

test('the figure of the README can be drawn @screenshot', async ({ page }, { config }) => {
  await page.setViewportSize({ width: 1160, height: 1000 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('details/')
  const figure = page.locator('#fig-reading')
  await see(figure)
  await figure.locator('.start').click()
  await expect(figure.locator('wf-probability-bars tr')).toHaveCount(10)
  await settled(figure)
  const folder = config.updateSnapshots === 'all' ? 'docs/images' : 'test-results/screenshots'
  await figure.screenshot({ path: `${folder}/demo.png`, animations: 'disabled', caret: 'hide' })
})

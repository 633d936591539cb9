// What axe can find: names, roles, contrast, structure.

import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './demo.js'

for (const { lang, theme } of [
  { lang: 'en', theme: 'light' },
  { lang: 'zh', theme: 'dark' },
]) {
  test(`axe finds nothing to object to (${lang}, ${theme})`, async ({ demo, page }) => {
    await demo.open(`#lang=${lang}&theme=${theme}&shift=500`)
    for (const details of await page.locator('details summary').all()) await details.click()
    const { violations, passes } = await new AxeBuilder({ page }).analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([])
    expect(passes.length).toBeGreaterThan(20)
  })
}

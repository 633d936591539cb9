// What axe can find on every page of the site, at four widths, in both themes and languages.

import { told } from '../support/figure-pages.js'
import { axeEverywhere } from './axe.js'
import { expect, test } from './complaints.js'
import { computeLittle, seeAll } from './reading.js'

const PAGES = [
  ...told.map(({ path, figures }) => ({ path, figures: figures.length })),
  { path: 'encodings/#rope', figures: 1 },
  { path: 'figures/', figures: 0 },
  { path: 'api/', figures: 0 },
  { path: 'embed/?element=wf-encoding&encoding=alibi', figures: 1 },
]

for (const language of ['en', 'zh'] as const)
  for (const { path, figures } of PAGES)
    test(`axe finds nothing on /${path} (${language})`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(pathIn(path, language))
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en')
      await computeLittle(page)
      expect(await seeAll(page)).toBe(figures)
      expect(await axeEverywhere(page, language)).toEqual([])
    })

function pathIn(path: string, language: string): string {
  if (path.startsWith('embed/')) return `${path}&lang=${language}`
  return language === 'zh' ? `zh/${path}` : path || '.'
}

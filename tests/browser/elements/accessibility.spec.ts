// What axe can find in every element, and what it cannot: targets, reflow.

import type { Locator, Page } from '@playwright/test'
import { axeEverywhere } from '../axe.js'
import { expect, test } from './figures.js'
import { show, showcase } from './showcase.js'
import { untranslated } from './untranslated.js'

const LANGUAGES = [
  ['en', 'en'],
  ['zh', 'zh-Hans'],
] as const

for (const shown of showcase) {
  const name = `<${shown.tag} ${shown.attributes}>`

  test(`axe has no objection to ${name}, targets are 24 px, nothing scrolls sideways, and no control has a name of the library`, async ({
    figures,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const figure = await show(figures, shown)
    await figures.more(figure)
    await unfold(page, figure)
    for (const [lang, said] of LANGUAGES) {
      await page.evaluate((tag) => document.documentElement.setAttribute('lang', tag), lang)
      await expect(figure.locator('.figure').first()).toHaveAttribute('lang', said)
      expect(await axeEverywhere(page, lang)).toEqual([])
      expect(await smallTargets(page)).toEqual([])
      if (lang === 'zh') expect(await untranslated(page)).toEqual([])
    }
  })
}

/** Opens all that is closed behind “More”: exact values, the menu. */
async function unfold(page: Page, figure: Locator): Promise<void> {
  await page.locator('details').evaluateAll((all) => {
    for (const details of all as HTMLDetailsElement[]) details.open = true
  })
  await figure.locator('.menu button').first().click()
}

/** A check box is as large as its label. */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator('button:visible, select:visible, input:visible, summary:visible').evaluateAll((all) =>
    all
      .map((element) => ({
        element,
        box: (element.matches('[type=checkbox]')
          ? (element.parentElement ?? element)
          : element
        ).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ element }) => element.outerHTML.slice(0, 100)),
  )
}

// The attributes of a tag: what no figure knows is told in the figure, in both languages; what HTML and frameworks write there is no mistake.

import { allElements } from '../../../web/elements/all-elements.js'
import { expect, type Figures, test } from './figures.js'

const OURS = Object.entries(allElements).map(([tag, { observedAttributes }]) => ({
  tag,
  known: observedAttributes.join(' | '),
}))

/** HTML's own, microdata, and what Vue, Angular, Alpine, htmx and extensions of browsers write. */
const FOREIGN =
  'id="one" class="a b" style="margin: 0" title="t" dir="ltr" lang="en" tabindex="-1" role="group" slot="s" part="p" translate="no" ' +
  'spellcheck="false" itemprop="image" data-a="1" aria-label="l" onclick="void 0" v-cloak x-data ng-version="1" hx-get="" ' +
  '@click="a" :b="c" _ngcontent-a1 _msthash="1" xml:lang="en"'

const complaints = (figures: Figures, tag: string) =>
  figures.page.locator(tag).first().locator('.figure').first().locator(':scope > .complaint')

for (const { tag, known } of OURS)
  test(`${tag} names attributes that it does not have, and values that they cannot have`, async ({
    figures,
    page,
  }) => {
    await page.addInitScript(() => {
      const said: string[] = []
      Object.assign(globalThis, { said })
      addEventListener('wf-error', (event) => said.push((event as CustomEvent).detail.message))
    })
    await figures.open(`<${tag} ${FOREIGN} bogus="7" r1="nonsense" theme="drak" controls="off"></${tag}>`)
    const all = complaints(figures, tag)
    await expect(all).toHaveText([
      `bogus = “7” is not valid (allowed: ${known}); it is left out.`,
      `r1 = “nonsense” is not valid (allowed: ${known}); it is left out.`,
      'theme = “drak” is not valid (allowed: light | dark | auto); it is left out.',
      'controls = “off” is not valid (allowed: none); it is left out.',
    ])
    const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
    expect(said.filter((message) => /^(bogus|r1|theme|controls):/.test(message))).toHaveLength(4)
    await page.locator(tag).evaluate((figure) => figure.setAttribute('lang', 'zh'))
    await expect(all.first()).toHaveText(`bogus = “7” 无效（可用：${known}），已略去。`)
  })

test('legal attributes of each are no mistake', async ({ figures, page }) => {
  const tags = OURS.map(
    ({ tag }) => `<${tag} ${FOREIGN.replace('id="one" ', '')} theme="dark" controls="none"></${tag}>`,
  )
  await figures.open(tags.join(''))
  for (const { tag } of OURS) {
    await expect(page.locator(tag).locator('.figure').first()).toBeAttached()
    await expect(complaints(figures, tag)).toHaveCount(0)
  }
})

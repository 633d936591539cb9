// Figures of the main path: on a phone the picture and its control are in one screen, and the keyboard is soon past any of them.

import { expect, test } from './figures.js'
import { show } from './showcase.js'

/** The states that the chapters set. */
const FIGURES: Readonly<Record<string, readonly string[]>> = {
  'wf-slide': ['', 'position="0"'],
  'wf-shuffle': ['order="0"', '', 'causal', 'causal text="aaaaaaaaaa"'],
  'wf-waves': [
    '',
    'form="binary" channels="8" positions="256" position="127"',
    'form="waves" position="3" other="5"',
    'form="table"',
  ],
  'wf-bias': [
    'encoding="relativeBias" length="16"',
    'encoding="t5" view="weights" length="64"',
    'view="weights"',
    'view="weights" parameters="symmetric=true"',
  ],
  'wf-arrows': ['turned="false"', '', 'view="clocks"', 'view="row"'],
  'wf-doors': ['encoding="sinusoidal"', '', 'encoding="alibi"', 'encoding="shaw"'],
  'wf-extrapolation': ['view="loss"'],
  'wf-train': ['compare="alibi"'],
}

const shown = Object.entries(FIGURES).flatMap(([tag, states]) =>
  states.map((attributes) => ({ tag, attributes })),
)

for (const { tag, attributes } of shown) {
  for (const lang of ['en', 'zh'])
    test(`<${tag} ${attributes}> and its control fit one screen (${lang})`, async ({ figures, page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const figure = await show(figures, { tag, attributes: `${attributes} lang="${lang}"` })
      const [picture, control] = [
        await figure.locator('[part=picture]').boundingBox(),
        await figure.locator('[part=primary]').boundingBox(),
      ]
      if (!picture || !control) throw new Error('the picture or its control has no box')
      expect(control.y + control.height - picture.y).toBeLessThanOrEqual(560)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })

  test(`<${tag} ${attributes}> has at most twelve stops for the keyboard`, async ({ figures, page }) => {
    const figure = await show(figures, { tag, attributes })
    await figure.evaluate((element) => {
      const link = document.createElement('a')
      link.href = '#'
      link.id = 'behind'
      link.textContent = 'behind'
      element.after(link)
      ;(document.activeElement as HTMLElement | null)?.blur()
    })
    let stops = 0
    for (; stops < 20; stops++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement?.id === 'behind')) break
    }
    expect(stops).toBeLessThanOrEqual(12)
  })
}

// The table of <wf-surgery> on a phone: nothing scrolls sideways, and the name of each encoding stands over its numbers.

import { expect, test } from './figures.js'

for (const lang of ['en', 'zh'])
  for (const [encoding, compare] of [
    ['rope', 'learned'],
    ['deberta', 'transformerXl'],
  ])
    test(`${encoding} beside ${compare} fits a phone (${lang})`, async ({ figures, page }) => {
      await page.setViewportSize({ width: 390, height: 800 })
      await figures.open(
        `<wf-surgery operation="leftPad" encoding="${encoding}" compare="${compare}" lang="${lang}"></wf-surgery>`,
      )
      const figure = await figures.ready('wf-surgery')
      const sideways = await figure
        .locator('.scroll')
        .evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth)
      expect(sideways).toBeLessThanOrEqual(0)
      const edges = (cells: string) =>
        figure
          .locator(cells)
          .evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)))
      const heads = await edges('.outputs thead .of')
      expect(heads).toHaveLength(2)
      expect(await edges('.outputs tbody tr:last-child .share')).toEqual(heads)
    })

test('on a phone a slider has a row of its own', async ({ figures, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await figures.open('<wf-surgery></wf-surgery><wf-rotation></wf-rotation>')
  for (const tag of ['wf-surgery', 'wf-rotation']) {
    const figure = await figures.ready(tag)
    await figures.more(figure)
    const widths = await figure
      .locator('.controls .pair input[type=range]')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().width),
      )
    expect(widths.length, tag).toBeGreaterThan(0)
    for (const width of widths) expect(width, tag).toBeGreaterThan(200)
  }
})

// What a step took from the reader comes back with one tap; the button lies over no text.

import { expect, test } from './complaints.js'
import { see } from './reading.js'
import { settled } from './settled.js'

type Figure = HTMLElement & { state: Record<string, unknown> }

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`the button that restores a setting stands in the room below its step, ${size.width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('.')
    const chapter = page.locator('.chapter').nth(1)
    const figure = chapter.locator(':scope > .stage .live')
    await see(figure)
    await settled(figure)
    const marks = chapter.locator('.step .mark')
    await marks.nth(0).click()
    await figure.evaluate((one: Figure) => {
      one.state = { ...one.state, position: 20 }
      one.dispatchEvent(new CustomEvent('wf-state'))
    })
    await marks.nth(1).click()
    const back = chapter.locator('.back')
    await expect(back).toBeVisible()
    const lies = await chapter.evaluate((one) => {
      const { top, bottom } = (one.querySelector('.back') as HTMLElement).getBoundingClientRect()
      const texts = [...one.querySelectorAll('.steps p')].map((text) => text.getBoundingClientRect())
      return texts.filter((text) => text.top < bottom && text.bottom > top).length
    })
    expect(lies).toBe(0)
    await back.click()
    await expect(back).toBeHidden()
    expect(await figure.evaluate((one: Figure) => one.state.position)).toBe(20)
  })

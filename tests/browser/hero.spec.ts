// The first figure of the article: alive on the first screen without a click, plays once, ends at the first touch, stands without a script.

import type { Locator, Page } from '@playwright/test'
import { axeEverywhere } from './axe.js'
import { expect, PRELOADED, test } from './complaints.js'
import { PATIENCE, pixelsOf, settled } from './settled.js'

const LANGUAGES = [
  { path: '.', slider: 'Move the line', line: 'Text', more: 'More', first: 'First position' },
  { path: 'zh/', slider: '移动这行字', line: '文本', more: '更多', first: '首个位置' },
] as const
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const START = 40

interface Slide extends HTMLElement {
  played?: number
  state: Record<string, unknown>
}

const hero = (page: Page): Locator => page.locator('#fig-hero')
const slider = (page: Page): Locator => hero(page).locator('input[type=range]')
const stateOf = (page: Page) => hero(page).evaluate((element: Slide) => element.state)
const played = (page: Page) => hero(page).evaluate((element: Slide) => element.played)
const phaseOf = (page: Page) =>
  hero(page).evaluate((element) => (element as Slide & { phase?: string }).phase)

/** The pixels of both maps. */
const maps = async (page: Page) => Promise.all((await hero(page).locator('canvas').all()).map(pixelsOf))

/** The change of the map and the loss here of each model, as read on the page. */
async function numbers(page: Page, place = '.stage'): Promise<{ change: number; loss: number }[]> {
  const said = await hero(page).locator(`${place} dd`).allTextContents()
  const [change = '', loss = '', otherChange = '', otherLoss = ''] = said
  return [
    { change: Number(change), loss: Number(loss.split('→')[1]) },
    { change: Number(otherChange), loss: Number(otherLoss.split('→')[1]) },
  ]
}

const more = (page: Page): Locator => hero(page).locator('.more-button')
const play = (page: Page): Locator => hero(page).locator('button.play')

/** Goes to the position and waits for the picture of it. */
async function slideTo(page: Page, position: number): Promise<void> {
  await slider(page).fill(String(position))
  await settled(hero(page))
}

for (const width of [1440, 768, 660])
  test(`the letters stand right of the diagonal of each map, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('.')
    await settled(hero(page))
    const far = await hero(page).evaluate((figure) =>
      [...(figure.shadowRoot?.querySelectorAll('.side') ?? [])].flatMap((side) => {
        const map = side
          .querySelector('wf-heat-map')
          ?.shadowRoot?.querySelector('.map')
          ?.getBoundingClientRect()
        const texts = [...side.querySelectorAll('text')]
        if (!map) return [Number.NaN]
        const cell = map.width / (texts.length + 1)
        return texts.flatMap((text, at) => {
          if (!text.textContent) return []
          const { left, right, top, bottom } = text.getBoundingClientRect()
          return [
            Math.abs((left + right) / 2 - map.left - (at + 1.5) * cell) / cell,
            Math.abs((top + bottom) / 2 - map.top - (at + 0.5) * cell) / cell,
          ]
        })
      }),
    )
    expect(far).toHaveLength(2 * 2 * 20) // what is not a blank, but for the last letter
    expect(Math.max(...far)).toBeLessThan(0.1)
  })

test('the cells of a map are whole pixels, apart from each other; its masked half is empty', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.goto('.')
  await settled(hero(page))
  const { cell, mask, background } = await hero(page).evaluate((figure) => {
    const canvas = figure.shadowRoot
      ?.querySelector('wf-heat-map')
      ?.shadowRoot?.querySelector('wf-matrix-canvas')
    const pixels = canvas?.shadowRoot?.querySelector('canvas')
    if (!canvas || !pixels) throw new Error('there is no map')
    return {
      cell: canvas.getBoundingClientRect().width / pixels.width,
      mask: getComputedStyle(canvas).maskImage,
      background: getComputedStyle(pixels).backgroundImage,
    }
  })
  expect(cell % 1).toBe(0)
  expect(mask).toContain('conic-gradient')
  expect(background).toBe('none')
})

for (const { path } of LANGUAGES)
  for (const { width, height } of [...SCREENS, { width: 1000, height: 700 }])
    test(`nothing moves while it comes alive, ${width} px (${path})`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.addInitScript(() => {
        Object.assign(globalThis, { shifted: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number }[])
            (globalThis as unknown as { shifted: number }).shifted += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(path)
      await settled(hero(page))
      await expect.poll(() => played(page), PATIENCE).not.toBe(START)
      expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(
        0.02,
      )
    })

for (const { path, slider: name, line, more: behind, first } of LANGUAGES)
  for (const viewport of SCREENS)
    test(`headline, question, maps and control are on the first screen, ${viewport.width} px (${path})`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(path)
      await settled(hero(page))
      const parts = [
        page.locator('h1'),
        page.locator('.lead'),
        page.locator('.opening .question'),
        slider(page),
        play(page),
        ...(await hero(page).locator('wf-heat-map .map, .stage .sides dl, .primary .ruler').all()),
      ]
      expect(parts).toHaveLength(10)
      for (const part of parts) {
        const { x, y, width, height } = (await part.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
        expect(Math.min(x, y, width, height), String(part)).toBeGreaterThan(0)
        expect(x + width, String(part)).toBeLessThanOrEqual(viewport.width)
        expect(y + height, String(part)).toBeLessThanOrEqual(viewport.height)
      }
      await expect(page.getByRole('slider', { name })).toBeVisible()
      await expect(page.getByRole('textbox', { name: line })).toHaveCount(0)
      await hero(page).getByRole('button', { name: behind }).first().click()
      await expect(page.getByRole('textbox', { name: line })).toHaveValue('To be, or not to be, that is')
      await expect(hero(page).getByRole('spinbutton', { name: first })).toHaveValue(String(START))
    })

test('on a phone picture and control are seen together, side by side, and a finger meets the control', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('.')
  await settled(hero(page))
  const boxOf = async (place: string) =>
    hero(page)
      .locator(place)
      .first()
      .evaluate((one) => one.getBoundingClientRect())
  const [picture, control] = [await boxOf('.stage'), await boxOf('.primary')]
  expect(control.bottom - picture.top).toBeLessThanOrEqual(560)
  const [left, right] = await hero(page)
    .locator('wf-heat-map')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(left?.top).toBe(right?.top)
  for (const place of ['button.play', 'input.track', '.more-button'])
    expect((await boxOf(place)).height, place).toBeGreaterThanOrEqual(44)
})

for (const { path } of LANGUAGES)
  test(`axe finds nothing on the first screen, with what is behind “More” (${path})`, async ({
    complaints,
    page,
  }) => {
    complaints.tolerate(PRELOADED)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await settled(hero(page))
    await more(page).click()
    await expect(hero(page).locator('.details')).toBeVisible()
    await page.locator('article > :is(section, .after)').evaluateAll((all) => {
      for (const section of all) section.remove()
    })
    expect(await axeEverywhere(page, path === '.' ? 'en' : 'zh')).toEqual([])
  })

test('on a wide screen the figure stands beside title and question, on a narrow one below them', async ({
  page,
}) => {
  const placed = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const [text, figure] = [
      await page.locator('.opening .question').boundingBox(),
      await hero(page).boundingBox(),
    ]
    return {
      beside: (figure?.x ?? 0) > (text?.x ?? 0) + (text?.width ?? 0),
      below: (figure?.y ?? 0) > (text?.y ?? 0),
    }
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('.')
  await settled(hero(page))
  expect(await placed(1000)).toEqual({ beside: true, below: false })
  expect(await placed(1440)).toEqual({ beside: true, below: false })
  expect(await placed(999)).toEqual({ beside: false, below: true })
})

test('it comes alive without a click, slides to both ends and back once, and leaves no trace in the address', async ({
  page,
}) => {
  await page.goto('.')
  await expect.poll(() => played(page), PATIENCE).toBeGreaterThan(90)
  await expect.poll(() => played(page), PATIENCE).toBeLessThan(10)
  await expect.poll(() => played(page), PATIENCE).toBe(undefined)
  await settled(hero(page))
  await expect(slider(page)).toHaveValue(String(START))
  expect(await stateOf(page)).toEqual({})
  expect(new URL(page.url()).hash).toBe('')
  await page.waitForTimeout(500)
  expect(await played(page)).toBe(undefined)
  const [rope, learned] = await numbers(page)
  expect(rope?.change).toBe(0)
  expect(learned?.change).toBeGreaterThan(0.5)
})

const TOUCHES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  pointer: (page) => hero(page).locator('.map').first().dispatchEvent('pointerdown'),
  focus: (page) => slider(page).focus(),
  more: (page) => more(page).click(),
  pause: (page) => play(page).click(),
}

for (const [name, touch] of Object.entries(TOUCHES))
  test(`it ends for good at the first touch: ${name}`, async ({ page }) => {
    await page.goto('.')
    await expect.poll(() => played(page), PATIENCE).toBeLessThan(START - 5)
    await touch(page)
    expect(await played(page)).toBe(undefined)
    await settled(hero(page))
    const where = await slider(page).inputValue()
    expect(Number(where)).toBeLessThan(START)
    await page.waitForTimeout(500)
    await expect(slider(page)).toHaveValue(where)
  })

test('its button plays five positions a second to the end, and pauses; from the end it starts anew', async ({
  page,
}) => {
  await page.goto('.#fig-hero=position%3D94')
  await settled(hero(page))
  await expect(play(page)).toHaveAccessibleName('Play')
  const began = Date.now()
  await play(page).click()
  await expect(play(page)).toHaveAccessibleName('Pause')
  await expect.poll(() => stateOf(page), PATIENCE).toEqual({ position: 100 })
  expect(Date.now() - began).toBeGreaterThanOrEqual(1200)
  await expect(play(page)).toHaveAccessibleName('Play')
  await expect.poll(() => new URL(page.url()).hash).toBe('#fig-hero=position%3D100')
  await play(page).press('Enter')
  await expect.poll(() => played(page), PATIENCE).toBeGreaterThan(1)
  await play(page).press('Enter')
  expect(await played(page)).toBe(undefined)
  const { position } = await stateOf(page)
  expect(position).toBeLessThan(100)
  await settled(hero(page))
  await expect(slider(page)).toHaveValue(String(position))
})

test('with reduced motion its button goes ten positions on', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('.')
  await settled(hero(page))
  await expect(play(page)).toHaveAccessibleName('Ten positions on')
  for (const position of [50, 60, 70, 80, 90, 100, 0]) {
    await play(page).click()
    await expect(slider(page)).toHaveValue(String(position))
  }
  expect(await played(page)).toBe(undefined)
})

test('with reduced motion it stands still, and its handle works', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('.')
  await settled(hero(page))
  await page.waitForTimeout(500)
  expect(await played(page)).toBe(undefined)
  await expect(slider(page)).toHaveValue(String(START))
  await slideTo(page, 8)
  expect(await stateOf(page)).toEqual({ position: 8 })
})

test('a hidden page does not play; shown again it goes on', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { away: true })
    Object.defineProperty(document, 'hidden', {
      get: () => (globalThis as unknown as { away: boolean }).away,
    })
  })
  await page.goto('.')
  await settled(hero(page))
  await page.waitForTimeout(800)
  expect((await played(page)) ?? START).toBe(START)
  await page.evaluate(() => Object.assign(globalThis, { away: false }))
  await expect.poll(() => played(page), PATIENCE).toBeLessThan(START - 5)
})

test('who follows a link finds what it says', async ({ page }) => {
  await page.goto('.#fig-hero=position%3D30')
  await settled(hero(page))
  await page.waitForTimeout(500)
  expect(await played(page)).toBe(undefined)
  await expect(slider(page)).toHaveValue('30')
})

test('the handle obeys the keyboard: the rotated map stands still, the learned one falls apart, and the numbers say so', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('.')
  await settled(hero(page))
  await slider(page).focus()
  await page.keyboard.press('Home')
  await settled(hero(page))
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'positions 0 to 27')
  const start = await maps(page)
  expect(await numbers(page)).toMatchObject([{ change: 0 }, { change: 0 }])
  await page.keyboard.press('ArrowRight')
  await settled(hero(page))
  await expect(slider(page)).toHaveValue('1')
  for (const position of [1, 20, 36, 64, 100]) {
    await slideTo(page, position)
    const [rope, learned] = await numbers(page)
    expect(rope?.change, `${position}`).toBe(0)
    expect(rope?.loss).toBeCloseTo(1.4, 1)
    expect(learned?.change, `${position}`).toBeGreaterThan(0.05)
    if (position >= 64) expect(learned?.loss).toBeGreaterThan(2 * (rope?.loss ?? Number.NaN))
  }
  const end = await maps(page)
  expect(end[0]).toBe(start[0])
  expect(end[1]).not.toBe(start[1])
  const stops = await hero(page).evaluate(
    (element) => element.shadowRoot?.querySelectorAll('button, input, [tabindex="0"]').length ?? 0,
  )
  expect(stops + 2).toBeLessThanOrEqual(12) // the maps have a stop each inside
})

test('a map says in words what it shows, and each cell its value', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('.')
  await settled(hero(page))
  const map = hero(page).getByRole('group', { name: /^Attention map, learned table, layer \d, head \d$/ })
  await expect(map).toHaveAccessibleDescription(
    /positions 40 to 67.*gives 0\.4\d.*at position 0, it was 0\.5\d.*is 0\.7/,
  )
  const still = hero(page).getByRole('group', { name: /^Attention map, rotary/ })
  await expect(still).toHaveAccessibleDescription(/since position 0 is \d.*×\s10⁻/) // rounding, which the picture shows as 0.00
  await map.focus()
  await page.keyboard.press('ArrowDown')
  await expect(hero(page).locator('wf-heat-map').nth(1).locator('.readout')).toHaveText(
    /^query ‘T’, key ‘T’: 1\.00$/,
  )
})

test('a line of one’s own is read; signs that the models do not know are left out, and an empty line shows the example', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('.')
  await settled(hero(page))
  await more(page).click()
  const line = hero(page).locator('#text')
  const before = await maps(page)
  await line.fill('O Romeo, Romeo! wherefore art')
  await settled(hero(page))
  expect((await maps(page))[0]).not.toBe(before[0])
  await line.fill('你好 Romeo')
  await expect(hero(page).locator('#text-notes')).toContainText('2 characters are left out')
  await line.fill('')
  await expect(hero(page).locator('#text-notes')).toContainText('shows an example')
  await line.fill('a')
  await settled(hero(page))
  await expect(hero(page).locator('.stage dd').nth(1)).toHaveText('–')
  await line.fill('x'.repeat(500))
  await settled(hero(page))
  await expect(slider(page)).toHaveAttribute('max', '88')
})

test('without its models the still picture stays, with a sentence', async ({ page, complaints }) => {
  complaints.tolerate(/404|Failed to load|could not be loaded/)
  await page.route('**/tiny-shakespeare-small-*/**', (route) => route.fulfill({ status: 404, body: 'no' }))
  await page.goto('.')
  await expect.poll(() => phaseOf(page), PATIENCE).toBe('failed')
  await expect(hero(page).locator('.sides svg').first()).toBeVisible()
  await expect(hero(page).getByRole('alert')).toContainText('could not be loaded')
  await page.unroute('**/tiny-shakespeare-small-*/**')
  await hero(page).getByRole('button', { name: 'Try again' }).click()
  await settled(hero(page))
  await expect(hero(page).locator('wf-heat-map')).toHaveCount(2)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path } of LANGUAGES)
    test(`the maps at position 40 and their numbers stand there (${path})`, async ({ page }) => {
      await page.goto(path)
      const pictures = hero(page).locator('.sides svg[role=img]')
      await expect(pictures).toHaveCount(2)
      for (const picture of await pictures.all()) {
        await expect(picture).toBeVisible()
        await expect(picture).toHaveAttribute('aria-label', /40.*67/)
        expect(await picture.locator('path').count()).toBeGreaterThan(4)
      }
      const [rope, learned] = await numbers(page, '.fallback')
      expect(rope?.change).toBe(0)
      expect(learned?.change).toBeGreaterThan(0.5)
    })
})

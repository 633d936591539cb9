// The first figure of the article: alive on the first screen without a click, plays once, ends at the first touch, stands without a script.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from './complaints.js'
import { PATIENCE, settled } from './settled.js'

const LANGUAGES = [
  { path: '.', slider: 'Position of the first character', line: 'Line' },
  { path: 'zh/', slider: '首字符的位置', line: '文本' },
] as const
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const START = 64

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
const maps = (page: Page) =>
  hero(page)
    .locator('canvas')
    .evaluateAll((all) => (all as HTMLCanvasElement[]).map((one) => one.toDataURL()))

/** The largest change and the loss here of each model, as read on the page. */
async function numbers(page: Page, place = '.stage'): Promise<{ change: number; loss: number }[]> {
  const said = await hero(page).locator(`${place} dd`).allTextContents()
  const [change = '', loss = '', otherChange = '', otherLoss = ''] = said
  return [
    { change: numberIn(change), loss: numberIn(loss.split('→')[1] ?? '') },
    { change: numberIn(otherChange), loss: numberIn(otherLoss.split('→')[1] ?? '') },
  ]
}

/** 6.56 × 10⁻⁷ */
function numberIn(text: string): number {
  const [digits = '', power = ''] = text.trim().split(/\s×\s10/)
  const exponent = [...power].map((sign) => (sign === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign))).join('')
  return Number(exponent ? `${digits}e${exponent}` : digits)
}

/** Goes to the position and waits for the picture of it. */
async function slideTo(page: Page, position: number): Promise<void> {
  await slider(page).fill(String(position))
  await settled(hero(page))
}

for (const { path } of LANGUAGES)
  for (const width of [1440, 768, 660])
    test(`the letters around each map are those of its rows and columns, ${width} px (${path})`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await settled(hero(page))
      const ends = (place: string, sides: readonly ('top' | 'bottom' | 'left' | 'right')[]) =>
        hero(page)
          .locator(place)
          .evaluateAll((all, sides) => {
            const boxes = all.map((one) => one.getBoundingClientRect())
            return boxes.map((box) => sides.map((side) => Math.round(box[side])))
          }, sides)
      for (const [names, ...sides] of [
        ['.stage .names.rows', 'top', 'bottom'],
        ['.stage .names.columns', 'left', 'right'],
      ] as const)
        expect(await ends(names, sides)).toEqual(await ends('.stage wf-matrix-canvas', sides))
    })

for (const { path, slider: name, line } of LANGUAGES)
  for (const viewport of SCREENS)
    test(`headline, sentence, maps and handle are on the first screen, ${viewport.width} px (${path})`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(path)
      await settled(hero(page))
      const parts = [
        page.locator('h1'),
        page.locator('.lead'),
        slider(page),
        ...(await hero(page).locator('wf-heat-map .map, .stage dl, .stage .ruler, #text').all()),
      ]
      expect(parts).toHaveLength(9)
      for (const part of parts) {
        const { x, y, width, height } = (await part.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
        expect(Math.min(x, y, width, height), String(part)).toBeGreaterThan(0)
        expect(x + width, String(part)).toBeLessThanOrEqual(viewport.width)
        expect(y + height, String(part)).toBeLessThanOrEqual(viewport.height)
      }
      await expect(page.getByRole('slider', { name })).toBeVisible()
      await expect(page.getByRole('textbox', { name: line })).toHaveValue('To be, or not to be, that is')
    })

test('it comes alive without a click, slides to position 0 and back once, and leaves no trace in the address', async ({
  page,
}) => {
  await page.goto('.')
  await expect.poll(() => played(page), PATIENCE).toBeLessThan(START - 20)
  await expect.poll(() => played(page), PATIENCE).toBeLessThan(10)
  await expect.poll(() => played(page), PATIENCE).toBe(undefined)
  await settled(hero(page))
  await expect(slider(page)).toHaveValue(String(START))
  expect(await stateOf(page)).toEqual({})
  expect(new URL(page.url()).hash).toBe('')
  await page.waitForTimeout(500)
  expect(await played(page)).toBe(undefined)
  const [rope, learned] = await numbers(page)
  expect(rope?.change).toBeLessThan(1e-5)
  expect(learned?.change).toBeGreaterThan(0.5)
})

const TOUCHES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  pointer: (page) => hero(page).locator('.map').first().dispatchEvent('pointerdown'),
  focus: (page) => slider(page).focus(),
  typing: (page) => hero(page).locator('#text').fill('Romeo'),
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
  for (const position of [1, 20, 36, START, 100]) {
    await slideTo(page, position)
    const [rope, learned] = await numbers(page)
    expect(rope?.change, `${position}`).toBeLessThan(1e-5)
    expect(rope?.loss).toBeCloseTo(1.4, 1)
    expect(learned?.change, `${position}`).toBeGreaterThan(0.05)
    if (position >= START) expect(learned?.loss).toBeGreaterThan(2 * (rope?.loss ?? Number.NaN))
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
  await expect(map).toHaveAccessibleDescription(/positions 64 to 91.*0\.\d\d.*at position 0 it gave 0\.5\d/)
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
    test(`the maps at position 64 and their numbers stand there (${path})`, async ({ page }) => {
      await page.goto(path)
      const pictures = hero(page).locator('.sides svg')
      await expect(pictures).toHaveCount(2)
      for (const picture of await pictures.all()) {
        await expect(picture).toBeVisible()
        await expect(picture).toHaveAttribute('aria-label', /64.*91/)
        expect(await picture.locator('path').count()).toBeGreaterThan(4)
      }
      const [rope, learned] = await numbers(page, '.fallback')
      expect(rope?.change).toBeLessThan(1e-5)
      expect(learned?.change).toBeGreaterThan(0.5)
    })
})

// <wf-arrows>: what can be dragged and pressed, what moves with it and what stays, steps, play, links, a phone.

import type { Locator, Page } from '@playwright/test'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-arrows'
const MADE = `<${TAG} vectors="made" query-at="6" key-at="1" fragment id="arrows"></${TAG}>`

async function open(figures: Figures, markup = MADE, hash = ''): Promise<Locator> {
  await figures.open(markup, {}, hash)
  return figures.ready(TAG)
}

/** The products of the pair that is shown, before and after rotation, and the angles. */
async function numbers(figure: Locator) {
  const cells = await figure.locator('.numbers td').allTextContents()
  const [, angleBefore = '', before = '', angle = '', after = ''] = cells
  const value = (text: string) => Number.parseFloat(text.replace('−', '-'))
  return { angleBefore, before: value(before), angle, after: value(after) }
}

const slider = (figure: Locator, name: string | RegExp) => figure.getByRole('slider', { name })
const bars = (figure: Locator) => figure.locator('path.bars').first().getAttribute('d')

const setState = (figure: Locator, state: object) =>
  figure.evaluate((element, state) => Object.assign(element, { state }), state)

/** The arrows, when nothing moves. */
async function shafts(page: Page, figure: Locator): Promise<string[]> {
  const read = () =>
    figure.locator('.plane .shaft').evaluateAll((all) => all.map((one) => one.getAttribute('d') ?? ''))
  for (let before: string[] = []; ; ) {
    const now = await read()
    if (now.join() === before.join()) return now
    before = now
    await page.waitForTimeout(120)
  }
}

async function drag(page: Page, handle: Locator, by: readonly [x: number, y: number]): Promise<void> {
  const box = await handle.boundingBox()
  if (!box) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by[0] / 2, y + by[1] / 2)
  await page.mouse.move(x + by[0], y + by[1])
  await page.mouse.up()
}

test('moving both words turns both arrows and keeps q · k; moving one changes it', async ({
  figures,
  page,
}) => {
  const figure = await open(figures)
  const start = await numbers(figure)
  expect(start).toEqual({ angleBefore: '62°', before: 1.12, angle: '29°', after: 2.09 })
  const arrows = await shafts(page, figure)
  await slider(figure, 'Move both words').fill('11')
  await expect(figure.locator('.turns')).toContainText('11 × 18°')
  expect(await numbers(figure)).toEqual(start)
  expect(await shafts(page, figure)).not.toEqual(arrows)
  expect(await figures.state(figure)).toMatchObject({ queryAt: 16, keyAt: 11 })

  await slider(figure, 'Position of bites').focus()
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => figures.state(figure)).toMatchObject({ queryAt: 22, keyAt: 11 })
  await expect(figure.locator('.after')).toContainText('137°')
  expect((await numbers(figure)).after).toBe(-1.75)
})

test('the rotation can be taken away, and the products are those of the arrows before it', async ({
  figures,
}) => {
  const figure = await open(figures)
  await setState(figure, { turned: false })
  await expect(figure.locator('.after')).toContainText('–')
  expect((await numbers(figure)).before).toBe(1.12)
  await expect(figure.locator('.turns')).toBeHidden()
})

test('a tip is dragged: the content changes, a link keeps it, and one button takes it back', async ({
  figures,
  page,
}) => {
  const figure = await open(figures)
  const start = await numbers(figure)
  await drag(page, figure.locator('.grip.key'), [120, 60])
  await expect.poll(async () => (await numbers(figure)).after).not.toBe(start.after)
  await expect
    .poll(() => figures.state(figure))
    .toMatchObject({ keyArrows: expect.stringMatching(/^1 [\d.]+ -?[\d.]+$/) })
  await expect(figure.locator('.caption')).toContainText('You have turned or stretched an arrow')
  const changed = await numbers(figure)
  const link = await figures.link(figure)
  const again = await open(figures, MADE, link)
  expect(await numbers(again)).toEqual(changed)
  await again.getByRole('button', { name: 'More' }).click()
  await again.locator('#original').click()
  await expect.poll(() => numbers(again)).toEqual(start)
})

test('arrow keys turn and stretch an arrow, and say where it is', async ({ figures, page }) => {
  const figure = await open(figures)
  const tip = slider(figure, 'Query of bites: tip of its arrow')
  await tip.focus()
  const angle = async () => Number(await tip.getAttribute('aria-valuenow'))
  const length = async () =>
    Number(/length ([\d.]+)/.exec((await tip.getAttribute('aria-valuetext')) ?? '')?.[1])
  const [from, long] = [await angle(), await length()]
  await page.keyboard.press('ArrowLeft')
  await expect.poll(angle).toBe(from + 5)
  await page.keyboard.press('ArrowDown')
  await expect.poll(length).toBeCloseTo(long / 1.08, 1)
})

test('a word is dragged along the axis; the key stays before the query', async ({ figures, page }) => {
  const figure = await open(figures)
  await drag(page, figure.locator('.pin.key .chip'), [600, 0])
  await expect.poll(() => figures.state(figure)).toMatchObject({ queryAt: 6, keyAt: 6 })
  await drag(page, figure.locator('.pin.query .chip'), [-600, 0])
  await expect.poll(() => figures.state(figure)).toMatchObject({ queryAt: 6, keyAt: 6 })
})

test('steps: each state is reached from outside, and what is seen follows', async ({ figures, page }) => {
  const figure = await open(figures, `<${TAG}></${TAG}>`)
  await setState(figure, { turned: false, pair: 1, view: 'plane', queryAt: 7, keyAt: 5 })
  await expect(figure.locator('.panel.all')).toBeHidden()
  await expect(slider(figure, 'Position of bites')).toHaveAttribute('aria-valuenow', '7')
  await setState(figure, { queryAt: 1007, keyAt: 1005 })
  await expect(figure.locator('.turns')).toContainText('bites rotated 1,007 × 18°')
  await expect(slider(figure, 'Move both words')).toHaveAttribute('min', '1000')
  await expect(slider(figure, 'Move both words')).toHaveValue('1005')
  const far = await numbers(figure)
  await setState(figure, { queryAt: 7, keyAt: 5 })
  await expect(figure.locator('.turns')).toContainText('bites rotated 7 × 18°')
  expect(await numbers(figure)).toEqual(far)
  await expect(slider(figure, 'Position of dog')).toHaveAttribute('aria-valuenow', '5')
  await setState(figure, { queryAt: 7, keyAt: 5, view: 'clocks' })
  await expect(figure.locator('.panel.all')).toBeVisible()
  await expect(figure.locator('.panel.scores')).toBeHidden()
  await setState(figure, { queryAt: 7, keyAt: 5, view: 'row' })
  await expect(figure.locator('.panel.scores')).toBeVisible()
  await expect(figure.locator('.panel.scores .heading')).toContainText('2 apart: 4.08, weight 0.02')
  expect(await shafts(page, figure)).toHaveLength(2)
})

test('the question of the chapter: both words go on by 1,000, and the row stays', async ({ figures }) => {
  const figure = await open(figures, `<${TAG} vectors="made" query-at="7" key-at="5" view="row"></${TAG}>`)
  const [row, start] = [await bars(figure), await numbers(figure)]
  await figure.getByRole('button', { name: 'More' }).click()
  await figure.locator('#farther').click()
  await expect(figure.locator('.turns')).toContainText('1,005 × 18°')
  expect(await numbers(figure)).toEqual(start)
  const points = (path: string | null) => (path ?? '').match(/-?[\d.]+/g)?.map(Number) ?? []
  const moved = points(await bars(figure))
  for (const [i, value] of points(row).entries()) expect(moved[i]).toBeCloseTo(value, 0)
})

test('it plays until it is touched, and a step that names positions stops it', async ({ figures }) => {
  const figure = await open(figures)
  const play = figure.getByRole('button', { name: 'Play: move both words' })
  const pause = figure.getByRole('button', { name: 'Pause' })
  const key = async () => Number((await figures.state(figure)).keyAt ?? 1)
  await play.click()
  await expect.poll(key).toBeGreaterThan(3)
  await pause.click()
  const at = await key()
  expect(await figures.state(figure)).toMatchObject({ queryAt: at + 5, keyAt: at })
  await play.click()
  await expect.poll(key).toBeGreaterThan(at)
  await setState(figure, { queryAt: 12, keyAt: 1 })
  await expect(play).toBeVisible()
  await expect(slider(figure, 'Position of bites')).toHaveAttribute('aria-valuenow', '12')
  expect(await figures.state(figure)).toMatchObject({ queryAt: 12 })
})

test('who wants no motion goes on by ten positions at a press', async ({ figures, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const figure = await open(figures)
  const play = figure.getByRole('button', { name: 'Play: move both words' })
  await play.click()
  await expect.poll(() => figures.state(figure)).toMatchObject({ queryAt: 16, keyAt: 11 })
  await setState(figure, { queryAt: 20, keyAt: 15 })
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(slider(figure, 'Position of bites')).toHaveAttribute('aria-valuenow', '20')
})

test('a clock is chosen by a click and by keys; beside the clocks stands its plane', async ({
  figures,
  page,
}) => {
  const figure = await open(figures, `<${TAG} vectors="made" view="clocks"></${TAG}>`)
  await figure.locator('.clocks button').nth(2).click()
  await expect(figure.locator('.numbers .pair')).toHaveText('Pair 3 of 8')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(figure.locator('.numbers .pair')).toHaveText('Pair 4 of 8')
  await expect(figure.locator('.clocks [aria-pressed=true]')).toHaveAccessibleName(
    /Pair 4: wavelength 200 positions/,
  )
  expect(await figures.state(figure)).toMatchObject({ pair: 3, view: 'clocks' })
})

test('the row says each distance to a pointer and to keys', async ({ figures, page }) => {
  const figure = await open(figures, `<${TAG} vectors="made" query-at="6" key-at="1" view="row"></${TAG}>`)
  const row = slider(figure, 'Score and attention weight, by distance')
  await expect(row).toHaveAttribute('aria-valuetext', '5 apart: 1.92, weight 0.08')
  const fills = await figure
    .locator('.cells rect')
    .evaluateAll((all) => all.map((cell) => getComputedStyle(cell).fill))
  expect(new Set(fills).size).toBeGreaterThan(10)
  expect(fills).not.toContain('rgb(0, 0, 0)')
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await expect(row).toHaveAttribute('aria-valuetext', /^6 apart: /)
  await page.keyboard.press('End')
  await expect(row).toHaveAttribute('aria-valuetext', /^40 apart: /)
  const box = await row.boundingBox()
  if (!box) throw new Error('no row')
  await page.mouse.move(box.x + 22, box.y + 60)
  await expect(row).toHaveAttribute('aria-valuetext', /^0 apart: /)
})

test('another sentence, other words, another head', async ({ figures }) => {
  const figure = await open(figures, `<${TAG}></${TAG}>`)
  const start = await numbers(figure)
  await figure.getByRole('button', { name: 'More' }).click()
  await figure.locator('#text').fill('all the world is a stage')
  await expect(figure.locator('.pin.query .word')).toHaveText('world')
  await figure.locator('#query-word').selectOption({ label: '6: stage' })
  await figure.locator('#key-word').selectOption({ label: '3: world' })
  await expect(slider(figure, 'Position of stage')).toHaveAttribute('aria-valuenow', '23')
  await figure.locator('#head').selectOption('3')
  await expect(figure.locator('.caption')).toContainText('head 3 of layer 2')
  expect(await numbers(figure)).not.toEqual(start)
  await figure.locator('#text').fill('你好 dog')
  await expect(figure.locator('#text-notes')).toContainText('2 characters are left out')
  await figure.getByRole('button', { name: 'More' }).click()
  await expect(figure.locator('#text')).toHaveCount(0)
})

test('files and code have the numbers that are shown', async ({ figures }) => {
  const figure = await open(figures)
  const csv = await figures.save(figure, 'csv')
  expect(csv.text).toContain('distance,score,weight')
  expect(csv.text.split('\n').find((line) => line.startsWith('2,'))).toMatch(/,2\.088\d+$/)
  const { text } = await figures.save(figure, 'svg')
  expect(text).toContain('q · k = 2.09')
  expect(text).not.toContain('NaN')
})

test('all stops for the keyboard are at most twelve, and handles are 44 px', async ({ figures, page }) => {
  const figure = await open(
    figures,
    `<${TAG} vectors="made" query-at="6" key-at="1" view="row"></${TAG}><a href="#">behind</a>`,
  )
  let stops = 0
  for (; stops < 20; stops++) {
    await page.keyboard.press('Tab')
    if (await page.getByText('behind').evaluate((link) => link === document.activeElement)) break
  }
  expect(stops).toBeLessThanOrEqual(12)
  for (const handle of ['.grip.query', '.grip.key', '.pin.query .hit', '.pin.key .hit', '.play']) {
    const { width = 0, height = 0 } = (await figure.locator(handle).boundingBox()) ?? {}
    expect(width, handle).toBeGreaterThanOrEqual(43.5)
    expect(height, handle).toBeGreaterThanOrEqual(43.5)
  }
})

test('nothing shifts: from the first picture through views, drags and steps', async ({ figures, page }) => {
  await page.addInitScript(() => {
    const log = globalThis as unknown as { shift: number }
    log.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        log.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const figure = await open(figures)
  await page.evaluate(() => Object.assign(globalThis, { shift: 0 })) // the frame, which is not of this figure
  for (const view of ['clocks', 'row', 'plane']) {
    await setState(figure, { view, queryAt: 30, keyAt: 3 })
    await page.waitForTimeout(600)
  }
  await drag(page, figure.locator('.grip.query'), [-80, 40])
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.01)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('picture and control fit 560 px; the parts share one cell, and a clock leads to its plane and back', async ({
    figures,
  }) => {
    const figure = await open(figures)
    const [top, bottom] = [
      await figure.locator('.cell').boundingBox(),
      await figure.locator('.primary').boundingBox(),
    ]
    expect((bottom?.y ?? 0) + (bottom?.height ?? 0) - (top?.y ?? 0)).toBeLessThanOrEqual(560)
    await expect(figure.locator('.panel.all')).toBeHidden()
    await figure.locator('.numbers .pair').tap()
    await expect(figure.locator('.panel.all')).toBeVisible()
    await expect(figure.locator('.plane')).toBeHidden()
    await figure.locator('.clocks button').nth(4).tap()
    await expect(figure.locator('.plane')).toBeVisible()
    await expect(figure.locator('.numbers .pair')).toHaveText('Pair 5 of 8')
    await figure.getByRole('button', { name: 'More' }).tap()
    await figure.locator('#view-row').tap()
    await expect(figure.locator('.panel.scores')).toBeVisible()
    await expect(figure.locator('.plane')).toBeHidden()
  })

  test('in a stage it has the height of the stage, in every view', async ({ figures, page }) => {
    for (const height of [294, 372])
      for (const view of ['plane', 'clocks', 'row']) {
        const figure = await open(
          figures,
          `<style>${TAG} { --wf-stage-height: ${height}px }</style><${TAG} vectors="made" view="${view}"></${TAG}>`,
        )
        const top = (await figure.locator('wf-arrows-view').boundingBox())?.y ?? Number.NaN
        const bottom = async (part: string) => {
          const { y = 0, height = 0 } = (await figure.locator(part).boundingBox()) ?? {}
          return y + height
        }
        expect(await bottom('.primary')).toBe(top + height)
        const seen = { plane: '.top', clocks: '.clocks', row: 'svg.row' }[view] as string
        const axis = (await figure.locator('.axis').boundingBox())?.y ?? 0
        expect(await bottom(seen), `${view} at ${height}`).toBeLessThanOrEqual(axis + 1)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      }
  })

  test('beside a handle the page scrolls', async ({ figures }) => {
    const figure = await open(figures)
    const touch = (part: string) =>
      figure.locator(part).evaluate((node) => getComputedStyle(node).touchAction)
    expect(await touch('.plane')).toBe('pan-y')
    expect(await touch('.axis')).toBe('pan-y')
    for (const handle of ['.grip.query', '.pin.key']) expect(await touch(handle)).toBe('none')
  })
})

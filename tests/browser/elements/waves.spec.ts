// <wf-waves>: forms on one slider, handles for positions, the learned table, sizes on a phone, motion.

import type { Locator, Page } from '@playwright/test'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'
import { serveModels } from './models.js'

const TAG = 'wf-waves'
type Box = { x: number; y: number; width: number; height: number }

const readout = (figure: Locator) => figure.locator('.readout')
const step = (figure: Locator) => figure.locator('.step')
const slider = (figure: Locator) => figure.getByRole('slider', { name: 'From counting to binary to waves' })
const handle = (figure: Locator, name = 'Position') => figure.getByRole('slider', { name, exact: true })

async function open(figures: Figures, attributes = ''): Promise<Locator> {
  await serveModels(figures.page.context())
  await figures.open(`<${TAG} id="waves" fragment ${attributes}></${TAG}>`)
  return figures.ready(TAG)
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}

const set = (figure: Locator, state: object) =>
  figure.evaluate((one, state) => Object.assign(one, { state }), state)

/** What is drawn: the paths of all bars. */
const bars = (figure: Locator) =>
  figure.locator('wf-strip .bars path').evaluateAll((all) => all.map((one) => one.getAttribute('d')))

/** Every state that the steps of its chapter set, and what the figure then says. */
const STEPS = [
  [{ form: 'count', position: 31 }, 'position 31', 'number31', '31 to 32: 1'],
  [{ form: 'count', divided: true }, 'position 31', 'number0.484', '31 to 32: 0.0156'],
  [
    { form: 'binary', channels: 8, positions: 256, position: 127 },
    'position 127',
    'digits01111111',
    '127 to 128: 8 digits flip',
  ],
  [{ form: 'waves', base: 10_000, channels: 8 }, 'position 31', 'cos', 'always 1.01'],
  [{ form: 'waves', position: 3, other: 5 }, 'positions 3 and 5', 'dot product 3.96', 'Step to the next'],
  [{ form: 'waves', position: 40, other: 42 }, 'positions 40 and 42', 'dot product 3.96', 'Step to the next'],
  [{ form: 'waves', position: 3, other: '' }, 'position 3', 'sin', '3 to 4: always 1.12'],
  [{ form: 'table', position: 127 }, 'position 127', 'row', '127 to 128: none'],
  [
    { form: 'table', position: 128 },
    'position 128',
    '✕ no row: the table ends at position 127',
    '128 to 129: none',
  ],
] as const

test('every state of the steps can be set and is said, and a link brings it back', async ({ figures }) => {
  const figure = await open(figures)
  for (const [state, title, code, steps] of STEPS) {
    await set(figure, state)
    await settled(figure)
    await expect(readout(figure)).toContainText(title)
    await expect(readout(figure)).toContainText(code)
    await expect(step(figure)).toContainText(steps)
    await expect(figure.locator('.complaint, .trouble')).toHaveCount(0)
  }
  await figure.evaluate((one) =>
    (one as HTMLElement & { choose(state: object): void }).choose({ form: 'waves', position: 3, other: 5 }),
  )
  const hash = await figures.link(figure)
  await figures.open(`<${TAG} id="waves"></${TAG}>`, {}, hash)
  await expect(readout(await figures.ready(TAG))).toContainText('positions 3 and 5')
})

test('arrow keys go from stop to stop, and the slider says the form', async ({ figures, page }) => {
  const figure = await open(figures)
  await expect(slider(figure)).toHaveAttribute('aria-valuetext', 'count')
  await slider(figure).focus()
  for (const [key, form] of [
    ['ArrowRight', 'binary'],
    ['ArrowRight', 'waves'],
    ['ArrowRight', 'waves'],
    ['Home', 'count'],
    ['End', 'waves'],
    ['ArrowLeft', 'binary'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(slider(figure)).toHaveAttribute('aria-valuetext', form)
    await settled(figure)
    expect((await figures.state(figure)).form ?? 'count').toBe(form)
  }
})

test('the picture follows the hand between the stops, and comes to rest at the nearest', async ({
  figures,
  page,
}) => {
  const figure = await open(figures)
  const { x, y, width } = await boxOf(slider(figure))
  const at = (form: number) => [x + 11 + ((width - 22) * form) / 2, y + 11] as const
  await page.mouse.move(...at(0))
  await page.mouse.down()
  await page.mouse.move(...at(0.3), { steps: 4 })
  const between = await bars(figure)
  await page.mouse.up()
  await expect.poll(() => figures.state(figure)).toEqual({})
  await expect.poll(() => bars(figure)).not.toEqual(between)
  const count = await bars(figure)
  await page.mouse.move(...at(0))
  await page.mouse.down()
  await page.mouse.move(...at(0.8), { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => figures.state(figure)).toEqual({ form: 'binary' })
  await expect.poll(() => bars(figure)).not.toEqual(count)
})

test('a form turns into another in 900 ms; where motion is reduced, at once', async ({ figures, page }) => {
  const figure = await open(figures)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const draws = async (form: string, milliseconds: number) => {
    await set(figure, { form })
    const isComputed = () =>
      figure.evaluate((one, form) => {
        const strip = one.shadowRoot?.querySelector('wf-strip') as unknown as { content: { drawing: object } }
        return (strip.content.drawing as { form: string }).form === form
      }, form)
    await expect.poll(isComputed).toBe(true)
    await page.clock.runFor(milliseconds)
    return bars(figure)
  }
  const count = await bars(figure)
  const half = await draws('binary', 450)
  expect(half).not.toEqual(count)
  await page.clock.runFor(400)
  const late = await bars(figure)
  expect(late).not.toEqual(half)
  await page.clock.runFor(100)
  const binary = await bars(figure)
  expect(binary).not.toEqual(late)
  await page.clock.runFor(1000)
  expect(await bars(figure)).toEqual(binary)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await draws('count', 40)).toEqual(count)
})

test('the handle is a slider with arrow keys and a spoken value', async ({ figures, page }) => {
  const figure = await open(figures, 'form="binary"')
  await handle(figure).focus()
  await expect(handle(figure)).toHaveAttribute('aria-valuetext', 'position 31: digits 0 1 1 1 1 1')
  for (const [key, position] of [
    ['ArrowRight', 32],
    ['PageUp', 40],
    ['ArrowLeft', 39],
    ['End', 63],
    ['ArrowRight', 63],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(readout(figure)).toContainText(`position ${position}`)
    await expect(handle(figure)).toHaveAttribute('aria-valuenow', String(position))
  }
  await expect(handle(figure)).toHaveAttribute('aria-valuetext', 'position 0: digits 0 0 0 0 0 0')
})

test('a handle can be dragged, a column pressed; the picture ends where the hand does', async ({
  figures,
  page,
}) => {
  const figure = await open(figures)
  const strip = await boxOf(figure.locator('wf-strip .surface'))
  const column = (at: number) => strip.x + ((at + 0.5) * strip.width) / 64
  const grip = await boxOf(handle(figure).locator('.reach'))
  await page.mouse.move(column(31), grip.y + 30)
  await page.mouse.down()
  for (let at = 32; at <= 50; at++) await page.mouse.move(column(at), grip.y + 30)
  await page.mouse.up()
  await expect(readout(figure)).toContainText('position 50')
  await page.mouse.click(column(7), strip.y + 40)
  await expect(readout(figure)).toContainText('position 7')
  await expect.poll(() => figures.state(figure)).toEqual({ position: 7 })
  expect(await handle(figure).evaluate((one) => getComputedStyle(one).touchAction)).toBe('none')
  expect(await figure.locator('wf-strip .strip').evaluate((one) => getComputedStyle(one).touchAction)).toBe(
    'pan-y',
  )
})

test('two positions move together at their distance, and their dot product stays', async ({
  figures,
  page,
}) => {
  const figure = await open(figures, 'form="waves" position="3"')
  await expect(handle(figure, 'Second position')).toBeHidden()
  await figures.more(figure)
  await figure.getByLabel('Compare with a second position').check()
  await expect(readout(figure)).toContainText('positions 3 and 5')
  await figure.getByRole('spinbutton', { name: 'Both positions' }).fill('40')
  await page.keyboard.press('Tab')
  await expect(readout(figure)).toContainText('dot product 3.96')
  await handle(figure, 'Second position').focus()
  await page.keyboard.press('ArrowRight')
  await expect(readout(figure)).toContainText('positions 40 and 43')
  await expect(readout(figure)).not.toContainText('3.96')
  await figure.getByLabel('Compare with a second position').uncheck()
  await expect(readout(figure)).toContainText('position 40')
})

test('the table stands beside the waves and ends; positions behind it give way when it goes', async ({
  figures,
}) => {
  const figure = await open(figures, 'form="table" position="150"')
  await expect(readout(figure)).toContainText('✕ no row')
  const strip = figure.locator('wf-strip')
  await expect(strip.locator('.table')).toHaveAttribute('visibility', 'visible')
  await expect(strip.locator('.titles .wrong')).toHaveText('✕ no row')
  expect(
    await strip.locator('.missing').evaluate((one) => Number(one.getAttribute('width'))),
  ).toBeGreaterThan(20)
  await figures.more(figure)
  await figure.getByLabel('Learned table beside the waves').uncheck()
  await settled(figure)
  await expect(readout(figure)).toContainText('position 63')
  await expect(figure.locator('.complaint')).toHaveCount(0)
})

for (const [name, size, stage, limit] of [
  ['a phone', { width: 390, height: 844 }, '', 560],
  ['the stage of a phone', { width: 390, height: 844 }, '388px', 388],
  ['the stage of a small phone', { width: 360, height: 640 }, '294px', 294],
] as const)
  test(`picture and control are together on ${name}`, async ({ figures, page }) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const figure = await open(figures, stage && `style="--wf-stage-height: ${stage}"`)
    for (const [state] of STEPS) {
      await set(figure, state)
      await settled(figure)
      const [picture, control] = [
        await boxOf(figure.locator('.stage')),
        await boxOf(figure.locator('.primary')),
      ]
      expect(control.y + control.height - picture.y).toBeLessThanOrEqual(limit)
      expect(control.height).toBeGreaterThanOrEqual(44)
      const { height } = await boxOf(figure.locator('wf-strip .surface'))
      expect(height, JSON.stringify(state)).toBeGreaterThan(70)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    for (const reach of await figure.locator('wf-strip .handle:visible .reach').all()) {
      const { width, height } = await boxOf(reach)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  })

test('nothing is moved by what it shows', async ({ figures, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const figure = await open(figures)
  const tops = () =>
    figure
      .locator('.readout, .step, .primary')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const before = await tops()
  await watchShifts(page)
  for (const [state] of STEPS) {
    await set(figure, state)
    await settled(figure)
    expect(await tops()).toEqual(before)
  }
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.001)
})

test('there are at most twelve stops on the way past it', async ({ figures, page }) => {
  const figure = await open(figures, 'form="waves" position="3" other="5"')
  await page.evaluate(() =>
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<button>after</button>'),
  )
  await page.locator('body').focus()
  let stops = 0
  while (stops < 20 && (await page.evaluate(() => document.activeElement?.textContent)) !== 'after') {
    await page.keyboard.press('Tab')
    stops += 1
  }
  expect(stops - 1).toBeLessThanOrEqual(12)
  await expect(figure.locator('wf-strip .handle')).toHaveCount(2)
})

test('it is saved as a picture and as numbers', async ({ figures }) => {
  const figure = await open(figures, 'form="table"')
  await figures.more(figure)
  const { text } = await figures.save(figure, 'svg')
  expect(text).toContain('Step to the next')
  expect(text).not.toMatch(/NaN|undefined/)
  const { text: numbers } = await figures.save(figure, 'csv')
  expect(numbers.trim().split('\n')).toHaveLength(129)
})

function watchShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const all = window as unknown as { shifted: number }
    all.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) all.shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
}

// <wf-attention>: text, maps, next characters, two models side by side.

import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { settled } from '../settled.js'
import { expect, type Figures, ORIGIN, test } from './figures.js'
import { serveModels } from './models.js'

const TAG = 'wf-attention'
const weights = readFileSync(
  new URL('../../../web/demo/public/models/tiny-shakespeare-rope/model.safetensors', import.meta.url),
)
const CLOSED = { rows: 0, columns: 0 }

/** Loads the model and waits for the picture. */
async function started(figures: Figures, page: Page): Promise<Locator> {
  await page.locator(TAG).getByRole('button', { name: /MB/ }).click()
  return figures.ready(TAG)
}

const notes = (figure: Locator) => figure.locator('#text-notes')
const tokens = (figure: Locator) => figure.locator('wf-token-strip button')

/** The numbers that a map draws. */
const values = (figure: Locator, index = 0): Promise<number[]> =>
  figure
    .locator('wf-heat-map')
    .nth(index)
    .evaluate((map) => [...(map as unknown as { matrix: { data: Float32Array } }).matrix.data])

const sizeOf = (figure: Locator) =>
  figure
    .locator('wf-heat-map')
    .first()
    .evaluate((map, closed) => {
      const { rows, columns } = (map as unknown as { matrix?: typeof closed }).matrix ?? closed
      return { rows, columns }
    }, CLOSED)

test('models load on request only, once for all figures', async ({ figures, page, context }) => {
  const asked = await serveModels(context)
  await figures.open('<wf-attention></wf-attention><wf-attention head="1"></wf-attention>')
  const buttons = page.getByRole('button', { name: 'Load 1.6 MB and start' })
  await expect(buttons).toHaveCount(2)
  expect(asked).toEqual([])
  await buttons.first().click()
  await figures.ready(TAG)
  await buttons.first().click()
  await expect(page.locator(`${TAG} .stage.drawn`)).toHaveCount(2)
  expect(asked.filter((file) => file.endsWith('model.safetensors'))).toHaveLength(1)
})

test('every row of every map sums to 1, and the maps are causal', async ({ figures, page, context }) => {
  await serveModels(context)
  await figures.open('<wf-attention text="To be, or not to be"></wf-attention>')
  const figure = await started(figures, page)
  await expect(tokens(figure)).toHaveCount(19)
  for (const [layer, head] of [
    [0, 0],
    [3, 2],
  ]) {
    await figure.evaluate((element, choice) => Object.assign(element, choice), { layer, head })
    await expect(figure.locator('wf-heat-map .map')).toHaveAttribute(
      'aria-label',
      new RegExp(`layer ${(layer ?? 0) + 1}, head ${(head ?? 0) + 1}`),
    )
    await settled(figure)
    const map = await values(figure)
    for (let row = 0; row < 19; row++) {
      const weights = map.slice(row * 19, (row + 1) * 19)
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 4)
      expect(weights.slice(row + 1).every((weight) => weight === 0)).toBe(true)
    }
  }
})

test('two models side by side, and the third map is their difference', async ({ figures, page, context }) => {
  await serveModels(context)
  await figures.open('<wf-attention model="rope" compare="learned"></wf-attention>')
  await expect(page.getByRole('button', { name: 'Load 3.2 MB and start' })).toBeVisible()
  const figure = await started(figures, page)
  await expect(figure.locator('wf-heat-map')).toHaveCount(3)
  const [rope, learned, difference] = [
    await values(figure, 0),
    await values(figure, 1),
    await values(figure, 2),
  ]
  expect(rope).not.toEqual(learned)
  const wrong = difference.filter(
    (value, i) => !(Math.abs(value - ((learned[i] ?? 0) - (rope[i] ?? 0))) < 1e-6),
  )
  expect(wrong).toEqual([])
  await expect(figure.locator('wf-probability-bars')).toHaveCount(2)
})

const TEXTS: [name: string, text: string, said: RegExp, read: number][] = [
  ['empty', '', /The text is empty/, 41],
  ['Chinese', '你好，世界', /5 characters are left out.*“你”.*The text is empty/, 41],
  ['emoji among letters', 'Romeo 👩‍🚀!', /left out.*“👩”/, 7],
  ['10 000 characters', 'abcde'.repeat(2000), /has 10000 characters; only the last 64 are used/, 64],
  ['markup', '<img src=x onerror=alert(1)>', /left out.*“<”/, 21],
]

for (const [name, text, said, read] of TEXTS) {
  test(`a text that is ${name} is reported, and the model still reads something`, async ({
    figures,
    page,
    context,
  }) => {
    await serveModels(context)
    await figures.open('<wf-attention></wf-attention>')
    const figure = await started(figures, page)
    await figure.getByLabel('Your text').fill(text)
    await expect(notes(figure)).toHaveText(said)
    await expect(tokens(figure)).toHaveCount(read)
    await expect.poll(() => sizeOf(figure)).toEqual({ rows: read, columns: read })
    await expect(figure.getByRole('alert')).toHaveCount(0)
    await expect(figure.locator('img')).toHaveCount(0)
    expect(JSON.stringify(await figures.state(figure)).length).toBeLessThan(2000)
  })
}

test('invalid attributes are reported, and the nearest valid ones shown', async ({
  figures,
  page,
  context,
}) => {
  await serveModels(context)
  await figures.open(
    '<wf-attention model="gpt" compare="x" layer="99" head="-1" token="1e9" temperature="hot"></wf-attention>',
  )
  const figure = await started(figures, page)
  await expect(figure.locator('.complaint')).toHaveCount(6)
  await expect(figure.locator('.complaint', { hasText: 'layer' })).toContainText('0 … ')
  await expect(figure.locator('wf-heat-map .map')).toHaveAttribute('aria-label', /layer 4, head 1/)
})

test('the state comes back: text, models, map and token', async ({ figures, page, context }) => {
  await serveModels(context)
  await figures.open('<wf-attention></wf-attention>')
  const figure = await started(figures, page)
  await figure.getByLabel('Your text').fill('What’s in a name?\nThat which')
  await figure.locator('#part').selectOption({ label: 'layer 1, head 3' })
  await figure.locator('#compare').selectOption('learned')
  await expect(figure.locator('wf-heat-map')).toHaveCount(3)
  await settled(figure)
  await tokens(figure).nth(4).click()
  await expect(tokens(figure).nth(4)).toHaveAttribute('aria-pressed', 'true')
  await settled(figure)
  const state = await figures.state(figure)
  expect(state).toMatchObject({ head: 2, compare: 'learned', token: 4 })
  const before = await values(figure, 2)
  await figures.open(
    '<wf-attention id="again"></wf-attention>',
    {},
    `#again=${encodeURIComponent(String(new URLSearchParams(state as Record<string, string>)))}`,
  )
  const again = await started(figures, page)
  expect(await figures.state(again)).toEqual(state)
  expect(await values(again, 2)).toEqual(before)
})

test('a link cannot set the folder of models', async ({ figures, page, context }) => {
  const asked = await serveModels(context)
  await figures.open('<wf-attention id="a"></wf-attention>', {}, '#a=modelBase%3Dhttps%3A%2F%2Fevil.test%2F')
  const figure = await started(figures, page)
  expect(await figures.state(figure)).toEqual({})
  expect(asked).toContain('tiny-shakespeare-rope/model.safetensors')
})

test('a model that cannot be loaded is reported; another folder or a retry helps', async ({
  figures,
  page,
  context,
}) => {
  figures.tolerate(/404|Failed to load/)
  await context.route(`${ORIGIN}/nowhere/**`, (route) => route.fulfill({ status: 404, body: 'no' }))
  await serveModels(context, { path: '/elsewhere/' })
  await figures.open('<wf-attention model-base="/nowhere"><p>A picture</p></wf-attention>')
  const figure = page.locator(TAG)
  await figure.getByRole('button', { name: /MB/ }).click()
  await expect(figure.getByRole('alert')).toContainText('could not be loaded')
  await expect(page.getByText('A picture')).toBeVisible()
  await figure.evaluate((element) => element.setAttribute('model-base', '/elsewhere'))
  await figures.ready(TAG)
  await expect(figure.getByRole('alert')).toHaveCount(0)
})

test('the continuation is the same for the same seed, and can be appended', async ({
  figures,
  page,
  context,
}) => {
  await serveModels(context)
  await figures.open('<wf-attention temperature="0"></wf-attention>')
  const figure = await started(figures, page)
  const output = figure.locator('wf-continuation output')
  await figure.getByRole('button', { name: 'Continue the text' }).click()
  const adopt = figure.getByRole('button', { name: 'Use as text' })
  await expect(adopt).toBeEnabled()
  const first = await output.textContent()
  expect(first?.length).toBe(41 + 120)
  await figure.getByRole('button', { name: 'Continue the text' }).click()
  await expect(adopt).toBeEnabled()
  expect(await output.textContent()).toBe(first)
  await adopt.click()
  await expect(figure.getByLabel('Your text')).toHaveValue(first ?? '')
  await expect(tokens(figure)).toHaveCount(64)
})

test('another seed gives another continuation, and Stop ends it', async ({ figures, page, context }) => {
  await serveModels(context)
  await figures.open('<wf-attention></wf-attention>')
  const figure = await started(figures, page)
  const output = figure.locator('wf-continuation output')
  const adopt = figure.getByRole('button', { name: 'Use as text' })
  const draw = async () => {
    await figure.getByRole('button', { name: 'Continue the text' }).click()
    await expect(adopt).toBeEnabled()
    return (await output.textContent()) ?? ''
  }
  const first = await draw()
  expect(first).toContain('O Romeo, Romeo! wherefore art thou Romeo?')
  await expect(figure.locator('wf-continuation')).toContainText('trained on 64 characters at a time')
  await figure.evaluate((element) => Object.assign(element, { seed: 2 }))
  await figures.ready(TAG)
  expect(await draw()).not.toBe(first)
  // in the page, because all characters may be drawn before a second command arrives
  await figure.locator('wf-continuation').evaluate(async (element) => {
    const button = element.shadowRoot?.querySelector<HTMLElement>('button.go')
    button?.focus()
    button?.click()
    await (element as HTMLElement & { updateComplete: Promise<boolean> }).updateComplete
    button?.click()
  })
  await expect(figure.getByRole('button', { name: 'Continue the text' })).toBeFocused()
  const drawn = (await output.textContent()) ?? ''
  expect(drawn.length).toBeLessThan(41 + 120)
  await expect(figure.getByRole('alert')).toHaveCount(0)
})

test('the pointer reads the cell under it and chooses its query; pointing at a token outlines its row and column', async ({
  figures,
  page,
  context,
}) => {
  await serveModels(context)
  await figures.open('<wf-attention></wf-attention>')
  const figure = await started(figures, page)
  const map = figure.locator('wf-heat-map')
  const box = await map.locator('.map').boundingBox()
  if (!box) throw new Error('the map has no box')
  const cell = box.width / 41
  await page.mouse.move(box.x + 2.5 * cell, box.y + 5.5 * cell)
  await expect(map.locator('.readout')).toHaveText(/^query 5 ‘e’, key 2 ‘R’: \d\.\d\d$/)
  await page.mouse.click(box.x + 2.5 * cell, box.y + 5.5 * cell)
  await expect(tokens(figure).nth(5)).toHaveAttribute('aria-pressed', 'true')
  await page.mouse.move(box.x + 5.5 * cell, box.y + 2.5 * cell)
  await expect(map.locator('.readout')).toHaveText('query 2 ‘R’, key 5 ‘e’: masked, it comes later')
  await page.mouse.move(box.x, box.y - 40)
  const boxes = map.locator('rect.over')
  await expect(boxes).toHaveCount(1)
  await tokens(figure).nth(7).hover()
  await expect(boxes).toHaveCount(3)
  await expect(boxes.nth(1)).toHaveAttribute('y', '7')
  await expect(boxes.nth(2)).toHaveAttribute('x', '7')
})

test('a progress bar shows loading; settings changed meanwhile apply', async ({ figures, page, context }) => {
  await serveModels(context)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/tiny-shakespeare-rope/model.safetensors', async (route) => {
    await released
    await route.fallback()
  })
  await figures.open('<wf-attention></wf-attention>')
  const figure = page.locator(TAG)
  await figure.getByRole('button', { name: /MB/ }).click()
  await expect(figure.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await figure.evaluate((element) => Object.assign(element, { text: 'Peace, ho!' }))
  release()
  await expect(tokens(figure)).toHaveCount(10)
  await expect(figure.getByRole('progressbar')).toHaveCount(0)
})

test('a truncated checkpoint is rejected with a message, and retry works', async ({
  figures,
  page,
  context,
}) => {
  await serveModels(context)
  let truncated = true
  await context.route('**/tiny-shakespeare-rope/model.safetensors', (route) =>
    truncated ? route.fulfill({ body: weights.subarray(0, 100_000) }) : route.fallback(),
  )
  await figures.open('<wf-attention></wf-attention>')
  const figure = page.locator(TAG)
  await figure.getByRole('button', { name: /MB/ }).click()
  await expect(figure.getByRole('alert')).toContainText('could not be loaded')
  await expect(tokens(figure)).toHaveCount(0)
  truncated = false
  await figure.getByRole('button', { name: 'Try again' }).click()
  await expect(tokens(figure)).toHaveCount(41)
})

test('after a worker crash the old picture stays, and the next text is read', async ({
  figures,
  page,
  context,
}) => {
  await serveModels(context)
  await figures.open('<wf-attention></wf-attention>')
  const figure = await started(figures, page)
  await figures.crashWorker()
  await expect(tokens(figure)).toHaveCount(41)
  await figure.getByLabel('Your text').fill('Once more unto the breach')
  await expect(tokens(figure)).toHaveCount(25)
  await expect(figure.getByRole('alert')).toHaveCount(0)
})

test('a map survives being moved ten times, and still follows its size', async ({
  figures,
  page,
  context,
}) => {
  await serveModels(context)
  await figures.open('<wf-attention></wf-attention>')
  const figure = await started(figures, page)
  const map = figure.locator('wf-heat-map')
  await map.evaluate((element) => {
    const home = element.parentElement
    for (let i = 0; i < 10; i++) {
      document.body.append(element)
      home?.prepend(element)
    }
  })
  await expect(map.locator('svg.columns text')).toHaveCount(41) // names where there is room
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(map.locator('svg.columns text')).toHaveCount(11) // else every fourth index
})

test('everything by keyboard alone', async ({ figures, page, context }) => {
  await serveModels(context)
  await figures.open('<wf-attention></wf-attention>')
  const start = page.getByRole('button', { name: /MB/ })
  await start.focus()
  await page.keyboard.press('Enter')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.stage')).toBeFocused() // not lost with the button
  await tokens(figure).last().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(figure.getByRole('table', { name: /after position 1/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(figure.locator('wf-heat-map .readout')).toHaveText(/^query 2 ‘R’, key 0 ‘O’: /)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(figure.locator('wf-heat-map .map')).toHaveAttribute('aria-label', /layer 1, head 2/)
})

// <wf-train>: play, pause, step, two encodings, files, what ends it, what it says.

import type { Locator, Page } from '@playwright/test'
import type { TrainElement } from '../../../web/elements/figures/train/train-element.js'
import { axeEverywhere } from '../axe.js'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-train'

const now = (figure: Locator) => figure.locator('.now')
const button = (figure: Locator, name: 'play' | 'step' | 'again') => figure.locator(`button.${name}`)

async function opened(figures: Figures, attributes = '', options = {}): Promise<Locator> {
  await figures.open(`<h1>A page</h1><wf-train ${attributes}></wf-train>`, options)
  const figure = await figures.ready(TAG)
  await figures.more(figure)
  return figure
}

async function stepsOf(figure: Locator): Promise<number> {
  return Number(/\d+/.exec((await now(figure).textContent()) ?? '')?.[0])
}

const until = (figure: Locator, step: number) =>
  expect.poll(() => stepsOf(figure), { timeout: 240_000 }).toBeGreaterThanOrEqual(step)

async function pause(figure: Locator): Promise<number> {
  await button(figure, 'play').click()
  await expect(button(figure, 'play')).toHaveAccessibleName('Continue')
  return stepsOf(figure)
}

/** The curves as the figure's own table, by name. */
async function curves(figures: Figures, figure: Locator): Promise<Record<string, number[]>> {
  const { text } = await figures.save(figure, 'csv')
  const [header = '', ...rows] = text.trim().split('\n')
  return Object.fromEntries(
    header.split(',').map((name, i) => [name, rows.map((row) => Number(row.split(',')[i]))]),
  )
}

test('before anything is pressed the untrained model answers; one step is one step; start again forgets', async ({
  figures,
}) => {
  const figure = await opened(figures)
  await expect(now(figure)).toHaveText(/^Step 0\. RoPE: loss 2\.\d\d, exact match 0\u00a0%\.$/)
  await figure.locator('#view-answers').click()
  await expect(figure.locator('.answers li')).toHaveCount(6)
  await expect(figure.locator('.answers .verdict').first()).toContainText('✗')
  await figure.locator('#view-attention').click()
  const before = await figures.pixels(figure)
  await button(figure, 'step').click()
  await expect(now(figure)).toContainText('Step 1.')
  await button(figure, 'step').click()
  await expect(now(figure)).toContainText('Step 2.')
  await expect(figure.getByRole('status').filter({ hasText: 'Step' })).toContainText('Step 2.')
  expect((await curves(figures, figure)).step).toEqual([0, 1, 2])
  await button(figure, 'again').click()
  await expect(now(figure)).toContainText('Step 0.')
  expect(await figures.pixels(figure)).toBe(before)
})

test('it plays: the loss falls, RoPE copies eight letters within 150 steps; it pauses and goes on', async ({
  figures,
}) => {
  const figure = await opened(figures, 'speed="10"')
  await button(figure, 'play').click()
  await expect(button(figure, 'play')).toHaveAccessibleName('Pause')
  await until(figure, 10)
  const paused = await pause(figure)
  await figure.page().waitForTimeout(300)
  expect(await stepsOf(figure)).toBeLessThanOrEqual(paused + 10) // the picture that was under way
  const still = await stepsOf(figure)
  await figure.page().waitForTimeout(300)
  expect(await stepsOf(figure)).toBe(still)
  await button(figure, 'play').click()
  await until(figure, 150)
  await pause(figure)
  const { step = [], 'rope loss': loss = [], 'rope exactMatch': exact = [] } = await curves(figures, figure)
  expect(loss[0]).toBeGreaterThan(2.2)
  expect(loss.at(-1)).toBeLessThan(0.2)
  const learned = step[exact.findIndex((share) => share > 0.9)]
  expect(learned).toBeLessThanOrEqual(150)
  await figure.locator('#view-answers').click()
  await expect(figure.locator('.answers .verdict').filter({ hasText: '✓' }).first()).toBeVisible()
})

test('another encoding beside it learns from the same sequences; the bias of T5 is drawn; RoPE has none', async ({
  figures,
  page,
}) => {
  const figure = await opened(figures, 'id="one" fragment speed="5"')
  await figure.locator('#view-bias').click()
  await expect(figure.locator('#bias')).toHaveCount(0)
  await expect(figure.locator('.train')).toContainText('RoPE has no parameters and adds no bias')
  await figure.locator('#compare').selectOption('t5')
  await expect(figure.locator('#bias')).toHaveCount(1)
  await expect(figure.locator('.train')).toContainText(
    'T5 bias learns its bias together with the other parameters',
  )
  await button(figure, 'play').click()
  await until(figure, 10)
  await pause(figure)
  const names = Object.keys(await curves(figures, figure))
  expect(names).toEqual([
    'step',
    'rope loss',
    'rope accuracy',
    'rope exactMatch',
    't5 loss',
    't5 accuracy',
    't5 exactMatch',
  ])
  await figure.locator('#view-attention').click()
  await expect(figure.locator('wf-heat-map')).toHaveCount(2)
  await figure.locator('#part').selectOption('1 2')
  await expect(figure.locator('.train')).toContainText('layer 2, head 3')
  expect(await stepsOf(figure)).toBeGreaterThanOrEqual(10) // looking elsewhere is no new start
  const hash = await figures.link(figure)
  await figures.open('<wf-train id="one"></wf-train>', {}, hash)
  const again = await figures.ready(TAG)
  expect(await figures.state(again)).toMatchObject({ compare: 't5', layer: 1, head: 2, speed: 5 })
  await expect(page.locator(TAG).locator('wf-heat-map')).toHaveCount(2)
})

test('it trains by itself up to the step of the page, once, and then the reader has it', async ({
  figures,
}) => {
  const figure = await opened(figures, 'play-to="5"')
  await until(figure, 5)
  await expect(button(figure, 'play')).toHaveAccessibleName('Continue')
  expect(await stepsOf(figure)).toBe(5)
  await figure.locator('#view-answers').click() // computes anew
  await expect(figure.locator('.answers li')).toHaveCount(6)
  await expect(button(figure, 'play')).toHaveAccessibleName('Continue')
  await button(figure, 'play').click()
  await until(figure, 7)
})

test('with reduced motion it waits for the reader', async ({ figures, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const figure = await opened(figures, 'play-to="5"')
  await button(figure, 'step').click()
  await expect(now(figure)).toContainText('Step 1.')
  await expect(button(figure, 'play')).toHaveAccessibleName('Continue')
})

test('every task and a changed seed start anew, and go on playing', async ({ figures }) => {
  const figure = await opened(figures, 'speed="2"')
  await button(figure, 'play').click()
  for (const task of ['reverse', 'dyck', 'parity']) {
    await until(figure, 1)
    await figure.locator('#task').selectOption(task)
    await expect(figure).toHaveJSProperty('task', task)
  }
  await until(figure, 2)
  await expect(button(figure, 'play')).toHaveAccessibleName('Pause')
})

test('the model is taken along as files that the library opens', async ({ figures, page }) => {
  const figure = await opened(figures)
  await button(figure, 'step').click()
  await expect(now(figure)).toContainText('Step 1.')
  await figure.locator('details.more').evaluate((details: HTMLDetailsElement) => {
    details.open = true
  })
  await expect(figure.locator('.files')).toContainText('LLaMA architecture')
  const saved: Record<string, Buffer> = {}
  for (const file of ['config.json', 'model.safetensors', 'optimizer.safetensors', 'vocab.json']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      figure.locator(`[data-file="${file}"]`).click(),
    ])
    expect(download.suggestedFilename()).toBe(file)
    saved[file] = Buffer.concat(await (await download.createReadStream()).toArray())
  }
  expect(JSON.parse(String(saved['config.json']))).toMatchObject({ model_type: 'llama', vocab_size: 11 })
  expect(JSON.parse(String(saved['vocab.json']))).toMatchObject({ a: 0, '=': 10 })
  expect(saved['model.safetensors']?.length).toBeGreaterThan(4 * 33_000)
  expect(saved['optimizer.safetensors']?.length).toBeGreaterThan(8 * 33_000)
})

test('on a phone picture and Play are on one screen, the chart is left out, and the bright line eight back is there while it learns', async ({
  figures,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await figures.open('<wf-train compare="alibi" speed="10"></wf-train>')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('wf-lines canvas')).toBeHidden()
  const height = await figure.evaluate((element) => {
    const box = (part: string) => element.shadowRoot?.querySelector(part)?.getBoundingClientRect()
    return (box('.primary')?.bottom ?? Number.NaN) - (box('.stage')?.top ?? Number.NaN)
  })
  expect(height).toBeLessThanOrEqual(560)
  await button(figure, 'play').click()
  await until(figure, 80)
  await button(figure, 'play').click()
  const eightBack = (map: Element) => {
    const { data, columns, rows } = (
      map as unknown as { matrix: { data: Float32Array; columns: number; rows: number } }
    ).matrix
    const weights = Array.from({ length: rows - 8 }, (_, i) => data[(i + 8) * columns + i] ?? 0)
    return weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  }
  expect(await figure.locator('wf-heat-map').first().evaluate(eightBack)).toBeGreaterThan(0.5)
  expect(await figure.locator('wf-heat-map').last().evaluate(eightBack)).toBeLessThan(0.3)
})

test('each view shows one part of the picture', async ({ figures }) => {
  const figure = await opened(figures, 'id="one" fragment compare="alibi"')
  for (const [view, part] of [
    ['answers', '.examples'],
    ['curves', '#loss'],
    ['bias', '#bias canvas'],
    ['attention', 'wf-heat-map'],
  ] as const) {
    await figure.locator(`#view-${view}`).click()
    await expect(figure.locator(part).first()).toBeVisible()
    expect((await figures.state(figure)).view ?? 'attention').toBe(view)
  }
})

test('removed while it trains it frees its worker and itself', async ({ figures, page }) => {
  const figure = await opened(figures, 'compare="alibi"')
  await button(figure, 'play').click()
  await until(figure, 2)
  expect(page.workers()).toHaveLength(1)
  await page.evaluate(() => document.querySelector('main')?.replaceChildren())
  await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0)
  await expect.poll(async () => (await figures.alive([TAG]))[TAG], { timeout: 20_000 }).toBeLessThanOrEqual(1)
})

test('moved in the document it goes on where it was', async ({ figures, page }) => {
  const figure = await opened(figures)
  await button(figure, 'play').click()
  await until(figure, 3)
  await page.evaluate(() => {
    document.querySelector('main')?.prepend(document.querySelector('wf-train') as Element)
  })
  const there = await stepsOf(figure)
  expect(there).toBeGreaterThanOrEqual(3)
  await until(figure, there + 3)
})

async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('a hidden tab waits and goes on by itself, unless the reader chose otherwise', async ({
  figures,
  page,
}) => {
  const figure = await opened(figures)
  await button(figure, 'play').click()
  await until(figure, 2)
  await hide(page, true)
  await page.waitForTimeout(1000) // the picture under way
  const waiting = await stepsOf(figure)
  await page.waitForTimeout(1000)
  expect(await stepsOf(figure)).toBe(waiting)
  await hide(page, false)
  await until(figure, waiting + 2)
  await figure.evaluate((element: TrainElement) => {
    element.background = true
  })
  await hide(page, true)
  await until(figure, waiting + 10)
})

test('with reduced motion a picture comes at most once a second, and the training goes on between', async ({
  figures,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const figure = await opened(figures)
  const times = await figure.evaluate(async (element: TrainElement) => {
    const said = () => element.shadowRoot?.querySelector('.now')?.textContent ?? ''
    const found: { at: number; step: number }[] = []
    let last = 0
    const watch = new MutationObserver(() => {
      const step = Number(/\d+/.exec(said())?.[0])
      if (step !== last) found.push({ at: performance.now(), step })
      last = step
    })
    watch.observe(element.shadowRoot as ShadowRoot, { subtree: true, characterData: true, childList: true })
    const play = element.shadowRoot?.querySelector<HTMLElement>('.play')
    play?.click()
    await new Promise((done) => setTimeout(done, 5000))
    play?.click()
    watch.disconnect()
    return found
  })
  expect(times.length).toBeGreaterThanOrEqual(2)
  for (const [i, { at, step }] of times.entries()) {
    const before = times[i - 1]
    if (before) expect(at - before.at).toBeGreaterThan(900)
    if (before) expect(step).toBeGreaterThan(before.step + 1) // at this speed one, if nothing were left out
  }
})

test('pause answers at once, and no message of the training waits for the page', async ({ figures }) => {
  const figure = await opened(figures, 'speed="100" compare="alibi"')
  await button(figure, 'play').click()
  await until(figure, 1).catch(() => {})
  const answered = await figure.evaluate(async (element: TrainElement) => {
    const play = element.shadowRoot?.querySelector<HTMLElement>('.play')
    play?.click()
    await element.updateComplete // no task of the page comes between, whatever the workers send
    return play?.getAttribute('aria-label')
  })
  expect(answered).toContain('Continue')
})

test('a loss that is no number is reported with its step; the last state stays, and it goes on with a lower rate', async ({
  figures,
}) => {
  const figure = await opened(figures, 'learning-rate="1e10"')
  await button(figure, 'play').click()
  await expect(figure.locator('.halt')).toContainText(/With RoPE the loss became NaN or infinite at step \d+/)
  await expect(button(figure, 'play')).toHaveAccessibleName('Continue')
  await expect(figure.locator('wf-heat-map')).toHaveCount(1)
  await figure.evaluate((element: TrainElement) => {
    element.learningRate = 0.005
  })
  await expect(figure.locator('.halt')).toHaveCount(0)
  await expect(now(figure)).toContainText('Step 0.')
})

test('a dead worker is reported, and a new one starts afresh', async ({ figures, page }) => {
  const figure = await opened(figures)
  await button(figure, 'play').click()
  await until(figure, 2)
  expect(page.workers()).toHaveLength(1)
  await figures.crashWorker()
  await expect(figure.locator('.stage ~ .trouble')).toContainText('crashed')
  await figure.getByRole('button', { name: 'Try again' }).click()
  await expect(now(figure)).toContainText('Step 0.')
  await button(figure, 'step').click()
  await expect(now(figure)).toContainText('Step 1.')
})

test('a file that a dead worker cannot write is reported', async ({ figures }) => {
  const figure = await opened(figures)
  await button(figure, 'step').click()
  await expect(now(figure)).toContainText('Step 1.')
  await figures.crashWorker()
  await figure.locator('details.more').evaluate((details: HTMLDetailsElement) => {
    details.open = true
  })
  await figure.locator('[data-file="config.json"]').click()
  await expect(figure.locator('.stage ~ .trouble')).toContainText('crashed')
})

test('the keyboard passes it in at most 12 stops, whatever is shown; arrow keys reach each button', async ({
  figures,
  page,
}) => {
  const figure = await opened(figures, 'compare="t5"')
  for (const plot of await figure.locator('wf-lines').all())
    await expect(plot.locator('.u-over')).toBeVisible()
  let stops = 0
  await page.keyboard.press('Tab') // the button that skips all the others
  await page.keyboard.press('Tab')
  while (await page.evaluate(() => document.activeElement?.localName === 'wf-train')) {
    stops += 1
    await page.keyboard.press('Tab')
  }
  expect(stops).toBeGreaterThan(5)
  expect(stops).toBeLessThanOrEqual(12)
  await button(figure, 'again').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(button(figure, 'step')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(now(figure)).toContainText('Step 1.')
  await page.keyboard.press('End')
  await expect(button(figure, 'again')).toBeFocused()
})

for (const [lang, said] of [
  ['en', 'Step 1.'],
  ['zh', '第 1 步。'],
] as const) {
  test(`axe has no objection while it shows two encodings (${lang})`, async ({ figures, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const figure = await opened(figures, 'compare="t5"', { html: `lang="${lang}"` })
    await button(figure, 'step').click()
    await expect(now(figure)).toContainText(said)
    await figure.locator('details.more').evaluate((details: HTMLDetailsElement) => {
      details.open = true
    })
    expect(await axeEverywhere(page, lang)).toEqual([])
  })
}

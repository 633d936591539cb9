// <wf-lengths>: recorded curves, runs of the reader's own, stop, what is kept, files, links.

import type { Locator, Page } from '@playwright/test'
import { recorded, recordedText } from '../../../web/elements/figures/lengths/recorded.generated.js'
import { axeEverywhere } from '../axe.js'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-lengths'
const TINY =
  'task="parity" encodings="none alibi" train-length="4" test-lengths="4 8 12" seeds="2" steps="20"'
const LONG = 'task="copy" encodings="rope alibi" train-length="16" test-lengths="16" seeds="2" steps="5000"'

async function open(figures: Figures, attributes = ''): Promise<Locator> {
  await figures.open(`<${TAG} id="one" ${attributes}></${TAG}>`)
  return shown(figures)
}

/** With all its settings. */
async function shown(figures: Figures): Promise<Locator> {
  const figure = await figures.ready(TAG)
  await figures.more(figure)
  return figure
}

const own = (figure: Locator) => figure.locator('.captions p').filter({ hasText: 'Yours' })

/** How many workers of the lab there are. */
async function labWorkers(page: Page): Promise<number> {
  const names = page.workers().map((worker) => worker.evaluate(() => self.name).catch(() => 'ended'))
  return (await Promise.all(names)).filter((name) => name === 'whereformer-lab').length
}

async function trainTiny(figure: Locator): Promise<void> {
  await figure.locator('button.train').click()
  await expect(figure.locator('.status')).toContainText('All 4 runs finished', { timeout: 60_000 })
}

test('recorded curves of five encodings are there at once, with their hues; what was not learned is apart', async ({
  figures,
  page,
}) => {
  const [lookBack] = recorded
  if (!lookBack) throw new Error('nothing is recorded')
  await page.setViewportSize({ width: 390, height: 844 })
  await figures.open(`<${TAG}></${TAG}>`)
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.charts > .chart')).toHaveCount(1)
  await expect(figure.locator('.charts > .chart canvas')).toBeVisible()
  const five = ['sinusoidal', 'learned', 'rope', 'alibi', 't5']
  const apart = five.filter((name) => lookBack.notLearned?.includes(name)).length
  await expect(figure.locator('.charts > .chart .values tbody:not(.apart) tr')).toHaveCount(
    five.length - apart,
  )
  await expect(figure.locator('.charts > .chart .values .apart th[scope=row]')).toHaveCount(apart)
  const strokes = await figure
    .locator('.charts > .chart .values .swatch line')
    .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke') ?? ''))
  expect(new Set(strokes).size).toBe(five.length)
  const height = await figure.evaluate((element) => {
    const box = (part: string) => element.shadowRoot?.querySelector(part)?.getBoundingClientRect()
    return (box('.primary')?.bottom ?? Number.NaN) - (box('.stage')?.top ?? Number.NaN)
  })
  expect(height).toBeLessThanOrEqual(560)
  await figure.locator('.charts > .chart wf-lines summary').click()
  await expect(figure.locator('wf-matrix-table thead th[scope=col]')).toContainText([/mean/, /seed 1/])
  const { text } = await figures.save(figure, 'csv')
  const runs = lookBack.runs.filter(({ encoding }) => five.includes(encoding)).length
  expect(text.trim().split('\n')).toHaveLength(1 + runs * lookBack.testLengths.length)
  expect(await labWorkers(page)).toBe(0)
  expect(figures.requests.filter((file) => file.includes('train'))).toEqual([])
})

test('the loss on a text stands below where there is room, and is said anywhere', async ({
  figures,
  page,
}) => {
  if (!recordedText) throw new Error('no text is recorded')
  const { runs } = recordedText
  await figures.open(`<${TAG} encodings="alibi rope"></${TAG}>`)
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.text canvas')).toBeVisible()
  const rows = figure.locator('.text .values tbody tr')
  await expect(rows).toHaveCount(2)
  for (const [i, name] of ['rope', 'alibi'].entries()) {
    const losses = runs
      .filter(({ encoding }) => encoding === name)
      .map(({ loss }) => loss?.at(-1) ?? Number.NaN)
    const mean = losses.reduce((sum, one) => sum + one, 0) / losses.length
    await expect(rows.nth(i)).toContainText(mean.toFixed(2))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(figure.locator('.text')).toBeHidden()
  await expect(figure.locator('.caption')).toContainText(
    /Mean loss at 512 characters: RoPE \d\.\d\d, ALiBi \d\.\d\d\. Lower is better/,
  )
})

test('own runs are trained in workers, are drawn as recorded ones are, and there again after a reload', async ({
  figures,
  page,
}) => {
  const figure = await open(figures, TINY)
  await trainTiny(figure)
  await expect(figure.locator('.caption')).toContainText(
    'trained on lengths up to 4; 20 steps of 32 sequences; model dimension 64',
  )
  await expect(figure.locator('.charts > .chart .values th[scope=row]')).toHaveText([
    ...[/none/, /ALiBi/], // recorded
    ...[/none/, /ALiBi/],
  ])
  await expect(figure.locator('.caption')).toContainText('Yours: ')
  const rows = (text: string) => text.split('\n').filter((row) => row.startsWith('Yours,'))
  const before = rows((await figures.save(figure, 'csv')).text)
  expect(before).toHaveLength(2 * 2 * 3)
  for (const row of before)
    expect(row).toMatch(/^Yours,parity,(none|alibi),[12],20,4,(4|8|12),[\d.]+,[\d.]+$/)
  await expect.poll(() => labWorkers(page)).toBe(0)

  const again = await open(figures, 'task="parity" encodings="none alibi"') // other settings: the newest of the task
  await expect(own(again)).toBeVisible()
  expect(rows((await figures.save(again, 'csv')).text)).toEqual(before)

  await again.locator('details.more summary').click()
  await again.getByRole('button', { name: 'Delete your runs for this task' }).click()
  await expect(own(again)).toHaveCount(0)
  await expect(own(await open(figures, TINY))).toHaveCount(0)
})

test('stop answers at once and ends the workers; training again goes on', async ({ figures, page }) => {
  const figure = await open(figures, LONG)
  await figure.locator('button.train').click()
  await expect(figure.locator('.status')).toContainText('0 of 4 runs done')
  await expect.poll(() => labWorkers(page)).toBeGreaterThan(0)
  await expect(figure.locator('.status')).toContainText('left', { timeout: 30_000 })
  const answered = await figure.evaluate(async (element: Element & { updateComplete?: Promise<unknown> }) => {
    const root = element.shadowRoot as ShadowRoot
    root.querySelector<HTMLElement>('button.stop')?.click()
    await element.updateComplete // waits for no worker
    return root.querySelector('button.train')?.textContent
  })
  expect(answered).toContain('Train')
  await expect(figure.locator('.status')).toContainText('Stopped after 0 of 4 runs. Press Train to continue.')
  await expect.poll(() => labWorkers(page)).toBe(0)
  await figure.locator('button.train').press('Enter')
  await expect(figure.locator('button.stop')).toBeVisible()
  await page.evaluate((tag) => document.querySelector(tag)?.remove(), TAG)
  await expect.poll(() => labWorkers(page)).toBe(0)
})

test('while it trains nothing is computed in the page, and it draws at most once a frame', async ({
  figures,
  page,
}) => {
  await page.addInitScript(() => {
    const counted = { cores: 0, frames: 0, drawings: 0 }
    Object.assign(window, { counted })
    for (const name of ['instantiate', 'instantiateStreaming'] as const) {
      const original = WebAssembly[name] as (...given: unknown[]) => unknown
      WebAssembly[name] = ((...given: unknown[]) => {
        counted.cores++
        return original.apply(WebAssembly, given)
      }) as never
    }
    const clear = CanvasRenderingContext2D.prototype.clearRect
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      counted.drawings++
      clear.apply(this, area)
    }
    const count = () => {
      counted.frames++
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  const figure = await open(figures, TINY)
  const counts = () =>
    page.evaluate(() => ({
      ...(window as unknown as { counted: Record<'cores' | 'frames' | 'drawings', number> }).counted,
    }))
  const before = await counts()
  await trainTiny(figure)
  const after = await counts()
  expect(after.cores).toBe(before.cores)
  const charts = await figure.locator('wf-lines canvas').count()
  expect(after.drawings - before.drawings).toBeLessThanOrEqual(charts * (after.frames - before.frames))
})

test('two to six encodings can be chosen, with one stop of the keyboard', async ({ figures, page }) => {
  const figure = await open(figures, 'encodings="none rope"')
  const toggles = figure.locator('wf-encoding-toggles')
  await toggles.getByRole('button', { name: 'RoPE' }).dispatchEvent('click') // the last two stay
  expect((await figures.state(figure)).encodings ?? 'none rope').toBe('none rope')
  await toggles.locator('button[tabindex="0"]').focus()
  for (const key of [
    'Home',
    'ArrowRight',
    'Enter',
    'End',
    'Enter',
    'ArrowRight',
    'ArrowLeft',
    'ArrowLeft',
    'Space',
  ])
    await page.keyboard.press(key)
  await settled(figure)
  expect((await figures.state(figure)).encodings).toBe('none sinusoidal rope randomized custom')
  await toggles.getByRole('button', { name: 'ALiBi' }).click()
  await toggles.getByRole('button', { name: 'T5' }).dispatchEvent('click') // six are the most
  expect((await figures.state(figure)).encodings).toBe('none sinusoidal rope alibi randomized custom')
  await expect(toggles.getByRole('button', { name: 'T5' })).toHaveAttribute('aria-disabled', 'true')
  const names = new Set(recorded.flatMap(({ runs }) => runs.map(({ encoding }) => encoding)))
  await expect(toggles.locator('button')).toHaveCount(names.size + 1) // the reader's own
  await expect(toggles.locator('[tabindex="0"]')).toHaveCount(1)
})

test('twelve stops of the keyboard or fewer, with own runs', async ({ figures, page }) => {
  const figure = await open(figures, TINY)
  await trainTiny(figure)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const stops = await figure.evaluate((element) => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
    const kinds = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    return all(element.shadowRoot as ShadowRoot).filter(
      (one) => one.matches(kinds) && !one.matches(':disabled, [tabindex="-1"]') && one.checkVisibility(),
    ).length
  })
  expect(stops).toBeLessThanOrEqual(12)
})

test('a link has the whole set-up; what cannot be is said', async ({ figures, page }) => {
  const figure = await open(figures, 'fragment')
  await figure.locator('#task').selectOption('sort')
  await expect(figure.locator('.charts')).toContainText('No recorded runs for this task')
  await figure.locator('#measure-exactMatch').click()
  await figure.locator('details.more summary').click()
  await figure.locator('#testLengths').fill('6, 12')
  for (const [id, value] of [
    ['trainLength', '6'],
    ['seeds', '3'],
    ['steps', '50'],
  ] as const) {
    await figure.locator(`#${id}`).fill(value)
    await figure.locator(`#${id}`).press('Tab')
  }
  await settled(figure)
  const wanted = {
    task: 'sort',
    measure: 'exactMatch',
    testLengths: '6, 12',
    trainLength: 6,
    seeds: 3,
    steps: 50,
  }
  expect(await figures.state(figure)).toEqual(wanted)
  const hash = await figures.link(figure)
  await figures.open(`<${TAG} id="one"></${TAG}>`, {}, hash)
  const linked = await shown(figures)
  expect(await figures.state(linked)).toEqual(wanted)
  await expect(linked.locator('.status')).toContainText(
    '50 steps on lengths up to 6, tested at 6, 12; 3 seeds each',
  )

  await linked.locator('details.more summary').click()
  await linked.locator('#testLengths').fill('six')
  await linked.locator('#testLengths').press('Tab')
  await expect(linked.locator('.complaint')).toContainText('“six”')
  await expect(linked.locator('.complaint')).toContainText('using 6, 12')
  expect(await figures.state(linked)).toEqual(wanted)
  await linked.locator('button.train').click() // with those that are used
  await expect(own(linked)).toContainText('lengths up to 6', { timeout: 120_000 }) // of the first run
  await expect(linked.locator('.values thead th')).toContainText(['6', '12'])
  await linked.locator('#testLengths').fill('6')
  await linked.locator('#testLengths').press('Tab')
  await expect(linked.locator('.complaint')).toHaveCount(0)
  expect(page.url()).toContain('#')
})

test('what the lab refuses is a sentence, and the curves stay', async ({ figures }) => {
  const figure = await open(
    figures,
    'task="associativeRecall" train-length="8" test-lengths="128" steps="10"',
  )
  await figure.locator('button.train').click()
  await expect(figure.getByRole('alert')).toContainText('Training failed: options.testLengths[0]')
  await expect(figure.locator('button.train')).toBeVisible()
})

test('in Chinese, with own runs, in both themes: nothing to object', async ({ figures, page }) => {
  await figures.open(`<h1>页面</h1><${TAG} ${TINY}></${TAG}>`, { html: 'lang="zh"' })
  const figure = await shown(figures)
  await figure.locator('button.train').click()
  await expect(figure.locator('.status')).toContainText('全部 4 个都已在这个浏览器里完成', {
    timeout: 60_000,
  })
  await expect(figure.locator('.caption')).toContainText('你的：')
  await figure.locator('details.more summary').click()
  expect(await axeEverywhere(page, 'zh')).toEqual([])
})

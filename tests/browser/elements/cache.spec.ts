// <wf-cache>: what the next letter attends to when the cache is evicted, renumbered, padded.

import type { Locator, Page } from '@playwright/test'
import { axeEverywhere } from '../axe.js'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'
import { serveModels } from './models.js'

const TAG = 'wf-cache'

async function opened(figures: Figures, attributes = '', html = 'lang="en"'): Promise<Locator> {
  await serveModels(figures.page.context())
  await figures.open(`<h1>A page</h1><${TAG} id="cache" ${attributes}></${TAG}>`, { html })
  return figures.ready(TAG)
}

async function set(figure: Locator, state: object): Promise<void> {
  await figure.evaluate((element, state) => Object.assign(element, { state }), state)
  await settled(figure)
}

const verdict = (figure: Locator) => figure.locator('.verdict')
const operation = (figure: Locator, name: string) => figure.locator('.primary').getByRole('button', { name })

/** What stands in the columns that are there: sign, distance, position, and whether the share is wrong. */
const columns = (figure: Locator) =>
  figure.locator('wf-cache-row').evaluate((row) =>
    [...(row.shadowRoot?.querySelectorAll('.columns > g:not(.absent)') ?? [])].map((column) => {
      const text = (part: string) => column.querySelector(`.${part}`)?.textContent ?? ''
      return [
        text('sign'),
        text('distance'),
        text('position'),
        column.classList.contains('off') ? '✕' : '',
      ].join(' ')
    }),
  )

test('each operation says what becomes of the attention, and which letter is looked at', async ({
  figures,
}) => {
  const figure = await opened(figures)
  await expect(verdict(figure)).toHaveText(
    /✓ Every distance is right\. Largest attention weight: the key of “o”, 1 back\./,
  )
  expect((await columns(figure)).slice(-2)).toEqual(['o 1 11 ', 't 0 12 '])

  await operation(figure, 'Evict 4').click()
  await settled(figure)
  await expect(verdict(figure)).toContainText('Every distance is right.')
  expect((await columns(figure)).slice(0, 5)).toEqual(['T   ', 'o   ', '␣   ', 'b   ', 'e 8 4 '])

  await operation(figure, 'Renumber').click()
  await settled(figure)
  await expect(verdict(figure)).toHaveText(
    /✕ 69% of the attention goes to the wrong letters\. Largest attention weight: the key of “␣”, 6 back\. Largest error of a score: 12\.7\./,
  )
  expect((await columns(figure)).slice(-3)).toEqual(['n −2 10 ', 'o −3 11 ✕', 't 0 8 '])

  await operation(figure, 'Pad left').click()
  await settled(figure)
  await expect(verdict(figure)).toContainText(/✕ 2\d% of the attention goes to the wrong letters/)
  expect((await columns(figure)).slice(0, 4)).toEqual(['pad   ', 'pad   ', 'pad   ', 'T 15 0 '])
  await expect(figure.locator('wf-cache-row svg')).toHaveAttribute(
    'aria-label',
    /o, position 11: \d+%, should be 100%/,
  )
})

test('keys that are stored before the rotation, or rotated once more, can be renumbered', async ({
  figures,
}) => {
  const figure = await opened(figures, 'operation="renumber"')
  await figure.locator('.more-button').click()
  for (const way of ['before rotation', 'rotated, then once more']) {
    await figure.getByLabel('Keys are stored').selectOption(way)
    await settled(figure)
    await expect(verdict(figure)).toContainText('Every distance is right.')
    expect((await columns(figure)).slice(-2)).toEqual(['o 1 7 ', 't 0 8 '])
  }
  await figure.getByLabel('Encoding').selectOption('learned table')
  await settled(figure)
  expect(await figures.state(figure)).toEqual({ operation: 'renumber', encoding: 'learned', keys: 'again' })
  await expect(verdict(figure)).toContainText('Every letter has its own row.')
  await figure.getByLabel('Renumbering').selectOption('next letter alone')
  await settled(figure)
  await expect(verdict(figure)).toContainText('✕')
})

test('dynamic NTK moves the text beyond the length of training, where stored keys keep old angles', async ({
  figures,
}) => {
  const figure = await opened(figures)
  await figure.locator('.more-button').click()
  await figure.getByLabel('Frequencies').selectOption('dynamic NTK')
  await settled(figure)
  expect(await figures.state(figure)).toEqual({ scaling: 'dynamic', start: 64 })
  await expect(verdict(figure)).toContainText('✕')
  await figure.getByLabel('Head').selectOption('layer 2, head 2')
  await settled(figure)
  await expect(verdict(figure)).toContainText(/[67]\d% of the attention goes to the wrong letters/)
  await figure.getByLabel('Keys are stored').selectOption('before rotation')
  await settled(figure)
  await expect(verdict(figure)).toContainText('✓')
})

test('every state of the steps is one link away; the address follows', async ({ figures }) => {
  const figure = await opened(figures, 'fragment')
  for (const state of [
    { operation: 'keep' },
    { operation: 'evict' },
    { operation: 'renumber' },
    { operation: 'pad' },
    { operation: 'renumber', keys: 'bare' },
    { operation: 'pad', padding: 'mask' },
    { encoding: 'alibi', operation: 'renumber' },
    { encoding: 'learned', operation: 'pad', padding: 'counted' },
    { scaling: 'dynamic', start: 100, layer: 0, head: 2 },
  ]) {
    await set(figure, state)
    const { operation, ...others } = state as Record<string, unknown>
    expect(await figures.state(figure)).toEqual(operation === 'keep' ? others : { ...others, operation })
    await expect(figure.getByRole('alert')).toHaveCount(0)
  }
  await operation(figure, 'Evict 4').click()
  await settled(figure)
  const link = await figures.link(figure)
  expect(decodeURIComponent(link)).toContain('operation=evict')
})

test('what an encoding has no room for is refused in words', async ({ figures }) => {
  const figure = await opened(figures, 'encoding="alibi" keys="again" layer="9"')
  await expect(figure.locator('.complaint')).toHaveCount(2)
  expect(await figures.state(figure)).toEqual({ encoding: 'alibi', layer: 3 })
  expect(await figure.evaluate((element: HTMLElement & { keys: string }) => element.keys)).toBe('positioned')
})

test('on a phone the picture and its control are seen together, and fit the height of a stage', async ({
  figures,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const lang of ['en', 'zh']) {
    const figure = await opened(figures, 'operation="renumber"', `lang="${lang}"`)
    expect(await heightOf(figure)).toBeLessThanOrEqual(560)
    await page.evaluate(() => document.documentElement.style.setProperty('--wf-stage-height', '46svh'))
    expect(await heightOf(figure)).toBeLessThanOrEqual(0.46 * 844)
    await expect(figure.locator('wf-cache-row')).toBeInViewport({ ratio: 1 })
    const button = await operation(figure, lang === 'en' ? 'Renumber' : '重新编号').boundingBox()
    expect(button?.height).toBeGreaterThanOrEqual(44)
  }
})

/** From the top of the picture to the bottom of its control. */
const heightOf = (figure: Locator) =>
  figure.evaluate((element) => {
    const box = (selector: string) => element.shadowRoot?.querySelector(selector)?.getBoundingClientRect()
    return (box('.primary')?.bottom ?? Number.NaN) - (box('.stage')?.top ?? 0)
  })

test('nothing moves when the state changes, the nodes of the drawing stay, and the page can be scrolled past it', async ({
  figures,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const figure = await opened(figures)
  await watchShifts(page)
  const nodes = () =>
    figure.locator('wf-cache-row').evaluate((row: HTMLElement & { kept?: Element[] }) => {
      const now = [...(row.shadowRoot?.querySelectorAll('.columns rect, .columns text') ?? [])]
      const stay = (row.kept ?? now).every((node, i) => node === now[i])
      row.kept = now
      return stay
    })
  expect(await nodes()).toBe(true)
  for (const state of ['renumber', 'pad', 'evict', 'keep']) {
    await set(figure, { operation: state })
    expect(await nodes()).toBe(true)
  }
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([])
  const touch = await figure.locator('wf-cache-row svg').evaluate((svg) => getComputedStyle(svg).touchAction)
  expect(touch).toBe('pan-y')
})

async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const all = globalThis as unknown as { shifts: string[] }
    all.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { sources: { node?: Element }[] }[])
        all.shifts.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? 'a text'))
    }).observe({ type: 'layout-shift' })
  })
}

test('the figure is past in at most twelve stops, also with all its settings', async ({ figures, page }) => {
  const figure = await opened(figures)
  for (const most of [4, 12]) {
    await page.locator('h1').evaluate((heading) => {
      heading.tabIndex = -1
      heading.focus()
    })
    let stops = 0
    const isInside = () => page.evaluate(() => document.activeElement?.localName === 'wf-cache')
    do {
      await page.keyboard.press('Tab')
      stops += 1
    } while ((await isInside()) && stops < 40)
    expect(stops - 1).toBeLessThanOrEqual(most)
    await figure.locator('.more-button').click()
  }
})

test('arrow keys walk among the operations', async ({ figures, page }) => {
  const figure = await opened(figures)
  await operation(figure, 'Keep all').focus()
  await page.keyboard.press('ArrowRight')
  await expect(operation(figure, 'Evict 4')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await settled(figure)
  expect(await figures.state(figure)).toEqual({ operation: 'renumber' })
})

test('files: a drawing with what is wrong, numbers of every token, and code of the library’s own cache', async ({
  figures,
}) => {
  const figure = await opened(figures, 'operation="renumber"')
  await figure.locator('.more-button').click()
  const svg = (await figures.save(figure, 'svg')).text
  expect(svg).toContain('69% of the attention')
  expect(svg).toContain('>55%<')
  const csv = (await figures.save(figure, 'csv')).text.trim().split('\n')
  expect(csv[0]).toBe('token,position,right position,score,right score,weight,right weight')
  expect(csv).toHaveLength(14)
  expect(csv[1]).toMatch(/^T,,0,,,0,0$/)
  expect(csv.at(-1)).toMatch(/^t,8,12,/)
  await figure.locator('.menu > button').click()
  await figure.locator('[data-item=code]').click()
  await expect(figure.locator('.code pre').last()).toContainText('positionIds: [8]')
  await expect(figure.locator('.code pre').last()).toContainText('attentionMask: [0, 0, 0, 0, 1')
})

for (const language of ['en', 'zh'] as const)
  test(`axe objects to nothing, with all settings shown (${language})`, async ({ figures, page }) => {
    const figure = await opened(figures, 'operation="renumber"', `lang="${language}"`)
    await figure.locator('.more-button').click()
    expect(await axeEverywhere(page, language)).toEqual([])
  })

test('the segments are square, as those of every figure', async ({ figures }) => {
  await figures.open('<wf-cache></wf-cache><wf-bias></wf-bias><wf-extrapolation></wf-extrapolation>')
  for (const tag of ['wf-cache', 'wf-bias', 'wf-extrapolation']) {
    const figure = await figures.ready(tag)
    const corners = await figure
      .locator('.primary .segments, .primary .segments button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderRadius))
    expect(corners.length, tag).toBeGreaterThan(2)
    expect(new Set(corners), tag).toEqual(new Set(['0px']))
  }
})

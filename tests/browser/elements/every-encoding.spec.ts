// Encodings that look at more than the places of words: their examples, what is said of them, and maps as large as they get.

import type { Locator } from '@playwright/test'
import { encodings } from '../../../web/lib/position/catalogue.js'
import { expect, test } from './figures.js'

/** Sets properties of a figure and waits until it shows them. */
function set(figure: Locator, changes: Record<string, unknown>): Promise<void> {
  return figure.evaluate(
    (element, changes) =>
      new Promise<void>((resolve, reject) => {
        element.addEventListener('wf-ready', () => resolve(), { once: true })
        element.addEventListener('wf-error', (event) => reject(JSON.stringify((event as CustomEvent).detail)))
        Object.assign(element, changes)
      }),
    changes,
  )
}

for (const tag of ['wf-surgery', 'wf-ledger']) {
  test(`${tag} has an example of every encoding`, async ({ figures }) => {
    await figures.open(`<${tag} encoding="sinusoidal"></${tag}>`)
    const figure = await figures.ready(tag)
    for (const { type } of encodings.filter((entry) => entry.type !== 'sinusoidal')) {
      await set(figure, { encoding: type })
      await expect(figure.locator('select#encoding'), type).toHaveValue(type)
      await expect(figure.locator('.complaint, .trouble'), type).toHaveCount(0)
    }
  })
}

/** ADR 35. All others are grey. */
const HUES: Readonly<Record<string, string>> = {
  none: 'none',
  learned: 'learned',
  sinusoidal: 'sinusoid',
  t5: 't5',
  alibi: 'alibi',
  rope: 'rope',
}

for (const tag of ['wf-bias', 'wf-encoding', 'wf-surgery', 'wf-ledger'])
  test(`in ${tag} five encodings have hues of their own, and no other has one of them`, async ({
    figures,
  }) => {
    await figures.open(`<${tag}></${tag}>`)
    const figure = await figures.ready(tag)
    await figures.more(figure)
    const types = await figure
      .locator('select#encoding option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
    expect(types).toContain('kerple')
    for (const type of types) {
      await figure.evaluate((one, encoding) => Object.assign(one, { encoding }), type)
      await expect
        .poll(() => figure.evaluate((one) => (one as HTMLElement).style.getPropertyValue('--wf-hue')))
        .toBe(HUES[type] ?? 'other')
    }
  })

test('two encodings side by side in wf-surgery have the hue of neither', async ({ figures }) => {
  await figures.open('<wf-surgery encoding="rope" compare="alibi"></wf-surgery>')
  const figure = await figures.ready('wf-surgery')
  expect(await figure.evaluate((one) => one.style.getPropertyValue('--wf-hue'))).toBe('other')
})

test('the map of an encoding without a hue is grey, whatever the theme', async ({ figures, page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [encoding, isGrey] of [
      ['kerple', true],
      ['alibi', false],
    ] as const) {
      await figures.open(`<wf-surgery encoding="${encoding}"></wf-surgery>`)
      const figure = await figures.ready('wf-surgery')
      const spread = await figure
        .locator('wf-heat-map canvas')
        .first()
        .evaluate(async (one) => {
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
          const canvas = one as HTMLCanvasElement
          const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
            0,
            0,
            canvas.width,
            canvas.height,
          )
          let most = 0
          for (let i = 0; i < data.length; i += 4) {
            const [r = 0, g = 0, b = 0, alpha] = data.subarray(i, i + 4)
            if (alpha) most = Math.max(most, Math.max(r, g, b) - Math.min(r, g, b))
          }
          return most
        })
      expect(spread < 20, `${encoding}, ${colorScheme}: ${spread}`).toBe(isGrey)
    }
  }
})

test('captions name the input that an encoding is shown with', async ({ figures }) => {
  await figures.open(
    '<wf-surgery encoding="selfExtend"></wf-surgery><wf-ledger encoding="rerope"></wf-ledger>',
  )
  const [surgery, ledger] = [await figures.ready('wf-surgery'), await figures.ready('wf-ledger')]
  for (const figure of [surgery, ledger])
    await expect(figure.locator('.caption').first()).toContainText('here it is combined with RoPE')
  await set(surgery, { encoding: 'graphormer' })
  await expect(surgery.locator('.caption').first()).toContainText('binary tree')
  await surgery.evaluate((element) => element.setAttribute('lang', 'zh'))
  await expect(surgery.locator('.caption').first()).toContainText('二叉树')
  await surgery.evaluate((element) => element.removeAttribute('lang'))
  await set(surgery, { encoding: 'rope' })
  await expect(surgery.locator('.caption').first()).not.toContainText('binary tree')
})

test('on a grid of eight columns a shift by eight is one row, a shift by nine is not', async ({
  figures,
}) => {
  await figures.open('<wf-surgery encoding="swin" operation="shift" amount="8"></wf-surgery>')
  const figure = await figures.ready('wf-surgery')
  await expect(figure.locator('.verdict')).toHaveText(/^No output changes/)
  await set(figure, { amount: 9 })
  await expect(figure.locator('.verdict')).toHaveText(/^\d+ of 12 outputs change/)
  await set(figure, { amount: 60 })
  await expect(figure.locator('.verdict')).toHaveText(/inside of the window/)
})

test('gates move with their tokens and ignore position ids', async ({ figures }) => {
  await figures.open('<wf-surgery encoding="forget" operation="shift" amount="700"></wf-surgery>')
  const figure = await figures.ready('wf-surgery')
  await expect(figure.locator('.verdict')).toHaveText('No output changes; all bits are equal.')
  await set(figure, { operation: 'shuffle' })
  await expect(figure.locator('.verdict')).toHaveText(/outputs change/)
})

test('digits are what abacus embeddings look at', async ({ figures }) => {
  await figures.open('<wf-surgery encoding="abacus" operation="shuffle"></wf-surgery>')
  const figure = await figures.ready('wf-surgery')
  await expect(figure.locator('.outputs .name').first()).toHaveText('7')
  await expect(figure.locator('.verdict')).toHaveText(/outputs change/)
  await set(figure, { operation: 'shift', amount: 8 })
  await expect(figure.locator('.verdict')).toHaveText('No output changes; all bits are equal.')
})

test('two tokens at one place cannot both have a mix of their own, and the caption says so', async ({
  figures,
}) => {
  await figures.open('<wf-surgery encoding="relativeProjection" operation="pack"></wf-surgery>')
  const figure = await figures.ready('wf-surgery')
  await expect(figure.locator('.verdict')).toHaveText(/output/)
  await set(figure, { counted: false })
  await expect(figure.locator('.verdict')).toContainText(/two tokens at position \d/)
})

test('maps go up to 2048 × 2048', async ({ figures }) => {
  await figures.open('<wf-encoding encoding="alibi" length="2048"></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  const canvas = figure.locator('wf-heat-map canvas').first()
  const size = () => canvas.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])
  await expect.poll(size).toEqual([2048, 2048])
  const corner = () =>
    canvas.evaluate((element: HTMLCanvasElement) => [
      ...(element.getContext('2d')?.getImageData(0, 2047, 1, 1).data ?? []),
    ])
  expect((await corner())[3]).toBe(255) // the lowest row is painted as well
  await set(figure, { encoding: 'sinusoidal', view: 'similarity' })
  await expect.poll(size).toEqual([2048, 2048])
  await set(figure, { encoding: 'graphormer', view: 'map', length: 1024 })
  await expect.poll(size).toEqual([1024, 1024])
})

test('of a rotation the bound is drawn and put in words', async ({ figures }) => {
  await figures.open('<wf-properties encodings="rope alibi" open="rope"></wf-properties>')
  const figure = await figures.ready('wf-properties')
  await expect(figure.locator('.examples wf-lines')).toHaveCount(2)
  await expect(figure.locator('.examples li').filter({ hasText: 'RoFormer’s upper bound' })).toHaveText(
    /does not fall throughout either/,
  )
  await set(figure, { open: 'alibi' }).catch(() => {})
  await expect(figure.locator('.examples wf-lines')).toHaveCount(1)
})

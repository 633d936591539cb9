// <wf-ledger>: every score as a sum.

import type { Locator } from '@playwright/test'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-ledger'

async function opened(figures: Figures, attributes = ''): Promise<Locator> {
  await figures.open(`<wf-ledger vectors="random" ${attributes}></wf-ledger>`)
  return figures.ready(TAG)
}

const lines = (figure: Locator) => figure.locator('.stack button')
const legend = (figure: Locator) => figure.locator('.sum strong')

const numbers = (text: string): number[] =>
  [...text.matchAll(/(−?)(\d+\.\d+)/g)].map(([, sign, digits]) => (sign ? -1 : 1) * Number(digits))

for (const [encoding, terms] of [
  ['none', ['content · content']],
  ['sinusoidal', ['content · content', 'content · position', 'position · content', 'position · position']],
  ['rope', ['content · content', 'rotation']],
  ['alibi', ['content · content', 'bias']],
  ['deberta', ['content · content', 'content · position', 'position · content']],
] as const) {
  test(`${encoding}: its terms, and they add up to the score`, async ({ figures }) => {
    const figure = await opened(figures, `encoding="${encoding}"`)
    await expect(legend(figure)).toHaveText([...terms])
    const labels = await lines(figure).evaluateAll((all) =>
      all.map((line) => line.getAttribute('aria-label') ?? ''),
    )
    expect(labels).toHaveLength(12)
    for (const label of labels) {
      const values = numbers(label.slice(label.indexOf(': ')))
      expect(values).toHaveLength(terms.length + 1)
      const score = values.pop() ?? Number.NaN
      const sum = values.reduce((a, b) => a + b, 0)
      expect(Math.abs(sum - score)).toBeLessThan(0.006 * (terms.length + 1)) // rounded to two places
    }
    await expect(figure.locator('.caption')).toContainText(
      /equals the score|largest difference is [\d.]+\s×\s10⁻[⁶⁷]/,
    )
  })
}

test('hovering a cell shows its sum and its row; a click selects it', async ({ figures, page }) => {
  const figure = await opened(figures, 'encoding="rope"')
  const sum = figure.locator('.sum')
  await expect(sum).toContainText('query 9 ‘the’, key 3 ‘the’')
  const map = figure.locator('wf-heat-map .map')
  const box = await map.boundingBox()
  if (!box) throw new Error('no map')
  const at = (row: number, column: number) =>
    [box.x + ((column + 0.5) * box.width) / 12, box.y + ((row + 0.5) * box.height) / 12] as const
  await page.mouse.move(...at(4, 2))
  await expect(sum).toContainText('query 4 ‘man’, key 2 ‘bites’')
  await expect(figure.locator('.stack .title')).toContainText('query 4 ‘man’')
  await page.mouse.move(0, 0)
  await expect(sum).toContainText('query 9 ‘the’, key 3 ‘the’')
  await page.mouse.click(...at(4, 2))
  await page.mouse.move(0, 0)
  await expect(sum).toContainText('query 4 ‘man’, key 2 ‘bites’')
  expect(await figures.state(figure)).toMatchObject({ query: 4, key: 2 })
})

test('everything by keyboard alone', async ({ figures, page }) => {
  const figure = await opened(figures, 'encoding="rope"')
  await figure.locator('wf-heat-map .map').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(figure.locator('wf-heat-map .readout')).toHaveText(
    /^query 8 ‘calls’, key 0 ‘the’: content · content \S+, rotation \S+; score \S+$/,
  )
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(lines(figure).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(figure.locator('.sum')).toContainText('query 8 ‘calls’, key 1 ‘dog’')
  await page.keyboard.press('End')
  await expect(figure.locator('.sum')).toContainText('key 11 ‘.’')
  await figure.getByLabel('Query', { exact: true }).selectOption('2')
  await expect(figure.locator('.sum')).toContainText('query 2 ‘bites’, key 11 ‘.’')
})

test('a hidden key has no sum, and equal words have the same content', async ({ figures }) => {
  const figure = await opened(figures, 'encoding="alibi" causal query="9" key="11"')
  await expect(figure.locator('.sum')).toContainText('masked')
  await expect(lines(figure).nth(11)).toContainText('hidden')
  const content = await Promise.all(
    [0, 3, 6].map(async (i) =>
      numbers((await lines(figure).nth(i).getAttribute('aria-label'))?.split(': ')[1] ?? ''),
    ),
  )
  expect(content[0]?.[0]).toBe(content[1]?.[0])
  expect(content[0]?.[1]).not.toBe(content[1]?.[1]) // the bias tells them apart
})

test('invalid attributes are reported, and valid ones shown', async ({ figures }) => {
  const figure = await opened(
    figures,
    'encoding="no-such" tokens="-3" head="17" query="1e5" key="x" seed="0.5" parameters="<script>=1"',
  )
  await expect(figure.locator('.complaint')).toHaveCount(7)
  await expect(lines(figure)).toHaveCount(2)
  await expect(figure.locator('.sum')).toContainText('query 1 ‘dog’, key 1 ‘dog’')
})

test('the state survives a round trip, and texts follow the language', async ({ figures, page }) => {
  const figure = await opened(figures, 'id="l" fragment')
  await figure.locator('#encoding').selectOption('tupe')
  await figure.locator('#head').selectOption('2')
  await lines(figure).nth(5).click()
  await expect
    .poll(() => figures.state(figure))
    .toEqual({ encoding: 'tupe', vectors: 'random', head: 2, key: 5 })
  await expect(page).toHaveURL(/#l=.*tupe/)
  const hash = await figures.link(figure)
  await settled(figure)
  const before = await figure.locator('.sum').textContent()
  await figures.open('<wf-ledger id="l"></wf-ledger>', {}, hash)
  const again = await figures.ready(TAG)
  await expect(again.locator('.sum')).toHaveText(before ?? '')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
  await expect(again.locator('.sum')).toContainText('查询 9“那”、键 5“，”的得分')
})

test('numbers and picture can be saved', async ({ figures }) => {
  const figure = await opened(figures, 'encoding="transformerXl"')
  const csv = (await figures.save(figure, 'csv')).text.trim().split('\n')
  expect(csv).toHaveLength(1 + (12 * 13) / 2) // Transformer-XL looks back only
  const [, , , , ...values] = csv[20]?.replaceAll('","', '').split(',') ?? []
  const [weight, score, ...terms] = values.reverse().map(Number)
  expect(weight).toBeGreaterThan(0)
  expect(terms.slice(0, 4).reduce((a, b) => a + b, 0)).toBeCloseTo(score ?? Number.NaN, 4)
  expect((await figures.save(figure, 'svg')).text).toContain('position · position')
})

test('a trained head is not drawn under parameters that it was not trained with', async ({ figures }) => {
  await figures.open('<wf-ledger parameters="base=500"></wf-ledger>')
  const figure = await figures.ready(TAG)
  await figures.more(figure)
  const vectors = figure.locator('#vectors')
  await expect(vectors).toHaveValue('random')
  await vectors.selectOption('head')
  await figures.ready(TAG)
  await expect(vectors).toHaveValue('head')
  expect(await figures.state(figure)).not.toHaveProperty('parameters')
})

// <wf-models>: every card of the library, filtered, opened, read by keyboard; both languages and themes.

import type { Locator } from '@playwright/test'
import { modelCards } from '../../../web/lib/families/cards.js'
import { expect, test } from './figures.js'

const rows = (figure: Locator) => figure.locator('button.row')
const open = (figure: Locator) => figure.locator('button.row[aria-expanded=true]')

test('there is a row for every card, with its doors', async ({ figures }) => {
  await figures.open('<wf-models></wf-models>')
  const figure = await figures.ready('wf-models')
  await expect(rows(figure)).toHaveCount(modelCards.length)
  expect(modelCards.length).toBe(22)
  for (const { id, title, year, position } of modelCards) {
    const row = figure.locator(`button.row[data-model="${id}"]`)
    await expect(row.locator('.name')).toHaveText(title)
    await expect(row.locator('.year')).toHaveText(String(year))
    const lit = position.doors.filter((door) => !['positions', 'score'].includes(door))
    await expect(row.locator('.door.lit')).toHaveCount(lit.length)
  }
})

test('what a card says of its encoding has the hue of that encoding', async ({ figures, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await figures.open('<wf-models></wf-models>')
  const figure = await figures.ready('wf-models')
  for (const [id, color] of [
    ['bert', 'rgb(133, 44, 34)'], // learned
    ['bloom', 'rgb(0, 129, 109)'], // ALiBi
    ['deberta', 'rgb(114, 110, 102)'], // without a hue of its own
  ] as const)
    await expect(figure.locator(`[data-model="${id}"] .encodings`)).toHaveCSS('color', color)
})

test('an open card says what tutorials say and what is true', async ({ figures }) => {
  await figures.open('<wf-models></wf-models>')
  const figure = await figures.ready('wf-models')
  await expect(open(figure)).toHaveAttribute('data-model', 'bert')
  for (const card of modelCards.filter(({ tutorials }) => tutorials.length > 0).slice(0, 5)) {
    const row = figure.locator(`button.row[data-model="${card.id}"]`)
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click()
    await expect(open(figure)).toHaveAttribute('data-model', card.id)
    for (const { say, truth } of card.tutorials) {
      await expect(figure.locator('.card')).toContainText(say.en)
      await expect(figure.locator('.card')).toContainText(truth.en)
    }
    await expect(figure.locator('.card a').first()).toHaveAttribute('href', card.paper.link)
  }
})

test('the filter shows the models of one encoding, and the state has model and encoding', async ({
  figures,
}) => {
  await figures.open('<wf-models></wf-models>')
  const figure = await figures.ready('wf-models')
  await figure.getByLabel('Encoding').selectOption('alibi')
  const wanted = modelCards.filter(({ position }) => position.types.includes('alibi'))
  await expect(rows(figure)).toHaveCount(wanted.length)
  expect(wanted.length).toBeGreaterThan(1)
  await rows(figure).first().click()
  const state = await figures.state(figure)
  expect(state).toMatchObject({ encoding: 'alibi' })
  await figures.open(`<wf-models encoding="alibi" model="${state.model}" lang="zh"></wf-models>`)
  const again = await figures.ready('wf-models')
  await expect(rows(again)).toHaveCount(wanted.length)
  await expect(open(again).locator('.name')).toHaveText(
    modelCards.find(({ id }) => id === state.model)?.titleZh ?? '',
  )
})

test('arrow keys move between rows, Enter opens one', async ({ figures, page }) => {
  await figures.open('<wf-models></wf-models>')
  const figure = await figures.ready('wf-models')
  await rows(figure).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(open(figure)).toHaveAttribute('data-model', modelCards[1]?.id ?? '')
})

test('unknown models and encodings are reported, and the list stays', async ({ figures }) => {
  figures.tolerate(/wf-models/)
  await figures.open('<wf-models model="<img src=x onerror=alert(1)>" encoding="nonsense"></wf-models>')
  const figure = await figures.ready('wf-models')
  await expect(rows(figure)).toHaveCount(modelCards.length)
  await expect(figure.locator('img')).toHaveCount(0)
})

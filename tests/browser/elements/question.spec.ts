// <wf-question>: nothing is revealed before the answer; then the library computes. Progress is kept, or not where that is forbidden.

import type { Locator } from '@playwright/test'
import { questions } from '../../../web/elements/figures/question/collection/index.js'
import { axeEverywhere } from '../axe.js'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-question'
const progress = (figure: Locator) => figure.locator('wf-question-progress')

async function answer(figure: Locator, index: number): Promise<void> {
  await figure.locator('input[type=radio]').nth(index).check()
  await figure.locator('form button').click()
  await expect(figure.locator('.solution')).toBeVisible()
}

async function openOne(figures: Figures, attributes = '', around = ''): Promise<Locator> {
  await figures.open(`<wf-question ${attributes}></wf-question>${around}`)
  return figures.ready(TAG)
}

test('every question computes in the browser, in both languages; exactly one answer is marked', async ({
  figures,
}) => {
  const figure = await openOne(figures)
  for (const language of ['en', 'zh'] as const) {
    await figure.evaluate((element, lang) => element.setAttribute('lang', lang), language)
    for (const { id, text, answers } of questions) {
      await figure.evaluate((element, question) => Object.assign(element, { state: { question } }), id)
      await expect(figure.locator('.look')).toContainText(text[language])
      await expect(figure.locator('.solution')).toHaveCount(0)
      await expect(figure.locator('.answer')).toHaveCount(answers.length)
      await figure.evaluate(
        (element, question) => Object.assign(element, { state: { question, answer: 1 } }),
        id,
      )
      await expect(figure.locator('.answer.right'), id).toHaveCount(1)
      await expect(figure.locator('.question [role=status]')).not.toBeEmpty()
      await expect(figure.locator('.solution tbody tr')).not.toHaveCount(0)
      await expect(figure.locator('.trouble')).toHaveCount(0)
    }
  }
})

test('choose, see, read the answer: with the keyboard alone, and the focus stays', async ({
  figures,
  page,
}) => {
  const figure = await openOne(figures, 'question="last-bucket" controls="none"')
  await expect(figure.getByRole('radiogroup')).toHaveAccessibleName(/32 buckets/)
  await page.keyboard.press('Tab')
  await expect(figure.getByRole('radio', { name: '16' })).toBeFocused()
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown')
  await expect(figure.getByRole('radio', { name: '91' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(figure.locator('.question [role=status]')).toContainText(
    'Correct. The last bucket starts at 91, or at 113',
  )
  await expect(figure.locator('form button')).toBeFocused()
  await expect(figure.locator('.answer.right .marks')).toHaveText('✓ your answer · computed')
  await expect(figure.locator('.value')).toHaveText(['15', '91', '113'])
})

test('another answer is distinguished from the right one', async ({ figures }) => {
  const figure = await openOne(figures, 'question="slid"')
  await answer(figure, 0)
  await expect(figure.locator('.question [role=status]')).toContainText(
    'No. The result: The learned table’s.',
  )
  await expect(figure.locator('.answer.wrong')).toContainText('your answer')
  await expect(figure.locator('.answer.right')).toContainText('The learned table’s.')
})

test('progress is kept on the machine, and can begin again', async ({ figures, page }) => {
  const two = '<wf-question question="slid"></wf-question><wf-question question="angles"></wf-question>'
  await figures.open(two)
  const first = await figures.ready(TAG)
  await expect(progress(first)).toContainText('0 of 2 answered, 0 right')
  await answer(first, 1)
  await expect(progress(first)).toContainText('1 of 2 answered, 1 right')
  const second = page.locator(TAG).nth(1)
  await expect(progress(second)).toContainText('1 of 2 answered, 1 right')
  await answer(second, 2)
  await expect(progress(first)).toContainText('2 of 2 answered, 1 right')

  await figures.open(two)
  const again = await figures.ready(TAG)
  await expect(again.locator('.question [role=status]')).toContainText('Correct.')
  await expect(again.locator('input:checked')).toHaveValue('2')
  await progress(again).getByRole('button', { name: 'Start over' }).click()
  await expect(progress(again)).toContainText('0 of 2 answered')
  await expect(again.locator('.solution')).toHaveCount(0)
  await expect(again.locator('input:checked')).toHaveCount(0)
  await expect(page.locator(TAG).nth(1).locator('.solution')).toHaveCount(0)
  await expect(progress(again).locator('span')).toBeFocused()
})

test('an answer that comes with a link is not the reader’s progress', async ({ figures, page }) => {
  const figure = await openOne(figures, 'question="slid" answer="2"')
  await expect(figure.locator('.question [role=status]')).toContainText('Correct.')
  await expect(progress(figure)).toContainText('0 of 1 answered')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('without storage it works as long as the page lasts', async ({ figures, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
  })
  const figure = await openOne(figures, 'question="slid"')
  await answer(figure, 1)
  await expect(progress(figure)).toContainText('1 of 1 answered, 1 right')
  await progress(figure).getByRole('button', { name: 'Start over' }).click()
  await expect(progress(figure)).toContainText('0 of 1 answered')
})

test('whatever else stands in the storage counts as nothing', async ({ figures, page }) => {
  for (const text of [
    '{',
    '[]',
    'null',
    '{"slid":7}',
    '{"slid":{"answer":"<b>","right":1}}',
    '{"slid":null}',
  ]) {
    await page.addInitScript((kept) => localStorage.setItem('whereformer-questions', kept), text)
    const figure = await openOne(figures, 'question="slid"')
    await expect(progress(figure), text).toContainText('0 of 1 answered')
    await expect(figure.locator('.solution')).toHaveCount(0)
  }
})

test('the button sets the figure that it names', async ({ figures, page }) => {
  const two = '<wf-bias id="other"></wf-bias><wf-bias id="buckets"></wf-bias>'
  const figure = await openOne(figures, 'question="last-bucket" figure="buckets"', two)
  await expect(figure.getByRole('button', { name: 'Show this in the figure' })).toHaveCount(0)
  await answer(figure, 2)
  await figure.getByRole('button', { name: 'Show this in the figure' }).click()
  expect(await figures.state(page.locator('#buckets'))).toEqual({
    encoding: 't5',
    view: 'distance',
    length: 256,
  })
  expect(await figures.state(page.locator('#other'))).toEqual({})
  await expect(page.locator('#buckets')).toBeFocused()
})

test('without such a figure there is no button; hostile settings give way, in words', async ({ figures }) => {
  const alone = await openOne(figures, 'question="last-bucket" answer="3"')
  await expect(alone.locator('.solution')).toBeVisible()
  await expect(alone.locator('.open')).toHaveCount(0)
  const strange = await openOne(figures, 'question="flat-earth" answer="4"')
  await expect(strange.locator('.complaint')).toHaveCount(2)
  await expect(strange.locator('.look')).toContainText(questions[0]?.text.en ?? '-')
})

test('axe finds nothing before or after the answer; steps do not move for those who ask', async ({
  figures,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const figure = await openOne(figures, 'question="value-door"', '<h1>A page</h1>')
  expect(await axeEverywhere(page, 'en')).toEqual([])
  await answer(figure, 0)
  expect(await axeEverywhere(page, 'en')).toEqual([])
  expect(await figure.evaluate((element) => element.shadowRoot?.getAnimations().length)).toBe(0)
})

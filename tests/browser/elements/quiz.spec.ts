// <wf-quiz>: ten of the mistakes, of two formulas the reader says which is right; the library refutes the other.

import type { Locator } from '@playwright/test'
import { mistakes } from '../../../web/elements/figures/mistakes/collection/index.js'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-quiz'

async function openQuiz(figures: Figures, attributes = ''): Promise<Locator> {
  await figures.open(`<wf-quiz ${attributes}></wf-quiz>`)
  return figures.ready(TAG)
}

const submit = (figure: Locator) => figure.locator('form button')
const named = (text: string | null) => mistakes.filter(({ title }) => text?.endsWith(title.en))

test('ten questions, each with its counter-example, and the score at the end', async ({ figures }) => {
  const figure = await openQuiz(figures)
  const seen = new Set<string>()
  let right = 0
  for (let number = 1; number <= 10; number++) {
    await expect(figure.locator('.look')).toContainText(`Question ${number} of 10`)
    await expect(figure.locator('.answer math')).not.toHaveCount(0)
    await expect(figure.locator('.verdict')).toHaveCount(0)
    await figure
      .locator('input')
      .nth(number % 2)
      .check()
    await submit(figure).click()
    await expect(figure.locator('.answer.right')).toHaveCount(1)
    await expect(figure.locator('tr.apart')).not.toHaveCount(0)
    const name = await figure.locator('.shown .name').textContent()
    expect(named(name?.trim() ?? ''), name ?? '').toHaveLength(1)
    seen.add(name ?? '')
    const isRight = (await figure.locator('.answer.wrong').count()) === 0
    await expect(figure.locator('.question [role=status]')).toContainText(
      isRight ? 'Right.' : 'No: this is a common mistake.',
    )
    right += Number(isRight)
    await submit(figure).click()
  }
  expect(seen.size).toBe(10)
  await expect(figure.locator('.question [role=status]')).toHaveText(`${right} of 10 right.`)
  await expect(figure.locator('ol li')).toHaveCount(10)
  await expect(figure.locator('ol').getByText('✓ right')).toHaveCount(right)
  await expect(figure.getByRole('button', { name: 'Ten other questions' })).toBeFocused()
})

test('the formula that is right is the right one of the mistake, for all rounds', async ({ figures }) => {
  const { formulas } = await import('../../../web/elements/figures/mistakes/formulas.generated.js')
  const figure = await openQuiz(figures)
  const seen = new Set<string>()
  const sides: number[] = []
  for (const round of [1, 2, 3]) {
    for (let at = 1; at <= 10; at++) {
      const state = { round, at, answers: '1'.repeat(at) }
      await figure.evaluate((element, state) => Object.assign(element, { state }), state)
      await expect(figure.locator('.look')).toContainText(`Question ${at} of 10`)
      await expect(figure.locator('.answer.right')).toHaveCount(1)
      await expect(figure.locator('.stage')).toHaveAttribute('aria-busy', 'false')
      const title = (await figure.locator('.shown .name').textContent())?.trim() ?? ''
      const { id = '' } = named(title)[0] ?? {}
      seen.add(id)
      sides.push(
        await figure
          .locator('.answer')
          .evaluateAll((all) => all.findIndex((one) => one.classList.contains('right'))),
      )
      const shown = await figure.locator('.answer.right .formula').evaluate((one) => one.textContent?.trim())
      const wanted = await figure.evaluate((_, html) => {
        const holder = document.createElement('div')
        holder.innerHTML = html
        return holder.textContent?.trim()
      }, formulas[id]?.[1] ?? '')
      expect(shown, id).toBe(wanted)
    }
  }
  expect(seen.size).toBe(30)
  expect(sides.filter((side) => side === 0).length).toBeGreaterThan(8)
  expect(sides.filter((side) => side === 1).length).toBeGreaterThan(8)
})

test('keyboard alone; the next question has the focus; again and others', async ({ figures, page }) => {
  const figure = await openQuiz(figures, 'controls="none" answers="121212121" at="10"')
  await expect(figure.getByRole('radiogroup')).toHaveAccessibleName(/Which of these two formulas/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(figure.locator('.verdict')).toBeVisible()
  await submit(figure).press('Enter')
  await expect(figure.getByRole('button', { name: 'Ten other questions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(figure.locator('.look')).toContainText('Question 1 of 10')
  await expect(figure.locator('input').first()).toBeFocused()
  expect(await figures.state(figure)).toMatchObject({ round: 2 })
  await figure.evaluate((element) => Object.assign(element, { state: { answers: '1111111111', at: 11 } }))
  await figure.getByRole('button', { name: 'The same ten again' }).click()
  await expect(figure.locator('.look')).toContainText('Question 1 of 10')
})

test('in Chinese; hostile settings give way', async ({ figures }) => {
  const figure = await openQuiz(figures, 'lang="zh" answers="12x" round="-4" at="99"')
  await expect(figure.locator('.complaint')).toHaveCount(3)
  await expect(figure.locator('.look')).toContainText('共 10 题，第 1 题')
  await figure.locator('input').first().check()
  await submit(figure).click()
  await expect(figure.locator('.question [role=status]')).toContainText(/答对了|但是错的/)
})

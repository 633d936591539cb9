// The questions of the article: one at least at the end of each section, complete without a script, and each names its figure.

import { figures } from '../../web/content/article/figures.js'
import { sections } from '../../web/content/article/index.js'
import { QUIZ, questions } from '../../web/content/article/questions.js'
import { questions as collection } from '../../web/elements/figures/question/collection/index.js'
import { expect, test } from './complaints.js'

const placed = sections.flatMap(({ id }) => questions[id] ?? [])

test('every section ends with a question or the quiz, every question is asked once, and its figure is of its kind', () => {
  for (const { id } of sections)
    expect((questions[id]?.length ?? 0) + Number(id === QUIZ), id).toBeGreaterThan(0)
  expect(Object.keys(questions).every((id) => sections.some((section) => section.id === id))).toBe(true)
  expect(placed.map(({ question }) => question).sort()).toEqual(collection.map(({ id }) => id).sort())
  for (const { question, figure } of placed) {
    const shows = collection.find(({ id }) => id === question)?.shows
    expect(figure && figures[figure].element, question).toBe(shows?.element)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['.', 'zh/'])
    test(`each question stands as text, its answer behind a click (${path})`, async ({
      page,
      complaints,
    }) => {
      complaints.tolerate(/preloaded using link preload/) // for the script that does not run
      const language = path === '.' ? 'en' : 'zh'
      await page.goto(path)
      await expect(page.locator('wf-question')).toHaveCount(placed.length)
      for (const { id, text, answers } of collection) {
        const asked = page.locator(`#ask-${id}`)
        await expect(asked).toContainText(text[language])
        await expect(asked.locator('li')).toHaveText(answers.map((answer) => answer[language]))
        await asked.locator('summary').click()
        const said = (await asked.locator('details strong').textContent()) ?? ''
        expect(answers.map((answer) => answer[language])).toContain(said)
        await expect(asked.locator('details p')).toBeVisible()
      }
      await expect(page.locator('wf-quiz')).not.toBeEmpty()
    })
})

test('choose, watch it computed, set the figure; the answer is there after a reload', async ({ page }) => {
  await page.goto('.')
  const asked = page.locator('#ask-shuffled')
  const bring = () => asked.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(async () => {
    await bring()
    await expect(asked.locator('input')).toHaveCount(3, { timeout: 1000 })
  }).toPass()
  await asked.locator('input').nth(1).check()
  await asked.locator('form button').click()
  await expect(asked.getByRole('status')).toContainText('Correct.')
  const placedCount = placed.length
  await expect(asked.locator('wf-question-progress')).toContainText(`1 of ${placedCount} answered, 1 right`)
  const figure = page.locator('#fig-shuffle')
  await figure.evaluate((element) => Object.assign(element, { state: { operation: 'gap' } }))
  await asked.getByRole('button', { name: 'Set the figure' }).click()
  await expect(figure).toBeFocused()
  expect(await figure.evaluate((element) => (element as unknown as { now: object }).now)).toMatchObject({
    operation: 'shuffle',
    encoding: 'none',
  })
  await page.reload()
  await expect(async () => {
    await bring()
    await expect(asked.locator('.solution')).toBeVisible({ timeout: 1000 })
  }).toPass()
})

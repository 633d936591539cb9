// Questions: one in each chapter, before its answer, which the figure gives first; the others with the quiz. All complete without a script.

import { figures } from '../../web/content/article/figures.js'
import { chapters } from '../../web/content/article/index.js'
import { aside, quizzed, told } from '../../web/content/article/questions.js'
import { pages } from '../../web/content/pages/index.js'
import { questions as collection } from '../../web/elements/figures/question/collection/index.js'
import { expect, test } from './complaints.js'
import { see } from './reading.js'
import { settled } from './settled.js'

const asked = chapters.map(({ id, stage }) => {
  const [first, ...others] = stage.steps
  if (first?.kind !== 'ask' || others.some(({ kind }) => kind === 'ask')) throw new Error(id)
  return first
})

const beside = [...quizzed, ...Object.values(aside).flat()]

test('a chapter begins with its question; every other one is in a section or in the quiz, with a figure of its kind', () => {
  const sections = pages.flatMap((page) => page.sections.map(({ id }) => id))
  for (const section of Object.keys(aside)) expect(sections).toContain(section)
  const onPath = asked.map(({ question }) => question)
  expect(Object.keys(told).sort()).toEqual([...onPath].sort())
  const rest = collection.map(({ id }) => id).filter((id) => !onPath.includes(id))
  expect(beside.map(({ question }) => question).sort()).toEqual(rest.sort())
  for (const { question, figure } of beside) {
    const shows = collection.find(({ id }) => id === question)?.shows
    expect(figure && figures[figure].element, question).toBe(shows?.element)
  }
})

test('the state before the answer and that of the answer name the same settings', () => {
  for (const { question, state, shows } of asked)
    for (const name of Object.keys(state)) expect(Object.keys(shows), question).toContain(name)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const language of ['en', 'zh'] as const) {
    const root = language === 'en' ? '' : 'zh/'
    test(`each question of a chapter stands as text with its answer (${language})`, async ({
      page,
      complaints,
    }) => {
      complaints.tolerate(/preloaded using link preload/) // for the script that does not run
      await page.goto(root || '.')
      await expect(page.locator('.asks')).toHaveCount(chapters.length)
      for (const { question } of asked) {
        const one = page.locator('.asks', { has: page.locator(`#ask-${question}`) })
        await expect(one.locator('.answer')).toBeVisible()
        const right = (await one.locator('[data-right]').textContent()) ?? '-'
        await expect(one.locator('.answer b')).toHaveText(right)
        await expect(one.locator('.answer')).toContainText(told[question]?.[language] ?? '-')
        await expect(one.locator('.see')).toBeHidden()
      }
    })

    test(`each question of a side page stands as text, its answer behind a click (${language})`, async ({
      page,
    }) => {
      for (const { name, sections } of pages) {
        const here = [
          ...(name === 'mistakes' ? quizzed : []),
          ...sections.flatMap(({ id }) => aside[id] ?? []),
        ]
        if (here.length === 0) continue
        await page.goto(`${root}${name}/`)
        await expect(page.locator('wf-question')).toHaveCount(here.length)
        for (const { question } of here) {
          const known = collection.find(({ id }) => id === question)
          const one = page.locator(`#ask-${question}`)
          await expect(one).toContainText(known?.text[language] ?? '-')
          const answers = known?.answers.map((answer) => answer[language]) ?? []
          await expect(one.locator('li')).toHaveText(answers)
          await one.locator('summary').click()
          const said = (await one.locator('details strong').textContent()) ?? ''
          expect(answers).toContain(said)
          await expect(one.locator('details p')).toBeVisible()
        }
      }
      await page.goto(`${root}mistakes/`)
      await expect(page.locator('wf-quiz')).not.toBeEmpty()
    })
  }
})

test('the figure answers before the words do, which have their room', async ({ page }) => {
  await page.goto('.#rotary')
  const figure = page.locator('#fig-arrows')
  await settled(figure)
  const one = page.locator('.asks', { has: page.locator('#ask-moved-both') })
  const state = () => figure.evaluate((element) => (element as unknown as { state: object }).state)
  await expect.poll(state).toMatchObject({ queryAt: 7, keyAt: 5 })
  await expect(one.locator('.answer')).toBeHidden()
  const height = (await one.boundingBox())?.height
  await one.getByRole('button', { name: 'It grows' }).click()
  await expect.poll(state).toMatchObject({ queryAt: 1007, keyAt: 1005 })
  await expect(one.getByRole('button', { name: 'It grows' })).toHaveAttribute('aria-pressed', 'true')
  await expect(one.locator('.answer')).toBeVisible()
  await expect(one.locator('.answer')).toHaveText(/^It stays\. /)
  expect((await one.boundingBox())?.height).toBe(height)
})

test('the last question starts a training, which pauses when it has answered', async ({ page }) => {
  await page.goto('.#train')
  const figure = page.locator('#fig-train')
  await settled(figure)
  await expect(figure.locator('.now')).toContainText('Step 0.')
  const one = page.locator('.asks', { has: page.locator('#ask-first-to-copy') })
  await one.locator('.options button').first().click()
  const answered = /Step 100\. RoPE: .* exact match (9\d|100)\s%\. ALiBi: .* exact match \d\s%\./
  await expect(figure.locator('.now')).toContainText(answered, { timeout: 60_000 })
  await expect(figure.locator('button.play')).toHaveAccessibleName('Continue')
})

test('a reader who does not want to guess is shown', async ({ page }) => {
  await page.goto('zh/#doors')
  const figure = page.locator('#fig-doors')
  await settled(figure)
  const one = page.locator('.asks', { has: page.locator('#ask-value-door') })
  await one.locator('.see').press('Enter')
  await expect(figure).toHaveJSProperty('encoding', 'shaw')
  await expect(one.locator('.answer')).toBeVisible()
  await expect(one.locator('[aria-pressed=true]')).toHaveCount(0)
})

test('in the quiz: choose, watch it computed, go to the figure; the answer is there after a reload', async ({
  page,
}) => {
  await page.goto('mistakes/')
  const one = page.locator('#ask-causal-shuffled')
  await see(one)
  await one.locator('input').nth(2).check()
  await one.locator('form button').click()
  await expect(one.getByRole('status')).toContainText('Correct.')
  await expect(one.locator('wf-question-progress')).toContainText(`1 of ${quizzed.length} answered, 1 right`)
  await page.reload()
  await see(one)
  await expect(one.locator('.solution')).toBeVisible()
  await page.locator('.asked', { has: one }).getByRole('link', { name: 'See it in the figure' }).click()
  const figure = page.locator('#fig-shift')
  await settled(figure)
  await expect(figure).toBeInViewport()
  expect(await figure.evaluate((element) => (element as unknown as { now: object }).now)).toMatchObject({
    operation: 'shuffle',
    causal: true,
  })
})

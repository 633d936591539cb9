// What stands below a figure of the article is true of what the figure shows.

import { figures } from '../../web/content/article/figures.js'
import { pathOfFigure } from '../support/figure-pages.js'
import { expect, test } from './complaints.js'
import { see } from './reading.js'

/** A state that a reader reaches with one click, what the caption said of the first state, and what it says then. */
const CASES = [
  {
    figure: 'scaling',
    state: { view: 'loss', amount: '1536' },
    first: /the lower line is the training length|下面那条横线是训练长度/,
    after: /Evaluated at each length|每种长度读的都是/,
  },
  {
    figure: 't5',
    state: { view: 'map' },
    first: /staircase|阶梯/,
    after: /The bucket of each query and key|落入哪个桶/,
  },
  {
    figure: 'rope',
    state: { parameters: { layout: 'interleaved' } },
    first: /columns 0 and d\/2|第 0 列和第 d\/2 列/,
    after: /neighbours|相邻/,
  },
  {
    figure: 'sinusoid',
    state: { view: 'similarity' },
    first: /Row p is what is added|第 p 行加到/,
    after: /The cosine similarity of the vectors|两个位置的向量之间的余弦/,
  },
  {
    figure: 'alibi',
    state: { parameters: { beforeScale: true } },
    first: /added after the scores are scaled|偏置加在缩放之后/,
    after: /This head subtracts|就从得分里减去/,
  },
] as const

for (const language of ['', 'zh/']) {
  for (const { figure, state, first, after } of CASES) {
    test(`${language}${figure}, ${JSON.stringify(state)}`, async ({ page }) => {
      await page.goto(pathOfFigure(figure, language))
      const element = page.locator(`#fig-${figure}`)
      await see(element)
      const said = element.locator('> [slot=caption]')
      await expect(said).toContainText(first)
      await expect(said).toBeVisible()
      await element.evaluate((one, state) => Object.assign(one, state), state)
      await expect(element.locator('.caption')).toContainText(after, { useInnerText: true })
      await expect(said).toBeHidden()
    })
  }
}

test('the staircase is what the figure of T5 starts with', async ({ page }) => {
  expect(figures.t5.attributes).toMatchObject({ view: 'distance' })
  await page.goto(pathOfFigure('t5'))
  const element = page.locator('#fig-t5')
  await see(element)
  await expect(element.locator('wf-lines .u-over')).toBeVisible()
})

test('rounding is named only as what may remain', async ({ page }) => {
  await page.goto('.')
  const article = page.locator('article')
  await expect(article).not.toContainText('What differs is rounding')
  await expect(article).not.toContainText('what remains is rounding')
})

test('of the four terms three are absolute', async ({ page }) => {
  await page.goto('content/')
  await expect(page.locator('article')).toContainText('The other three are absolute')
  await expect(page.locator('article')).not.toContainText('All four terms are absolute')
  await page.goto('zh/content/')
  await expect(page.locator('article')).toContainText('其余三项都是绝对的')
  await expect(page.locator('article')).not.toContainText('四项都是绝对的')
})

test('the models are as many as the heading says, the paper’s lengths are the same everywhere', async ({
  page,
}) => {
  await page.goto('models/')
  await expect(page.locator('h1')).toContainText('twenty-two models')
  const element = page.locator('#fig-models')
  await see(element)
  await expect(element.locator('button.row')).toHaveCount(22)
  await expect(page.locator('article')).not.toContainText('15 512')
})

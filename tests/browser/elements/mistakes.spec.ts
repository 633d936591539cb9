// <wf-mistakes>: every wrong formula is refuted in the browser, input by input, in both languages.

import { list } from '../../../web/content/mistakes/numbers.js'
import { mistakes } from '../../../web/elements/figures/mistakes/collection/index.js'
import { expect, test } from './figures.js'

const TAG = 'wf-mistakes'

test('the list holds every mistake, and each is refuted by numbers that differ', async ({ figures }) => {
  await figures.open('<wf-mistakes></wf-mistakes>')
  const figure = await figures.ready(TAG)
  const ids = await figure
    .locator('[role=option]')
    .evaluateAll((options) => options.map((option) => option.getAttribute('data-mistake')))
  expect(ids).toEqual(mistakes.map(({ id }) => id))
  for (const { id, title, claim, right } of mistakes) {
    await figure.evaluate((element, mistake) => Object.assign(element, { state: { mistake } }), id)
    await expect(figure.locator('.shown .name')).toHaveText(title.en)
    await expect(figure.locator('.side.wrong')).toContainText(claim.en)
    await expect(figure.locator('.side:not(.wrong)')).toContainText(right.en)
    await expect(figure.locator('.side .formula')).toHaveCount(2)
    await expect(figure.locator('.side .formula:not(:has(math))')).toHaveCount(0)
    await expect(figure.locator('tr.apart'), id).not.toHaveCount(0)
    await expect(figure.locator('.verdict')).toContainText(
      /at the first input tried|first input at which they differ/,
    )
    await expect(figure.locator('.caption')).toContainText('correct')
  }
})

test('the numbers are those of the wrong formula and of the library', async ({ figures }) => {
  await figures.open('<wf-mistakes></wf-mistakes>')
  const figure = await figures.ready(TAG)
  const columns = await figure
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('.value')].map((v) => v.textContent)))
  expect(columns).toEqual([
    ['1', '1'],
    ['0', '2'],
    ['3', '3'],
    ['0', '4'],
  ])
  await expect(figure.locator('td:last-child')).toHaveText(['0', '2', '0', '4'])
  await expect(figure.locator('.verdict')).toContainText('10.07 instead of 30')
  const widths = await figure
    .locator('tbody td:nth-child(3) rect')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('width'))))
  expect(widths).toEqual([25, 50, 75, 100])
  await expect(figure.locator('td.wrong rect').nth(1)).toHaveAttribute('width', '0')
})

test('an input that hides the mistake says so; the slider walks through all of them', async ({ figures }) => {
  await figures.open('<wf-mistakes mistake="sinusoid-repeats"></wf-mistakes>')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('#input')).toHaveValue('629')
  await expect(figure.locator('.verdict')).toContainText('628 before it the wrong formula looks right')
  await figure.locator('#input').focus()
  await figure.page().keyboard.press('ArrowLeft')
  await expect(figure.locator('.verdict')).toHaveText(/does not reveal the mistake/)
  await expect(figure.locator('tr.apart')).toHaveCount(0)
  await expect(figure.locator('#input')).toHaveAttribute('aria-valuetext', '628 of 630: d = 4, p = 627')
  expect(await figures.state(figure)).toEqual({ mistake: 'sinusoid-repeats', input: 628 })
})

test('numbers that are missing, infinite or none at all are reported in words', async ({ figures }) => {
  await figures.open('<wf-mistakes mistake="score-outer-product"></wf-mistakes>')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('tbody tr')).toHaveCount(4)
  await expect(figure.locator('tbody tr').nth(1)).toContainText('none')
  await expect(figure.locator('tbody tr').nth(1)).toContainText('not comparable')
  await figure.evaluate((element) => Object.assign(element, { state: { mistake: 'sinusoid-undefined' } }))
  await expect(figure.locator('td.wrong .value')).toHaveText(['NaN', 'NaN', 'NaN', 'NaN'])
})

test('one Tab reaches the list, arrow keys choose in it', async ({ figures, page }) => {
  await figures.open('<wf-mistakes></wf-mistakes>')
  const figure = await figures.ready(TAG)
  for (let i = 0; i < 3; i++) await page.keyboard.press('Tab') // past the button that skips the figure and the menu
  const focused = figure.locator('[role=option]:focus')
  await expect(focused).toHaveAttribute('data-mistake', 'rope-elementwise')
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('data-mistake', 'rope-d-angles')
  await expect(figure.locator('.shown .name')).toHaveText('d angles instead of d/2')
  await page.keyboard.press('End')
  await expect(focused).toHaveAttribute('data-mistake', 'alibi-multiplied')
  await page.keyboard.press('ArrowDown') // there is no more
  await expect(focused).toHaveAttribute('data-mistake', 'alibi-multiplied')
  await page.keyboard.press('Home')
  await expect(figure.locator('.shown .name')).toHaveText('The score as an outer product')
  await page.keyboard.press('ArrowUp')
  await expect(focused).toHaveAttribute('data-mistake', 'score-outer-product')
  await figure.locator('[data-mistake=score-without-scale]').click()
  await expect(figure.locator('.shown .name')).toHaveText('The score without 1/√d')
  expect(await figure.locator('[role=option][tabindex="0"]').count()).toBe(1)
})

test('a link opens the one that it names, in sight, and the state comes back', async ({ figures, page }) => {
  await figures.open('<wf-mistakes id="one" fragment></wf-mistakes>')
  const figure = await figures.ready(TAG)
  await figure.locator('[data-mistake=alibi-sign]').click()
  await expect(page).toHaveURL(/#one=.*alibi-sign/)
  const hash = await figures.link(figure)
  await figures.open('<wf-mistakes id="one"></wf-mistakes>', {}, hash)
  const again = await figures.ready(TAG)
  expect(await figures.state(again)).toEqual({ mistake: 'alibi-sign' })
  await expect(again.locator('[data-mistake=alibi-sign]')).toBeInViewport({ ratio: 1 })
  await again.getByRole('button', { name: 'Figure menu' }).click()
  await again.locator('[data-item=reset]').click()
  await expect(again.locator('.shown .name')).toContainText('RoPE as a product')
})

test('hostile and impossible settings give way, in words', async ({ figures }) => {
  await figures.open('<wf-mistakes mistake="<img src=x onerror=alert(1)>" input="-3"></wf-mistakes>')
  const hostile = await figures.ready(TAG)
  await expect(hostile.locator('.complaint')).toHaveCount(2)
  await expect(hostile.locator('img')).toHaveCount(0)
  await figures.open('<wf-mistakes mistake="flat-earth" input="500"></wf-mistakes>')
  const unknown = await figures.ready(TAG)
  await expect(unknown.locator('.complaint').first()).toContainText('flat-earth')
  await expect(unknown.locator('.complaint').nth(1)).toContainText('1 … 4')
  await expect(unknown.locator('.shown .name')).toContainText('RoPE as a product')
  await expect(unknown.locator('[aria-selected=true]')).toHaveAttribute('data-mistake', 'rope-elementwise')
})

test('a fixed one has no list, and a small figure a menu in its place', async ({ figures, page }) => {
  await figures.open('<wf-mistakes fixed mistake="t5-direction"></wf-mistakes>')
  const fixed = await figures.ready(TAG)
  await expect(fixed.locator('.list')).toHaveCount(0)
  await expect(fixed.locator('.shown .name')).toHaveText('i − j as the distance')
  await page.setViewportSize({ width: 360, height: 800 })
  await figures.open('<wf-mistakes></wf-mistakes>')
  const small = await figures.ready(TAG)
  await expect(small.locator('.list')).toBeHidden()
  await small.locator('#mistake').selectOption('alibi-sign')
  await expect(small.locator('.shown .name')).toHaveText('The sign reversed')
})

test('it can be saved as SVG and CSV of all inputs', async ({ figures }) => {
  await figures.open('<wf-mistakes lang="zh"></wf-mistakes>')
  const figure = await figures.ready(TAG)
  const { text: svg } = await figures.save(figure, 'svg')
  expect(svg).toContain('把 RoPE 写成与 [cos, sin, cos, sin, …] 逐元素相乘')
  expect(svg).toContain('应为 [1, 2, 3, 4]')
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  const places = [...svg.matchAll(/ x="(-?[\d.]+)" y="(-?[\d.]+)"/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  expect(places.length).toBeGreaterThan(15)
  expect(places.every(([x = -1, y = -1]) => x > 0 && y > 0 && x < (width ?? 0) && y < (height ?? 0))).toBe(
    true,
  )
  const lines = (await figures.save(figure, 'csv')).text.trim().split('\n')
  expect(lines[0]).toBe('输入,第几个数,常见写法,正确,相差')
  expect(lines).toHaveLength(1 + 4 * 4)
  expect(lines[2]).toBe(`"x = ${list([1, 2, 3, 4])}, p = 0",2,0,2,2`)
})

test('its numbers and formulas load when it is seen, not before', async ({ figures }) => {
  await figures.open('<div style="height: 4000px"></div><wf-mistakes></wf-mistakes>')
  await figures.page.waitForTimeout(300)
  const isOwn = (file: string) => /mistakes-figure|formulas|worker/.test(file)
  expect(figures.requests.filter(isOwn)).toEqual([])
  await figures.page.locator(TAG).scrollIntoViewIfNeeded()
  await figures.ready(TAG)
  expect(figures.requests.filter(isOwn).length).toBeGreaterThanOrEqual(3)
})

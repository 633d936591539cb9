// The button that shares a figure: to the clipboard, to the sheet of a phone, or as a link to copy by hand.

import type { Locator, Page } from '@playwright/test'
import { expect, ORIGIN, test } from './figures.js'

const TAG = 'wf-rotation'
const shareOf = (figure: Locator) => figure.locator('button.share-button')
const said = (figure: Locator) => figure.locator('.tools [role=status]')

async function opened(figures: Parameters<Parameters<typeof test>[2]>[0]['figures'], lang = 'en') {
  await figures.open(`<${TAG} id="clocks" lang="${lang}"></${TAG}>`, {}, '#other=amount%3D3')
  const figure = await figures.ready(TAG)
  await figure.evaluate((one: HTMLElement & { choose(state: object): void }) => one.choose({ position: 25 }))
  return figure
}

/** Notes what the page gives to the clipboard or to the sheet; either may refuse. */
async function record(page: Page, refusals: { clipboard?: string; sheet?: string }): Promise<void> {
  await page.addInitScript(({ clipboard, sheet }) => {
    const given: string[] = []
    const take = (what: string, refusal?: string) => async (value: unknown) => {
      if (refusal) throw new DOMException('refused', refusal)
      given.push(`${what} ${typeof value === 'string' ? value : (value as ShareData).url}`)
    }
    Object.defineProperty(navigator, 'share', { value: take('sheet', sheet) })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: take('clipboard', clipboard) } })
    Object.assign(globalThis, { given })
  }, refusals)
}

const given = (page: Page) => page.evaluate(() => (globalThis as unknown as { given: string[] }).given)

const LINK = new RegExp(`^clipboard ${ORIGIN}/page-\\d+\\.html#clocks=position%3D25$`)

for (const [lang, name, copied] of [
  ['en', 'Share', 'Link copied.'],
  ['zh', '分享', '链接已复制。'],
] as const)
  test(`a link to this figure as it is, and nothing of others; what was done is said (${lang})`, async ({
    figures,
    page,
  }) => {
    await record(page, {})
    const figure = await opened(figures, lang)
    await figure.getByRole('button', { name, exact: true }).click()
    await expect(said(figure)).toHaveText(copied)
    const [link = '', ...more] = await given(page)
    expect(more).toEqual([])
    expect(link).toMatch(LINK)
    await page.goto(link.replace('clipboard ', '').replace('.html', '-again.html'))
    const again = await figures.ready(TAG)
    expect(await figures.state(again)).toMatchObject({ position: 25 })
  })

test('a figure that was not changed is named without a state', async ({ figures, page }) => {
  await record(page, {})
  await figures.open(`<${TAG} id="clocks"></${TAG}>`)
  const figure = await figures.ready(TAG)
  await shareOf(figure).click()
  await expect(said(figure)).not.toHaveText('')
  expect((await given(page))[0]).toMatch(/\.html#clocks$/)
})

test('where the clipboard is forbidden, the link stands there, selected', async ({ figures, page }) => {
  await record(page, { clipboard: 'NotAllowedError' })
  const figure = await opened(figures)
  await shareOf(figure).click()
  const link = figure.getByLabel('The clipboard is not available on this page. Link:')
  await expect(link).toBeFocused()
  await expect(link).toHaveValue(/#clocks=position%3D25$/)
  const selected = await link.evaluate((one: HTMLInputElement) => [one.selectionStart, one.selectionEnd])
  expect(selected).toEqual([0, (await link.inputValue()).length])
  await expect(said(figure)).toHaveText('')
})

test('share and menu are one stop: arrow keys lead from one to the other', async ({ figures, page }) => {
  await record(page, {})
  const figure = await opened(figures)
  await shareOf(figure).focus()
  await page.keyboard.press('Enter')
  await expect(said(figure)).toHaveText('Link copied.')
  await page.keyboard.press('ArrowRight')
  const menu = figure.locator('.menu > button')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(menu).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(shareOf(figure)).toBeFocused()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the sheet of the phone gets the link; who closes it wanted nothing else', async ({
    figures,
    page,
  }) => {
    await record(page, {})
    const figure = await opened(figures)
    await shareOf(figure).tap()
    await expect.poll(() => given(page)).toEqual([expect.stringMatching(/^sheet .*#clocks=position%3D25$/)])
    const { width = 0, height = 0 } = (await shareOf(figure).boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })

  test('a sheet that was closed leaves the clipboard alone', async ({ figures, page }) => {
    await record(page, { sheet: 'AbortError' })
    const figure = await opened(figures)
    await shareOf(figure).tap()
    await expect(said(figure)).toHaveText('')
    expect(await given(page)).toEqual([])
  })

  test('a phone that refuses the sheet has the clipboard', async ({ figures, page }) => {
    await record(page, { sheet: 'NotAllowedError' })
    const figure = await opened(figures)
    await shareOf(figure).tap()
    await expect(said(figure)).toHaveText('Link copied.')
    expect((await given(page))[0]).toMatch(LINK)
  })
})

// The gallery: every element of the package with its tag and its attributes, small and alive.

import { readFileSync } from 'node:fs'
import { allElements } from '../../web/elements/all-elements.js'
import { expect, test } from './complaints.js'

const manifest = readFileSync(new URL('../../dist/custom-elements.json', import.meta.url), 'utf8')
const tags = Object.keys(allElements).sort()

for (const [language, path, copied] of [
  ['en', 'figures/', 'Copied.'],
  ['zh', 'zh/figures/', '已复制。'],
] as const) {
  test(`every element has a card with its tag, its attributes and ways on (${language})`, async ({
    page,
  }) => {
    await page.goto(path)
    const cards = page.locator('.card')
    expect((await cards.locator('> h2').allTextContents()).sort()).toEqual(tags)
    for (const card of await cards.all()) {
      const tag = (await card.locator('> h2').textContent()) ?? ''
      expect(await card.locator('> pre').textContent()).toMatch(new RegExp(`^<${tag}[^<>\\n]*></${tag}>$`))
      const own = await card.locator('> details tbody th').allTextContents()
      expect(own.filter((name) => !manifest.includes(`"${name}"`))).toEqual([])
      expect(own).not.toContain('theme')
      expect(await card.locator('> p').first().textContent()).toMatch(
        language === 'zh' ? /\p{Script=Han}/u : /^[A-Z]/,
      )
      for (const link of await card.locator('> p a').all())
        expect(
          (await page.request.get(String(await link.evaluate((one: HTMLAnchorElement) => one.href)))).ok(),
        ).toBe(true)
    }
    expect(await page.locator('#common ~ .scroll tbody th').allTextContents()).toEqual([
      'lang',
      'theme',
      'controls',
      'fragment',
    ])
  })

  test(`the scripts are those that a page anywhere can load (${language})`, async ({ page }) => {
    await page.goto(path)
    const codes = await page.locator('main > pre').allTextContents()
    const published = 'https://cdn.jsdelivr.net/npm/whereformer@[\\d.]+/dist/elements/'
    for (const [i, wanted] of [
      `<script src="${published}inline\\.js" integrity="sha384-[\\w+/=]+" crossorigin="anonymous"></script>`,
      `<script type="module" src="${published}register\\.mjs"></script>`,
      "import 'whereformer/elements/register'",
    ].entries())
      expect(codes[i]).toMatch(new RegExp(`^${wanted}$`))
    expect(await page.locator('main').textContent()).toContain('src="inline.js"')
  })

  test(`figures start when they come near, and cannot be touched; a tag is copied (${language})`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(path)
    const card = page.locator('.card', { has: page.locator('#wf-rotation') })
    const figure = card.locator('.small > wf-rotation')
    const phase = () => figure.evaluate((one: HTMLElement & { phase?: string }) => one.phase)
    await expect.poll(phase).toBe('unseen')
    await card.scrollIntoViewIfNeeded()
    await expect(figure.locator('.stage')).toHaveClass(/drawn/)
    await expect(figure.locator('.controls')).toHaveCount(0)
    const copy = card.locator('> p button')
    await copy.focus()
    await page.keyboard.press('Enter')
    await expect(card.locator('> p [role=status]')).toHaveText(copied)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('<wf-rotation></wf-rotation>')
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.small'))).toBeNull()
  })

  test(`the article and every footer lead to it; on a phone it fits (${language})`, async ({ page }) => {
    const root = language === 'zh' ? 'zh/' : '.'
    await page.goto(root)
    const there = new RegExp(`/${path}$`)
    for (const place of ['article', 'footer p', 'header']) {
      const link = page.locator(`${place} a[href$="figures/"]`)
      expect(await link.evaluate((one: HTMLAnchorElement) => one.href)).toMatch(there)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
}

test('where the clipboard is forbidden, that is said', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no')) },
    })
  })
  await page.goto('figures/')
  const card = page.locator('.card').first()
  await card.locator('> p button').click()
  await expect(card.locator('> p [role=status]')).toContainText('select the text')
})

test('the page for frames leads here when its address names nothing', async ({ page }) => {
  await page.goto('embed/')
  await expect(page).toHaveURL(/\/figures\/$/)
  await expect(page.locator('.card')).toHaveCount(tags.length)
})

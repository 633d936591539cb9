// The catalogue and the interface.

import { encodings } from '../../web/lib/position/catalogue.js'
import { expect, test } from './complaints.js'

for (const path of ['encodings/', 'zh/encodings/']) {
  test(`every encoding is listed; door, year and name choose (${path})`, async ({ page }) => {
    await page.goto(path)
    const visible = page.locator('#entries > details:visible')
    await expect(visible).toHaveCount(encodings.length)
    await page.locator('[name=door]').selectOption('rotate')
    await expect(visible).toHaveCount(encodings.filter(({ doors }) => doors.includes('rotate')).length)
    await page.locator('[name=from]').fill('2024')
    const young = encodings.filter(({ doors, year }) => doors.includes('rotate') && year >= 2024)
    await expect(visible).toHaveCount(young.length)
    await expect(page.locator('#count')).toContainText(String(young.length))
    await page.locator('[name=door]').selectOption('')
    await page.locator('[name=from]').fill('2000')
    await page.locator('[name=search]').fill('alibi')
    await expect(page.locator('#entries > details#alibi')).toBeVisible()
    await page.locator('[name=search]').fill('<b>')
    await expect(visible).toHaveCount(0)
  })
}

test('an entry opens its figure, which computes only then', async ({ page }) => {
  await page.goto('encodings/')
  const figure = page.locator('details#rope wf-encoding')
  await expect(figure).toHaveJSProperty('phase', 'unseen')
  await page.locator('details#rope > summary').click()
  await figure.scrollIntoViewIfNeeded()
  await expect(figure.locator('canvas').first()).toBeVisible()
  await expect(page.locator('details#alibi wf-encoding')).toHaveJSProperty('phase', 'unseen')
})

test('a link to an entry opens it', async ({ page }) => {
  await page.goto('encodings/#t5')
  await expect(page.locator('details#t5')).toHaveAttribute('open', '')
  await expect(page.locator('details#t5 > summary')).toBeInViewport()
})

for (const path of ['api/', 'zh/api/']) {
  test(`the interface lists functions, examples and types (${path})`, async ({ page }) => {
    await page.goto(path)
    for (const name of ['attention', 'rotate', 'bias', 'loadModel', 'measure'])
      await expect(page.locator(`h3#${name}`)).toBeVisible()
    await page.locator('details#type-AttentionOptions > summary').click()
    await expect(page.locator('details#type-AttentionOptions')).toContainText('isCausal')
    await expect(page.locator('#type-Whereformer, #type-load')).toHaveCount(0)
  })
}

for (const [path, strange] of [
  ['encodings/', /\p{Script=Han}/u],
  ['zh/encodings/', /position|channel|query|\bkey\b|distance|score/],
] as const)
  test(`pictures and values of the catalogue are in the language of the page (${path})`, async ({ page }) => {
    await page.goto(path)
    const pictures = await page
      .locator('.fallback img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src))
    expect(pictures.length).toBeGreaterThan(30)
    for (const address of pictures) {
      const words = (await (await page.request.get(address)).text()).replace(/<style>[^<]*<\/style>/, '')
      const said = [...words.matchAll(/<(?:text|tspan|title|desc)[^>]*>([^<]+)/g)].map(([, text]) => text)
      expect(said.join(' '), address).not.toMatch(strange)
    }
    if (path === 'encodings/') return
    const values = await page.locator('td:nth-child(3)').evaluateAll((cells) =>
      cells.map((cell) => {
        for (const code of cell.querySelectorAll('code')) code.remove()
        return cell.textContent ?? ''
      }),
    )
    for (const value of values) expect(value).not.toMatch(/\b(?:or more|greater|at most|needed|one per)\b/)
  })

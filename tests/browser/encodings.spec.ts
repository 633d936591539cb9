// The map of every encoding of the catalogue, and numbers that everybody can check by hand.

import { encodings } from '../../web/lib/catalogue.js'
import { type Demo, expect, test } from './demo.js'

const map = (demo: Demo) => demo.page.locator('demo-encoding wf-heat-map')

/** The value at a cell, read out by the keys. */
async function valueAt(demo: Demo, row: number, column: number): Promise<string> {
  const target = map(demo).getByRole('group')
  await target.focus()
  await target.press('Escape')
  await target.press('ArrowDown') // shows the cursor at 0, 0
  for (let i = 0; i < row; i++) await target.press('ArrowDown')
  for (let i = 0; i < column; i++) await target.press('ArrowRight')
  return (await map(demo).locator('.readout').textContent()) ?? ''
}

const KNOWN = [
  { type: 'none', row: 3, column: 5, reads: 'position 3, dimension 5: 0' },
  { type: 'sinusoidal', row: 1, column: 0, reads: 'position 1, dimension 0: 0.841' }, // sin 1
  { type: 'rope', row: 1, column: 0, reads: 'position 1, dimension 0: 0.54' }, // cos 1
  { type: 'alibi', row: 3, column: 0, reads: 'query 3, key 0: −1.5' }, // 3 steps of slope 1/2
  { type: 't5', row: 0, column: 2, reads: 'query 0, key 2: 18' }, // second half of 32 buckets, distance 2
  { type: 'kerple', row: 6, column: 0, reads: 'query 6, key 0: −1.39' }, // −ln(1 + 6/2)
  { type: 'rerope', row: 20, column: 0, reads: 'query 20, key 0: 16' }, // no farther than a quarter of 64
  { type: 'mask', row: 2, column: 3, reads: 'query 2, key 3: masked' }, // causal
  { type: 'softcap', row: 0, column: 0, reads: 'query 0, key 0: 4 before, 1.93 after' }, // 2 tanh(4/2)
] as const

test('each encoding reads the numbers of its definition', async ({ demo, page }) => {
  await demo.open()
  for (const { type, row, column, reads } of KNOWN) {
    await page.locator('#encoding-type').selectOption(type)
    const title = (await page.locator('#encoding-type option:checked').textContent())?.trim()
    await expect(map(demo).getByRole('group')).toHaveAttribute('aria-label', `Map of the encoding: ${title}`)
    expect(await valueAt(demo, row, column), type).toBe(reads)
  }
})

test('every encoding of the catalogue has a picture of its own', async ({ demo, page }) => {
  await demo.open()
  const chooser = page.locator('#encoding-type')
  const types = await chooser
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(types.sort()).toEqual(encodings.map(({ type }) => type).sort())
  const seen = new Set<string>()
  for (const type of types) {
    await chooser.selectOption(type)
    const title = (await chooser.locator('option:checked').textContent())?.trim()
    await expect(map(demo).getByRole('group')).toHaveAttribute('aria-label', `Map of the encoding: ${title}`)
    seen.add(await demo.pixels(map(demo)))
  }
  expect(seen.size).toBe(types.length)
  await expect(demo.alert).toHaveCount(0)
})

test('the learned table is the trained one: 64 rows of 128, and neither zero nor even', async ({ demo }) => {
  await demo.open('#encoding=learned&length=200')
  const size = await map(demo)
    .locator('canvas')
    .evaluate(({ width, height }: HTMLCanvasElement) => [width, height])
  expect(size).toEqual([128, 64])
  const corner = await valueAt(demo, 0, 0)
  expect(corner).toMatch(/^position 0, dimension 0: −?0\.\d+$/)
  expect(await valueAt(demo, 1, 0)).not.toBe(corner)
})

test('length, dimension and base change the map', async ({ demo, page }) => {
  await demo.open('#encoding=rope')
  const canvas = map(demo).locator('canvas')
  await page.locator('#encoding-length').fill('10')
  await page.locator('#encoding-dim').fill('8')
  await expect(canvas).toHaveAttribute('width', '8')
  await expect(canvas).toHaveAttribute('height', '10')
  const caption = page.locator('demo-encoding figcaption')
  await expect(caption).toContainText('Of the 4 pairs')
  const before = await caption.textContent()
  await page.getByRole('spinbutton', { name: 'Base' }).fill('100')
  await page.getByRole('spinbutton', { name: 'Base' }).press('Enter')
  await expect(caption).not.toHaveText(before ?? '')
})

test('each ALiBi head has its own slope', async ({ demo, page }) => {
  await demo.open('#encoding=alibi')
  await expect(page.locator('demo-encoding figcaption')).toContainText('changes by −0.5')
  await page.locator('#encoding-head').selectOption('1')
  await expect(page.locator('demo-encoding figcaption')).toContainText('changes by −0.25')
})

test('the menu is sorted by doors, in both languages, and says what the picture shows', async ({
  demo,
  page,
}) => {
  await demo.open('#encoding=rerope')
  const groups = page.locator('#encoding-type optgroup')
  await expect(groups.locator('[value=rerope]')).toHaveCount(1)
  await expect(groups.filter({ has: page.locator('[value=rerope]') })).toHaveAttribute(
    'label',
    'Renumbers the positions',
  )
  const caption = page.locator('demo-encoding figcaption')
  await expect(caption).toContainText('The distance that counts')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(caption).toContainText('起作用的距离')
  for (const group of await groups.all()) expect(await group.getAttribute('label')).toMatch(/\p{Script=Han}/u)
})

test('a link chooses the kind of a mask, and how many pairs see each other is said', async ({
  demo,
  page,
}) => {
  await demo.open('#encoding=mask&kind=window&length=16') // 3 keys back
  await expect(page.locator('#encoding-kind')).toHaveValue('window')
  await expect(map(demo).locator('#summary')).toContainText('16 queries and 16 keys; 58 of their pairs')
  await page.locator('#encoding-kind').selectOption('causal')
  await expect(map(demo).locator('#summary')).toContainText('136 of their pairs')
  await expect(page).toHaveURL(/kind=causal/)
})

test('a link to an encoding that there is not shows the usual one', async ({ demo, page }) => {
  await demo.open('#encoding=toString')
  await expect(page.locator('#encoding-type')).toHaveValue('sinusoidal')
  await expect(map(demo).getByRole('group')).toHaveAttribute('aria-label', 'Map of the encoding: Sinusoidal')
})

test('an encoding has the controls of its parameters', async ({ demo, page }) => {
  await demo.open('#encoding=rope2d')
  const controls = page.locator('demo-encoding .controls select, demo-encoding .controls [type=range]')
  const shown = () => controls.evaluateAll((all) => all.map(({ id }) => id.replace('encoding-', '')))
  await expect.poll(shown).toEqual(['type', 'length', 'dim', 'base', 'layout'])
  await expect(page.locator('#encoding-base')).toHaveValue('100')
  await page.locator('#encoding-type').selectOption('kerple')
  await expect.poll(shown).toEqual(['type', 'length', 'kind', 'head'])
  await page.locator('#encoding-type').selectOption('softcap')
  await expect.poll(shown).toEqual(['type', 'length'])
})

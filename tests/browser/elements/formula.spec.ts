// The formula box: an encoding of the reader's own in every figure that takes one; links, attributes, properties, code; faults at their character.

import type { Locator } from '@playwright/test'
import { axeEverywhere } from '../axe.js'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'
import { serveModels } from './models.js'

const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; img-src 'self' data: blob:">`

async function open(figures: Figures, tag: string, attributes: string, options = {}): Promise<Locator> {
  await figures.open(`<h1>A page</h1><${tag} id="one" fragment ${attributes}></${tag}>`, options)
  return figures.ready(tag)
}

const boxOf = (figure: Locator) => figure.locator('wf-formula-box')
const formulaOf = (figure: Locator) => boxOf(figure).locator('#formula')

test('what is typed is drawn, named, linked and copied, under the policy of the page', async ({
  figures,
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective))
  })
  const figure = await open(figures, 'wf-encoding', 'length="16"', { head: POLICY })
  expect(figures.requests.filter((file) => file.includes('own-figure'))).toEqual([]) // nothing before it is asked for
  await figure.locator('#encoding').selectOption('custom')
  await settled(figure)
  await expect(formulaOf(figure)).toHaveValue('-log(1 + abs(d)) * 2^-(h+1)')
  await expect(boxOf(figure).locator('#known')).toContainText('KERPLE')
  await expect(boxOf(figure).locator('#known')).toContainText(
    'logarithm, r1 = 0.5, 0.25, 0.125, 0.0625 …, r2 = 1.',
  )
  const before = await figures.pixels(figure)
  await formulaOf(figure).fill('-abs(d) * 2^(-8*(h+1)/H)')
  await expect(boxOf(figure).locator('#known')).toHaveText(
    'This is ALiBi (attention with linear biases): Symmetric (|i − j|).',
  )
  await settled(figure)
  expect(await figures.pixels(figure)).not.toBe(before)
  const link = await figures.link(figure)
  expect(new URLSearchParams(new URLSearchParams(link.slice(1)).get('one') ?? '').get('bias')).toBe(
    '-abs(d) * 2^(-8*(h+1)/H)',
  )
  await figure.locator('.menu button').first().click()
  await figure.locator('[data-item=code]').click()
  const code = figure.locator('.code pre')
  await expect(code.first()).toContainText(
    '<wf-encoding encoding="custom" length="16" bias="-abs(d) * 2^(-8*(h+1)/H)"',
  )
  await expect(code.last()).toContainText('byDistance: (h, d) => -Math.abs(d) * 2 ** (-8 * (h + 1) / H),')
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([])
})

test('a fault is told at its character, in both languages, and the picture stays', async ({
  figures,
  page,
}) => {
  const figure = await open(figures, 'wf-encoding', 'encoding="custom" length="16"')
  const before = await figures.pixels(figure)
  await formulaOf(figure).fill('log(1 + ')
  await formulaOf(figure).press('Enter')
  const fault = boxOf(figure).getByRole('alert')
  await expect(fault.locator('p')).toHaveText('The formula ends too early; expected a number, a name or “(”.')
  await expect(formulaOf(figure)).toHaveAttribute('aria-invalid', 'true')
  await expect(formulaOf(figure)).toHaveValue('log(1 + ')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
  await expect(fault.locator('p')).toHaveText('公式没有写完，这里应为数、名称或“(”。')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'en'))
  await formulaOf(figure).fill('sine(d)') // told without a key, when typing pauses
  await expect(fault.locator('mark')).toHaveText('s')
  await expect(fault).toContainText('“sine” has no meaning here')
  await formulaOf(figure).fill('log(abs(d))')
  await expect(fault).toHaveText(
    'The value for head 0, query 0, key 0 is −Infinity; expected a finite number.',
  )
  expect(await figures.pixels(figure)).toBe(before)
  await formulaOf(figure).fill('sin(d)')
  await expect(fault).toHaveText('')
  await expect(boxOf(figure).locator('#known')).toHaveText(/None of the known formulas/)
  expect(await figures.state(figure)).toMatchObject({ bias: 'sin(d)' })
})

test('a formula of an attribute that is none is refused in words, and stands in the box', async ({
  figures,
}) => {
  const figure = await open(figures, 'wf-encoding', 'encoding="custom" bias="2 d" length="16"')
  await expect(figure.locator('.complaint')).toContainText('bias = “2 d”')
  await expect(formulaOf(figure)).toHaveValue('2 d')
  await expect(boxOf(figure).getByRole('alert').locator('mark')).toHaveText('d')
  expect(await figures.state(figure)).not.toHaveProperty('bias')
  await formulaOf(figure).fill('2 * d')
  await expect(figure.locator('.complaint')).toHaveCount(0)
  await expect(boxOf(figure).getByRole('alert')).toHaveText('')
})

test('frequencies rotate; with the keyboard alone', async ({ figures, page }) => {
  const figure = await open(figures, 'wf-encoding', 'encoding="custom" length="16" dim="16"')
  await boxOf(figure).getByRole('button', { name: 'a bias' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await settled(figure)
  await expect(formulaOf(figure)).toHaveValue('10000^(-2*k/D)')
  await expect(boxOf(figure).locator('#known')).toHaveText('This is Rotary position embedding (RoPE).')
  await formulaOf(figure).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' / 4')
  await expect(boxOf(figure).locator('#known')).toContainText('linear (PI), Scaling factor 4')
  await figure.getByRole('button', { name: 'Wavelengths' }).click()
  await settled(figure)
  await expect(figure.locator('.caption')).toContainText('shortest wavelength is 25.1 positions')
})

test('a position of the page, as a table and as functions', async ({ figures }) => {
  const figure = await open(figures, 'wf-encoding', 'length="16"')
  await figure.evaluate((element) => {
    const data = Float32Array.from({ length: 31 * 2 }, (_, i) => Math.floor(i / 2) - 15)
    Object.assign(element, { position: { type: 'relativeBias', table: { data, shape: [31, 2] } } })
  })
  await settled(figure)
  await expect(figure.locator('.caption strong')).toHaveText('Your own encoding')
  await expect(figure.locator('#head option')).toHaveCount(0) // two heads alike
  await expect(figure.locator('.controls')).toContainText('This page’s own code sets the encoding.')
  await figure.evaluate((element) =>
    Object.assign(element, {
      position: { type: 'custom', byDistance: (head: number, d: number) => d / (head + 1) },
    }),
  )
  await settled(figure)
  await expect(figure.locator('#head option')).toHaveCount(8)
  await figure.evaluate((element) => Object.assign(element, { position: undefined }))
  await expect(formulaOf(figure)).toHaveValue('-log(1 + abs(d)) * 2^-(h+1)')
})

test('the weights of a trained model under a formula that says its own encoding', async ({
  figures,
  page,
  context,
}) => {
  await serveModels(context)
  const formula = 'd * 2^(-8*(h+1)/H)' // BLOOM's ALiBi
  await figures.open(`<wf-attention model="alibi" compare="custom" bias="${formula}"></wf-attention>`)
  await page.getByRole('button', { name: 'Load 1.6 MB and start' }).click()
  const figure = await figures.ready('wf-attention')
  await expect(figure.locator('.maps .name').nth(1)).toHaveText('same weights, your own encoding')
  const largest = () =>
    figure
      .locator('wf-heat-map')
      .nth(2)
      .evaluate((map) =>
        Math.max(...(map as unknown as { matrix: { data: Float32Array } }).matrix.data.map(Math.abs)),
      )
  expect(await largest()).toBeLessThan(1e-5)
  await formulaOf(figure).fill('0')
  await settled(figure)
  expect(await largest()).toBeGreaterThan(0.01)
})

test('a row of the property meter, and the arrays of a formula', async ({ figures }) => {
  const table = await open(
    figures,
    'wf-properties',
    'encodings="alibi custom" length="16" train-length="8" bias="-abs(d)"',
  )
  await expect(table.locator('tbody tr[data-type]')).toHaveCount(2)
  await expect(table.locator('tr[data-type=custom]')).toContainText('Your own encoding')
  await formulaOf(table).fill('cos(d)')
  await settled(table)
  await expect(table.locator('tr[data-type=custom] td').nth(2)).not.toHaveText('yes')
  const named = await open(figures, 'wf-identify', 'example="custom"')
  await expect(named.locator('.explanation').first()).toContainText('KERPLE')
  await formulaOf(named).fill('d * 2^(-8*(h+1)/H)')
  await expect(named.locator('.explanation').first()).toContainText('"type":"alibi"')
})

test('a formula learns beside RoPE, and its bias is drawn', async ({ figures }) => {
  const figure = await open(figures, 'wf-train', 'encoding="custom" compare="rope" bias="-abs(d) * 2^-(h+1)"')
  await figures.more(figure)
  await figure.locator('button.step').first().click()
  await settled(figure)
  await expect(figure.locator('.trouble')).toHaveCount(0)
  await expect(boxOf(figure).locator('#known')).toContainText('ALiBi')
  const before = await figures.state(figure)
  await formulaOf(figure).fill('cos(d)') // counts when it is done
  expect(await figures.state(figure)).toEqual(before)
  await formulaOf(figure).press('Enter')
  await settled(figure)
  expect(await figures.state(figure)).toMatchObject({ encoding: 'custom', bias: 'cos(d)' })
})

test('a formula is trained and tested at longer lengths, beside encodings of the lab', async ({
  figures,
}) => {
  const figure = await open(
    figures,
    'wf-lengths',
    'task="parity" encodings="none custom" bias="-abs(d)" train-length="4" test-lengths="4 8" seeds="1" steps="10"',
  )
  await figures.more(figure)
  const charts = await figure.locator('.charts > .chart').count() // recorded
  await figure.locator('button.train').click()
  await expect(figure.locator('.status')).toContainText('All 2 runs finished', { timeout: 60_000 })
  const yours = figure.locator('.charts > .chart').last()
  await expect(figure.locator('.charts > .chart')).toHaveCount(charts + 1)
  await expect(yours.locator('.values th[scope=row]')).toHaveText([/Your own encoding/, /none/])
  await expect(figure.locator('.captions')).toContainText('Your own encoding')
  const { text } = await figures.save(figure, 'csv')
  expect(text).toMatch(/\nYours,parity,bias=-abs\(d\),1,10,4,4,/)
  await formulaOf(figure).fill('2 d')
  await formulaOf(figure).press('Enter')
  await expect(boxOf(figure).getByRole('alert').locator('mark')).toHaveText('d')
  await expect(yours.locator('.values th[scope=row]')).toHaveCount(2) // as before
  await formulaOf(figure).fill('cos(d)')
  await formulaOf(figure).press('Enter')
  await settled(figure)
  await expect(figure.locator('.captions')).toContainText('No runs: Your own encoding.')
  expect(await figures.state(figure)).toMatchObject({ encodings: 'none custom', bias: 'cos(d)' })
  await figure.locator('.menu button').first().click()
  await figure.locator('[data-item=code]').click()
  const code = figure.locator('.code pre')
  await expect(code.first()).toContainText('bias="cos(d)"')
  await expect(code.last()).toContainText(
    '"encodings":[{"name":"bias=cos(d)","position":{...position}},"none"]',
  )
  await figure.locator('wf-encoding-toggles').getByRole('button', { name: 'ALiBi' }).click()
  await figure.locator('wf-encoding-toggles').getByRole('button', { name: 'Your own encoding' }).click()
  await settled(figure)
  await expect(boxOf(figure)).toHaveCount(0)
  await expect(figure.locator('.complaint')).toHaveCount(0)
  expect(await figures.state(figure)).toMatchObject({ encodings: 'none alibi', bias: '' })
})

test('a bias of every head', async ({ figures }) => {
  const figure = await open(figures, 'wf-bias', 'encoding="custom" bias="d / (h + 1)" heads="2" length="8"')
  await figures.more(figure)
  await expect(boxOf(figure)).toBeVisible()
  await expect(figure.locator('.caption')).toContainText('Your own encoding')
  await formulaOf(figure).fill('i * j')
  await settled(figure)
  await expect(figure.locator('.trouble')).toHaveCount(0)
})

for (const language of ['en', 'zh'] as const)
  test(`nobody objects to the box, with a fault and without (${language})`, async ({ figures, page }) => {
    const figure = await open(figures, 'wf-encoding', 'encoding="custom" length="16"', {
      html: `lang="${language}"`,
    })
    await boxOf(figure).locator('summary').click()
    expect(await axeEverywhere(page, language)).toEqual([])
    await formulaOf(figure).fill('2 d')
    await formulaOf(figure).press('Enter')
    expect(await axeEverywhere(page, language)).toEqual([])
  })

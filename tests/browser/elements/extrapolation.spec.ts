// <wf-extrapolation>: losses, wavelengths, models that fail to load, stop and resume.

import type { Locator } from '@playwright/test'
import { heldOut } from '../../../web/elements/figures/extrapolation/held-out.js'
import { lossRecord } from '../../../web/elements/figures/extrapolation/loss-record.js'
import { LENGTHS } from '../../../web/elements/figures/extrapolation/losses.js'
import { surprise } from '../../../web/elements/parts/trained/reading.js'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'
import { serveModels } from './models.js'

const TAG = 'wf-extrapolation'

/** So that what is expected does not depend on which models there are. */
const ABSENT = /shakespeare-(alibi|t5)/
const ONE = /shakespeare-(alibi|t5|learned)/
/** Opens it with its settings shown. */
async function opened(figures: Figures, attributes: string, html = ''): Promise<Locator> {
  await figures.open(`<wf-extrapolation model-base="/models/" ${attributes}></wf-extrapolation>`, { html })
  const figure = figures.page.locator(TAG)
  await expect(figure.locator('.more-button')).toBeVisible() // with the first picture
  await figures.more(figure)
  return figure
}
const finished = (figure: Locator) =>
  expect(figure.locator('.job')).toContainText(/^\s*(All|全部)/, { timeout: 120_000 })

/** The losses by name of the line, of the figure's own table of numbers. */
async function numbers(figures: Figures, figure: Locator): Promise<Record<string, number[]>> {
  const { text } = await figures.save(figure, 'csv')
  const [header = '', ...rows] = text.trim().split('\n')
  const cells = rows.map((row) => row.split(','))
  const names = header.match(/"[^"]*"|[^,]+/g) ?? []
  return Object.fromEntries(
    names.map((name, i) => [
      name.replaceAll('"', ''),
      cells.map((row) => (row[i] ? Number(row[i]) : Number.NaN)),
    ]),
  )
}

test('the loss is the mean of −log p, and the shipped text divides into every length', () => {
  const uniform = new Float32Array(3 * 8)
  expect(surprise(uniform, [0, 7, 3])).toBeCloseTo(3 * Math.log(8), 6)
  const sure = Float32Array.from([1000, 0, 0, 1000])
  expect(surprise(sure, [0, 1])).toBe(0)
  expect(surprise(sure, [1, 0])).toBe(2000)
  expect(surprise(Float32Array.from([Number.NaN, 0]), [1])).toBeNaN()
  expect(heldOut).toHaveLength(6145)
  for (const length of LENGTHS) expect(1536 % length, String(length)).toBe(0)
})

test('it opens alive from the record, on one screen of a phone; no model is asked for', async ({
  figures,
  page,
  context,
}) => {
  const asked = await serveModels(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await figures.open('<wf-extrapolation model-base="/models/"></wf-extrapolation>')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('wf-lines canvas')).toBeVisible()
  const row = (name: string) => figure.locator('.values tbody tr').filter({ hasText: name }).locator('td')
  await expect(row('RoPE')).toHaveText(['1.57', '4.05'])
  await expect(row('T5')).toHaveText(['1.62', '2.98'])
  await expect(row('ALiBi')).toHaveText(['1.64', '1.60'])
  await expect(row('Learned')).toHaveText(['1.58', '–'])
  for (const picture of ['loss', 'cut', 'dials', 'scaled']) {
    await figure.locator(`#pictures-${picture}`).click()
    await settled(figure)
    const height = await figure.evaluate((element) => {
      const box = (part: string) => element.shadowRoot?.querySelector(part)?.getBoundingClientRect()
      return (box('.primary')?.bottom ?? Number.NaN) - (box('.stage')?.top ?? Number.NaN)
    })
    expect(height, picture).toBeLessThanOrEqual(560)
  }
  expect(asked).toEqual([])
})

test('with the context cut all four predict alike, and ALiBi gains nothing from what was cut', async ({
  figures,
}) => {
  await figures.open('<wf-extrapolation cut></wf-extrapolation>')
  const figure = await figures.ready(TAG)
  const cut = await figure.locator('.values .of-cut').allTextContents()
  expect(cut.map(Number)).toHaveLength(4)
  for (const loss of cut.map(Number)) expect(loss).toBeLessThan(1.65)
  const alibi = lossRecord.late.cuts.find(({ model, kept }) => model === 'alibi' && kept === 64)
  await expect(figure.locator('.caption')).toContainText(
    `ALiBi, all that precedes ${alibi?.whole.toFixed(3)}, last 64 only ${alibi?.cut.toFixed(3)}`,
  )
  await expect(figure.locator('.caption')).toContainText(/gentlest head gives \d+ to \d+\s% of its attention/)
  await figures.more(figure)
  await figure.getByText('All values, with errors').click()
  await expect(figure.locator('details.more table td').first()).toHaveText(/^1\.57 ± 0\.\d\d$/)
})

test('scalings of one model are beside its cut; only what is not recorded is computed', async ({
  figures,
  context,
}) => {
  const asked = await serveModels(context)
  const figure = await opened(figures, 'view="scaled" cut amount="3072"')
  await settled(figure)
  await expect(figure.locator('.values tbody th')).toHaveText([
    /RoPE$/,
    /Linear \(PI\) × 4/,
    /NTK-aware × 4/,
    /YaRN × 4/,
    /last 64/,
  ])
  await figure.locator('#length').selectOption('256')
  await expect(figure.locator('.values tbody tr').nth(3).locator('td')).toHaveText(['1.83', '1.85'])
  expect(asked).toEqual([])
})

test('computed here, losses grow beyond the training length as they do in the record', async ({
  figures,
  context,
}) => {
  figures.tolerate(/404/)
  await serveModels(context, { failing: () => ABSENT })
  const figure = await opened(figures, 'live amount="1536" scaling="yarn"')
  await finished(figure)
  const found = await numbers(figures, figure)
  const [rope = [], yarn = [], learned = []] = [found.RoPE, found['RoPE, YaRN × 4'], found['Learned table']]
  expect(rope[0]).toBeGreaterThan(1.3)
  expect(rope[0]).toBeLessThan(1.8)
  expect(rope.every((loss, i) => i === 0 || loss > (rope[i - 1] as number))).toBe(true) // longer is worse
  expect(rope.at(-1)).toBeGreaterThan(2 * (rope[0] as number))
  expect(yarn[0]).toBeGreaterThan(rope[0] as number) // a little worse where it was trained
  expect(yarn[4]).toBeLessThan((rope[4] as number) - 1) // far better at 256
  expect(learned.map(Number.isFinite)).toEqual([true, false, false, false, false, false, false])
  await expect(figure.locator('.complaint')).toHaveCount(2)
  await expect(figure.locator('.complaint').first()).toContainText('ALiBi: the model could not be loaded.')
  await expect(figure.locator('.complaint').first()).toContainText('Copy the folder tiny-shakespeare-alibi')
  const ratio = Math.exp((rope[2] as number) - (rope[0] as number)).toFixed(2)
  const twice = figure.locator('tbody tr').filter({ hasText: '2 × (1012, 128)' })
  await expect(twice.locator('td').nth(1)).toHaveText(ratio)
  await expect(twice.locator('td').first()).toHaveText('1.06')
  await expect(figure.locator('.paper')).toContainText(
    'Largest difference from the paper at the same ratio: RoPE at 3 ×',
  )

  await figure.locator('#scaling').selectOption('dynamic')
  await expect(figure.locator('.values')).toContainText('Dynamic NTK')
  await finished(figure)
  const dynamic = (await numbers(figures, figure))['RoPE, Dynamic NTK × 4'] ?? []
  expect(dynamic[0]).toBe(rope[0]) // short texts stay as they were
  expect(dynamic[4]).toBeLessThan((rope[4] as number) - 1)
})

test('it can be stopped and resumed; other settings abort it', async ({ figures, context }) => {
  figures.tolerate(/404/)
  await serveModels(context, { failing: () => ABSENT })
  const figure = await opened(figures, 'live amount="6144"')
  await expect(figure.locator('.job')).toContainText(/^\s*[1-9]\d* of 14 computed/)
  await figure.getByRole('button', { name: 'Stop' }).click()
  await expect(figure.locator('.job')).toContainText(/^\s*Stopped at \d+ of 14/)
  await expect(figure.locator('.stage')).toHaveAttribute('aria-busy', 'false')
  await figure.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(figure.locator('.job')).toContainText('computed')
  await figure.locator('#amount').selectOption('1536')
  await finished(figure)
  await expect(figure.locator('.caption')).toContainText('the same 1536 characters')
})

test('without any model an error is shown, and retry works', async ({ figures, context }) => {
  figures.tolerate(/404/)
  let failing = /./
  await serveModels(context, { failing: () => failing })
  await figures.open(`<wf-extrapolation model-base="/models/" amount="1536"></wf-extrapolation>`)
  const figure = figures.page.locator(TAG)
  await expect(figure.getByRole('alert')).toContainText('could not be loaded')
  failing = ONE
  await figure.getByRole('button', { name: 'Try again' }).click()
  await finished(figure)
  await expect(figure.getByRole('alert')).toHaveCount(0)
})

/** Where the text of each cell ends. */
function endsOfText(cells: Element[]): number[] {
  return cells.map((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getBoundingClientRect().right
  })
}

for (const language of ['en', 'zh-CN'])
  test(`on a phone the names of the columns end where their numbers end, and all are there (${language})`, async ({
    figures,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await figures.open('<wf-extrapolation></wf-extrapolation>', { html: `lang="${language}"` })
    const figure = await figures.ready(TAG)
    await figures.more(figure)
    await figure.locator('.paper > summary').click()
    const names = await figure.locator('.paper thead tr:last-child th').evaluateAll(endsOfText)
    const numbers = await figure.locator('.paper tbody tr:first-child td').evaluateAll(endsOfText)
    expect(names).toHaveLength(6)
    for (const [i, end] of numbers.entries()) expect(names[i], `column ${i}`).toBeCloseTo(end, 0)
    const table = figure.locator('.paper .scroll')
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  })

test('paper and measurement share a row only at the same multiple of the training length', async ({
  figures,
  page,
}) => {
  await figures.open('<wf-extrapolation></wf-extrapolation>')
  const figure = await figures.ready(TAG)
  await figures.more(figure)
  await figure.locator('.paper > summary').click()
  const rows = figure.locator('.paper tbody tr')
  await expect(rows.locator('th')).toHaveText([
    '1 × (512, 64)',
    '1.4 × (712, –)',
    '1.5 × (–, 96)',
    '2 × (1012, 128)',
    '3 × (1512, 192)',
    '4 × (–, 256)',
    '4.9 × (2512, –)',
    '6 × (–, 384)',
    '8 × (–, 512)',
    '10.8 × (5512, –)',
  ])
  for (const row of await rows.all()) {
    const [, paper = '', here = ''] =
      /\((\S+),\s(\S+)\)/.exec((await row.locator('th').textContent()) ?? '') ?? []
    const cells = await row.locator('td').allTextContents()
    const filled = (column: number) => cells[column]?.trim() !== ''
    expect([filled(0), filled(1)], `${paper} ${here}`).toEqual([paper !== '–', here !== '–'])
    if (paper !== '–' && here !== '–')
      expect(Math.abs(Number(paper) / 512 / (Number(here) / 64) - 1)).toBeLessThan(0.02)
  }
  await expect(figure.locator('.paper')).toContainText('Do not compare other rows')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
  await expect(figure.locator('.paper')).toContainText('其余各行不可相比')
})

test('each method changes the wavelengths by its formula', async ({ figures, page }) => {
  await figures.open('<wf-extrapolation view="wavelengths" scaling="linear"></wf-extrapolation>')
  const figure = await figures.ready(TAG)
  await figures.more(figure)
  await expect(figure.locator('.u-over')).toBeVisible()
  const read = async (key: string) => {
    await figure.locator('.plot').focus()
    await page.keyboard.press(key)
    return figure.locator('wf-lines .readout')
  }
  const turn = 2 * Math.PI
  await expect(await read('Home')).toContainText(
    `pair 0: wavelength ${turn.toPrecision(3)} positions, scaled ${(4 * turn).toPrecision(3)}`,
  )
  await expect(figure.locator('.caption')).toContainText('Of 16 pairs, 11 completed no rotation')
  await expect(figure.locator('.caption')).toContainText('slows 16 pairs down')
  const ends: Record<string, [first: string, last: string, slower: number]> = {
    ntk: ['6.28', '141000', 15],
    dynamic: ['6.28', '', 15],
    llama3: ['6.28', '141000', 14],
    longrope: ['6.28', '141000', 14],
  }
  for (const [scaling, [first, last, slower]] of Object.entries(ends)) {
    await figure.locator('#scaling').selectOption(scaling)
    await expect(figure.locator('.caption'), scaling).toContainText(`slows ${slower} pairs down`)
    await settled(figure)
    await expect(await read('Home'), scaling).toContainText(`scaled ${first}`)
    await expect(await read('End'), scaling).toContainText(`scaled ${last}`)
  }
  await figure.locator('#scaling').selectOption('none')
  await expect(figure.locator('.caption')).not.toContainText('pairs down') // there is no method
})

test('wavelengths are none of the four pictures, and the keyboard still reaches their buttons', async ({
  figures,
}) => {
  await figures.open('<wf-extrapolation view="wavelengths"></wf-extrapolation>')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.segments [aria-pressed=true]')).toHaveCount(0)
  await expect(figure.locator('.segments [tabindex="0"]')).toHaveText('Loss')
  await figure.locator('#pictures-dials').click()
  await expect(figure.locator('.segments [aria-pressed=true]')).toHaveText('Dials')
  await expect(figure.locator('.segments [tabindex="0"]')).toHaveText('Dials')
})

test('the state survives a round trip; invalid input is rejected with a message', async ({
  figures,
  page,
}) => {
  await figures.open('<wf-extrapolation id="one" fragment view="wavelengths"></wf-extrapolation>')
  const figure = await figures.ready(TAG)
  await figures.more(figure)
  await figure.locator('#scaling').selectOption('llama3')
  await figure.getByRole('spinbutton', { name: 'Factor' }).fill('8')
  await figure.getByRole('spinbutton', { name: 'Factor' }).press('Tab')
  await expect(page).toHaveURL(/#one=.*factor%3D8/)
  const hash = await figures.link(figure)
  const state = await figures.state(figure)
  expect(state).toEqual({ view: 'wavelengths', scaling: 'llama3', factor: 8 })
  await figures.open('<wf-extrapolation id="one"></wf-extrapolation>', {}, hash)
  expect(await figures.state(await figures.ready(TAG))).toEqual(state)

  const long = 'x'.repeat(20_000)
  await figures.open(
    `<wf-extrapolation view="wavelengths" scaling="<b>" factor="1e99" amount="-1" text="${long}"></wf-extrapolation>`,
  )
  const hostile = await figures.ready(TAG)
  await expect(hostile.locator('.complaint')).toHaveCount(4)
  expect(JSON.stringify(await figures.state(hostile)).length).toBeLessThan(2000)
})

test('a text of the reader: emoji, Chinese, too short, ten thousand characters', async ({
  figures,
  context,
}) => {
  figures.tolerate(/404/)
  await serveModels(context, { failing: () => ONE })
  const figure = await opened(figures, 'amount="1536"')
  const type = async (text: string) => {
    await figure.locator('#text').fill(text)
    await figure.locator('#text').blur()
  }
  await finished(figure)
  await figure.getByText('Use your own text').click()
  for (const [text, sentence] of [
    ['😀 位置 编码', '5 characters outside the models’ vocabulary were removed'],
    ['位置', 'the built-in text is used instead'],
    ['too short', 'shorter than the training length'],
    ['To be, or not to be: '.repeat(500), 'Evaluated: 1536 characters of your text'],
  ] as const) {
    await type(text)
    await expect(figure.locator('.caption')).toContainText(sentence, { timeout: 60_000 })
    await finished(figure)
    await expect(figure.locator('.trouble')).toHaveCount(0)
  }
})

test('a saved chart names its lines and its marks, although a table names them beside it', async ({
  figures,
}) => {
  const figure = await opened(figures, '')
  const { text } = await figures.save(figure, 'svg')
  for (const name of ['RoPE', 'Learned table', 'ALiBi', 'T5 bias', 'trained on 64', 'uniform guess'])
    expect(text).toContain(`>${name}</text>`)
  await expect(figure.locator('wf-lines .legend')).toHaveCount(0)
})

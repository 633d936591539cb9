// <wf-encoding>: every encoding of the catalogue, its views, its parameters.

import { readFileSync } from 'node:fs'
import { settable } from '../../../web/elements/parts/positions/chosen-parameters.js'
import { helpOf } from '../../../web/elements/parts/positions/parameter-controls.js'
import { choiceName, parameterNames } from '../../../web/elements/parts/positions/parameter-names.js'
import { encodings } from '../../../web/lib/position/catalogue.generated.js'
import { settled } from '../settled.js'
import { expect, test } from './figures.js'

const TAG = 'wf-encoding'

test('every encoding is drawn, with its formula, in every view that it has, in both languages', async ({
  figures,
  page,
}) => {
  await figures.open('<wf-encoding length="16" dim="16"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const pictures = new Set<string>()
  for (const { type, title, titleZh } of encodings) {
    await figure.locator('#encoding').selectOption(type)
    await expect(figure.locator('.caption strong')).toHaveText(title)
    await expect(figure.locator('.formula math')).toHaveCount(1)
    await settled(figure) // with the views that it has
    const buttons = await figure.locator('.segments button').all()
    await buttons[0]?.click() // the map
    await settled(figure)
    const pixels = await figures.pixels(figure)
    expect(pictures.has(pixels), type).toBe(false)
    pictures.add(pixels)
    for (const button of buttons) {
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await settled(figure)
      await expect(figure.locator('.trouble'), `${type} ${await button.textContent()}`).toHaveCount(0)
      await expect(figure.locator('wf-heat-map canvas, wf-lines .u-over')).toHaveCount(1)
    }
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
    await expect(figure.locator('.caption strong')).toHaveText(titleZh)
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'en'))
  }
  expect(pictures.size).toBe(encodings.length)
})

/** Values that can be checked by hand. */
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

test('each encoding shows the values of its definition', async ({ figures }) => {
  await figures.open('<wf-encoding></wf-encoding>')
  const figure = await figures.ready(TAG)
  const map = figure.locator('.map')
  for (const { type, row, column, reads } of KNOWN) {
    await figure.locator('#encoding').selectOption(type)
    const title = encodings.find((entry) => entry.type === type)?.title
    await expect(map).toHaveAttribute('aria-label', `Values of the encoding: ${title}`)
    await settled(figure)
    await map.focus()
    await map.press('Escape')
    await map.press('ArrowDown') // shows the cursor at 0, 0
    for (let i = 0; i < row; i++) await map.press('ArrowDown')
    for (let i = 0; i < column; i++) await map.press('ArrowRight')
    await expect(figure.locator('wf-heat-map .readout'), type).toHaveText(reads)
  }
})

test('the menu is sorted by doors, in both languages', async ({ figures, page }) => {
  await figures.open('<wf-encoding encoding="rerope"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const groups = figure.locator('#encoding optgroup')
  const own = groups.filter({ has: page.locator('[value=rerope]') })
  await expect(own).toHaveCount(1)
  await expect(own).toHaveAttribute('label', 'Changes the position ids')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
  await expect(figure.locator('.caption')).toContainText('起作用的距离')
  for (const group of await groups.all()) expect(await group.getAttribute('label')).toMatch(/\p{Script=Han}/u)
})

test('an encoding has the controls of its parameters', async ({ figures }) => {
  await figures.open('<wf-encoding encoding="rope2d"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const controls = figure.locator('.controls select, .controls [type=range]')
  const shown = () => controls.evaluateAll((all) => all.map(({ id }) => id.replace('parameter-', '')))
  await expect.poll(shown).toEqual(['encoding', 'length', 'dim', 'base', 'layout', 'scaling-ropeType'])
  await figure.locator('#encoding').selectOption('kerple')
  await expect.poll(shown).toEqual(['encoding', 'length', 'head', 'kind'])
  await figure.locator('#encoding').selectOption('softcap')
  await expect.poll(shown).toEqual(['encoding', 'length'])
})

test('a mask says how many of its pairs see each other', async ({ figures }) => {
  await figures.open('<wf-encoding encoding="mask" length="16" parameters="kind=causal"></wf-encoding>')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('wf-heat-map #summary')).toContainText('136 combinations are visible')
})

test('keyboard and pointer read the same cell, and the table has its value', async ({ figures, page }) => {
  await figures.open('<wf-encoding encoding="sinusoidal" length="16" dim="16"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const map = figure.locator('.map')
  await map.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const readout = figure.locator('wf-heat-map .readout')
  const spoken = 'position 1, dimension 15: 1'
  await expect(readout).toHaveText(spoken)
  await expect(figure.locator('wf-heat-map [aria-live]')).toHaveText(spoken)
  await page.keyboard.press('Escape')
  const box = await map.boundingBox()
  if (!box) throw new Error('the map has no box')
  await page.mouse.move(box.x + (15.5 / 16) * box.width, box.y + (1.5 / 16) * box.height)
  await expect(readout).toHaveText(spoken)
  await figure.getByText('Exact values').click()
  await expect(figure.locator('wf-matrix-table tbody tr').nth(1).locator('td').nth(0)).toHaveText('0.84147') // sin 1
})

test('conventions are switches: the layout of RoPE moves the columns', async ({ figures }) => {
  await figures.open('<wf-encoding encoding="rope" length="16" dim="16"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const half = await figures.pixels(figure)
  await figure.locator('#parameter-layout').selectOption('interleaved')
  await expect.poll(() => figures.pixels(figure)).not.toBe(half)
  expect(await figures.state(figure)).toMatchObject({ parameters: { layout: 'interleaved' } })
})

test('the similarity of sinusoids depends on the distance alone, and of RoPE is 1 on the diagonal', async ({
  figures,
  page,
}) => {
  for (const encoding of ['sinusoidal', 'rope']) {
    await figures.open(
      `<wf-encoding encoding="${encoding}" view="similarity" length="16" dim="32"></wf-encoding>`,
    )
    const figure = await figures.ready(TAG)
    const map = figure.locator('.map')
    const readout = figure.locator('wf-heat-map .readout')
    const read = async (row: number, column: number) => {
      await map.focus()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Home')
      for (let i = 0; i < row; i++) await page.keyboard.press('ArrowDown')
      for (let i = 0; i < column; i++) await page.keyboard.press('ArrowRight')
      await expect(readout).toHaveText(new RegExp(`\\b${row}\\D+${column}: `))
      return Number((await readout.textContent())?.split(': ')[1]?.replace('−', '-'))
    }
    expect(await read(5, 5)).toBeCloseTo(1, 5)
    expect(await read(5, 2)).toBeCloseTo(await read(9, 6), 3)
    expect(await read(2, 5)).toBeCloseTo(await read(5, 2), 3)
  }
})

test('wavelengths are those of the formula: pair 1 of 16 channels turns in 2π·10000^(2/16)', async ({
  figures,
  page,
}) => {
  for (const encoding of ['rope', 'sinusoidal']) {
    await figures.open(`<wf-encoding encoding="${encoding}" view="waves" dim="16"></wf-encoding>`)
    const figure = await figures.ready(TAG)
    await expect(figure.locator('.u-over')).toBeVisible()
    await figure.locator('.plot').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(figure.locator('wf-lines .readout')).toHaveText('pair 1: wavelength 19.9 positions')
  }
})

test('PNG, SVG and CSV can be saved, and the CSV holds the numbers', async ({ figures, page }) => {
  await figures.open('<wf-encoding id="mine" encoding="alibi" length="4"></wf-encoding>')
  const figure = await figures.ready(TAG)
  const csv = await figures.save(figure, 'csv')
  expect(csv.file).toBe('mine.csv')
  expect(csv.text).toBe(',0,1,2,3\n0,0,,,\n1,-0.5,0,,\n2,-1,-0.5,0,\n3,-1.5,-1,-0.5,0\n')
  const { text: svg } = await figures.save(figure, 'svg')
  expect(svg).toMatch(/^<svg .*<image .*<\/svg>\n$/s)
  expect(
    await page.evaluate(
      (text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror') === null,
      svg,
    ),
  ).toBe(true)
  const png = await figures.save(figure, 'png')
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(png.bytes.length).toBeGreaterThan(5000)
})

test('the code of a figure is HTML that reproduces it', async ({ figures, page }) => {
  await figures.open(
    '<wf-encoding encoding="rope" length="32" parameters="base=500&layout=interleaved"></wf-encoding>',
  )
  const figure = await figures.ready(TAG)
  const state = await figures.state(figure)
  const pixels = await figures.pixels(figure)
  await figure.getByRole('button', { name: 'Figure menu' }).click()
  await figure.getByRole('button', { name: 'Embed code' }).click()
  const code = (await figure.locator('.code pre').first().textContent()) ?? ''
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const published = `https://cdn.jsdelivr.net/npm/whereformer@${version}/`
  await page
    .context()
    .route(`${published}**`, (route) =>
      route.fulfill({ path: route.request().url().slice(published.length) }),
    )
  await figures.open(code, { script: '' })
  const again = await figures.ready(TAG)
  expect(await figures.state(again)).toEqual(state)
  await expect.poll(() => figures.pixels(again)).toBe(pixels)
  await expect.poll(() => page.workers().length).toBe(1)
})

test('every parameter has a name for people in both languages; the code has the name of the library', async ({
  figures,
}) => {
  const names = new Set(encodings.flatMap((entry) => settable(entry).map(({ name }) => name)))
  expect(names.size).toBeGreaterThan(60)
  for (const name of names) {
    expect(parameterNames[name]?.en, name).toMatch(/^[A-Zγ]/)
    expect(parameterNames[name]?.en, name).not.toBe(name)
    expect(parameterNames[name]?.zh, name).toMatch(/\p{Script=Han}/u)
  }
  for (const [lang, label] of [
    ['en', 'Rotary dimensions'],
    ['zh', '旋转的通道数'],
  ] as const) {
    await figures.open(`<wf-encoding encoding="rope" parameters="rotaryDim=16" lang="${lang}"></wf-encoding>`)
    const figure = await figures.ready('wf-encoding')
    await expect(figure.getByText('rotaryDim', { exact: true })).toHaveCount(0)
    await figure.locator('details.more > summary').click()
    await expect(figure.getByLabel(label)).toHaveValue('16')
    await figure.locator('.menu > button').click()
    await figure.locator('[data-item=code]').click()
    await expect(figure.locator('.code pre').last()).toContainText('"rotaryDim":16')
  }
})

test('every choice has a name for people, and help does not speak of names of the library', () => {
  const settings = encodings.flatMap((entry) => settable(entry).map((parameter) => ({ entry, parameter })))
  for (const { entry, parameter } of settings) {
    const said = `${entry.type} ${parameter.name}`
    const values = settings
      .filter((other) => other.entry === entry)
      .flatMap((other) => other.parameter.choices ?? [])
    for (const value of parameter.choices ?? []) {
      expect(choiceName(parameter.name, value, 'en'), said).toMatch(
        /^\S.* |^[A-Z]\w*[A-Z-]|^(none|causal|window|power|logarithm|distance|documents)$/,
      )
      expect(choiceName(parameter.name, value, 'zh'), said).toMatch(
        /\p{Script=Han}|^(NTK-aware|YaRN|LongRoPE|Llama 3)$/u,
      )
    }
    for (const language of ['en', 'zh'] as const)
      expect(helpOf(entry, parameter, language), said).not.toMatch(/\b[a-z]+[A-Z]/)
    const words = helpOf(entry, parameter, 'zh').match(/[A-Za-z]+/g) ?? []
    expect(
      words.filter((word) => values.includes(word)),
      said,
    ).toEqual([])
  }
})

test('YaRN is drawn as soon as it is chosen', async ({ figures }) => {
  await figures.open('<wf-encoding encoding="rope" view="waves"></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  await figure.locator('details.more > summary').click()
  await figure.locator('#parameter-scaling-ropeType').selectOption('yarn')
  await expect(figure.locator('.complaint, .trouble')).toHaveCount(0)
  await expect.poll(() => figures.state(figure)).toMatchObject({ parameters: { 'scaling.ropeType': 'yarn' } })
  await settled(figure)
  await expect(figure.locator('.complaint, .trouble')).toHaveCount(0)
})

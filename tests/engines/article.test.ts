// The main paths of a reader, in every engine: each in one of the two languages, all figures in both.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { told } from '../support/figure-pages.js'
import { call, type Page } from './engine.js'
import { Figure } from './figure.js'
import { expect, test } from './test.js'

const LANGUAGES = [
  { path: '', html: 'en', han: false },
  { path: 'zh/', html: 'zh-Hans', han: true },
]

const PAGES = LANGUAGES.flatMap((language) =>
  told.map(({ path, figures }) => ({ ...language, figures, folder: path })),
)

for (const { path, folder, figures, html, han } of PAGES)
  test(`every figure of /${path}${folder} has its picture`, async ({ open, site }) => {
    const page = await open(`${site}${path}${folder}`)
    expect(await call(page, () => document.documentElement.lang)).toBe(html)
    const unnamed = () => call(page, () => document.querySelectorAll('.live:not(:defined)').length)
    await expect.poll(unnamed).toBe(0) // they get their names one after the other
    const ids = await call(page, () => [...document.querySelectorAll('.live')].map(({ id }) => id))
    expect(ids).toHaveLength(figures.length)
    for (const id of ids) {
      const figure = await new Figure(page, `#${id}`).seen(/^(ready|asking)$/)
      expect(/\p{Script=Han}/u.test(await figure.text()), id).toBe(han)
      expect(await figure.crowded(), id).toEqual([])
    }
  })

test('the language switch keeps the state, and a theme is chosen and remembered', async ({ open, site }) => {
  const page = await open(`${site}details/#fig-sinusoid=length%3D32`)
  const figure = await new Figure(page, '#fig-sinusoid').seen()
  const background = () => call(page, () => getComputedStyle(document.body).backgroundColor)
  const light = await figure.pixels()
  await choose(page, 'dark')
  expect(await background()).toBe('rgb(21, 24, 29)')
  await expect.poll(() => figure.pixels()).not.toBe(light)
  await page.follow('.languages a:not([aria-current])')
  expect(await page.url()).toMatch(/\/zh\/details\/#fig-sinusoid=length%3D32$/)
  expect(await background()).toBe('rgb(21, 24, 29)')
  await figure.seen()
  expect(await figure.property('length')).toBe(32)
  await choose(page, 'light')
  expect(await background()).toBe('rgb(251, 250, 246)')
})

test('a slider obeys the keyboard and the pointer, and the link restores what they did', async ({
  open,
  site,
}) => {
  const page = await open(`${site}zh/stretching/`)
  const figure = await new Figure(page, '#fig-clocks').seen()
  await figure.focus('input[type=range]#position')
  await page.press('ArrowRight')
  await expect.poll(() => figure.property('position')).toBe(13)
  await page.click(await figure.place('input[type=range]#position', 0.75))
  await expect.poll(() => figure.property('position')).toBeGreaterThan(13)
  await figure.linked()
  const again = await open(await page.url())
  expect(await (await new Figure(again, '#fig-clocks').seen()).state()).toEqual(await figure.state())
})

test('a picture follows its settings, and its map tells values to the keyboard', async ({ open, site }) => {
  const page = await open(`${site}stretching/`)
  const figure = await new Figure(page, '#fig-rope').seen()
  const before = await figure.pixels()
  await figure.focus('input[type=range]#length')
  await page.press('End')
  await expect.poll(() => figure.pixels()).not.toBe(before)
  const map = 'wf-heat-map >>> .map'
  await figure.focus(map)
  const told = () => figure.part(map, (one) => (one.getRootNode() as ShadowRoot).textContent ?? '')
  const first = await told()
  await page.press('ArrowDown')
  await expect.poll(told).not.toBe(first)
})

test('a trained model reads a text while it is typed, and says what may come next', async ({
  open,
  site,
}) => {
  const page = await open(`${site}zh/details/`)
  const figure = await new Figure(page, '#fig-reading').seen(/^asking$/)
  await page.click(await figure.place('button.start'))
  await figure.seen()
  await figure.focus('textarea#text')
  await page.press('Control', 'a')
  await page.type('O Romeo, Rome')
  await expect.poll(() => figure.count('wf-token-strip >>> button')).toBe(13)
  await expect.poll(() => figure.count('wf-probability-bars >>> tr')).toBeGreaterThan(3)
  await expect.poll(async () => (await figure.texts('wf-probability-bars >>> tr'))[0]).toMatch(/^o/)
})

test('a figure is saved as SVG and as CSV', async ({ open, site, engine }) => {
  const page = await open(`${site}biases/`)
  const figure = await new Figure(page, '#fig-alibi').seen()
  await page.click(await figure.place('.more-button'))
  for (const [kind, start] of [
    ['svg', /^<svg [^>]*xmlns/],
    ['csv', /^[^\n]+,[^\n]+\n/],
  ] as const) {
    await page.click(await figure.place('.menu > button'))
    await page.click(await figure.place(`[data-item=${kind}]`))
    const file = `fig-alibi.${kind}`
    await expect.poll(() => readdir(engine.downloads)).toContain(file)
    await expect.poll(() => readFile(join(engine.downloads, file), 'utf8')).toMatch(start)
  }
})

test('the page for frames draws its figure and tells its height', async ({ open, site }) => {
  const page = await open(`${site}embed/?element=wf-bias&encoding=alibi&length=16&lang=zh`)
  expect(await (await new Figure(page, 'wf-bias').seen()).text()).toMatch(/\p{Script=Han}/u)
  await call(
    page,
    (address) => {
      const frame = document.createElement('iframe')
      addEventListener('message', ({ data }) => {
        if (data?.type === 'resize') frame.height = data.height
      })
      frame.src = address
      document.body.append(frame)
      frame.scrollIntoView()
    },
    `${site}embed/?element=wf-rotation&lang=en`,
  )
  const inner = await page.frame('iframe')
  await new Figure(inner, 'wf-rotation').seen()
  const wanted = () => call(inner, () => Math.ceil(document.body.getBoundingClientRect().height))
  const given = () => call(page, () => Number(document.querySelector('iframe')?.height))
  await expect.poll(async () => (await given()) - (await wanted())).toBe(0)
  expect(await wanted()).toBeGreaterThan(300)
})

/** As a reader chooses a theme. */
const choose = (page: Page, theme: string) =>
  call(
    page,
    (value) => {
      const choice = document.querySelector<HTMLSelectElement>('#theme')
      if (choice) choice.value = value
      for (const type of ['input', 'change']) choice?.dispatchEvent(new Event(type, { bubbles: true }))
    },
    theme,
  )

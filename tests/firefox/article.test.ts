// The main paths of a reader, in Firefox.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Figure } from './figure.js'
import { expect, test } from './firefox.js'

const LANGUAGES = [
  { path: '', html: 'en', han: false },
  { path: 'zh/', html: 'zh-Hans', han: true },
]

for (const { path, html, han } of LANGUAGES)
  test(`every figure of the article has its picture (${html})`, async ({ open, site }) => {
    const page = await open(site + path)
    expect(await page.$eval('html', ({ lang }) => lang)).toBe(html)
    const ids = await page.$$eval('.live:defined', (figures) => figures.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(15)
    for (const id of ids) {
      const figure = await new Figure(page, `#${id}`).seen(/^(ready|asking)$/)
      expect(/\p{Script=Han}/u.test(await figure.text()), id).toBe(han)
      expect(await figure.crowded(), id).toEqual([])
    }
  })

test('the language switch keeps the state, and a theme is chosen and remembered', async ({ open, site }) => {
  const page = await open(`${site}#fig-sinusoid=length%3D32`)
  await new Figure(page, '#fig-sinusoid').seen()
  await page.waitForNetworkIdle() // leaving the page would end what it still loads
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.select('#theme', 'dark')
  expect(await background()).toBe('rgb(20, 23, 27)')
  await Promise.all([page.waitForNavigation(), page.click('.languages a:not([aria-current])')])
  expect(page.url()).toMatch(/\/zh\/#fig-sinusoid=length%3D32$/)
  expect(await background()).toBe('rgb(20, 23, 27)')
  await expect.poll(() => new Figure(page, '#fig-sinusoid').property('length')).toBe(32)
  await page.select('#theme', 'light')
  expect(await background()).toBe('rgb(251, 250, 247)')
})

test('a slider obeys the keyboard and the pointer, and the link restores what they did', async ({
  open,
  site,
}) => {
  const page = await open(site)
  const figure = await new Figure(page, '#fig-clocks').seen()
  const slider = await figure.part('input[type=range]#position')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => figure.property('position')).toBe(13)
  await figure.click('input[type=range]#position', 0.75)
  await expect.poll(() => figure.property('position')).toBeGreaterThan(13)
  await figure.linked()
  const again = await open(page.url())
  expect(await (await new Figure(again, '#fig-clocks').seen()).state()).toEqual(await figure.state())
})

test('a picture follows its settings, and its map tells values to the keyboard', async ({ open, site }) => {
  const page = await open(site)
  const figure = await new Figure(page, '#fig-rope').seen()
  const before = await figure.pixels()
  await (await figure.part('input[type=range]#length')).focus()
  await page.keyboard.press('End')
  await expect.poll(() => figure.pixels()).not.toBe(before)
  const map = await figure.part('wf-heat-map >>> .map')
  await map.focus()
  const told = () => map.evaluate((one) => (one.getRootNode() as ShadowRoot).textContent ?? '')
  const first = await told()
  await page.keyboard.press('ArrowDown')
  await expect.poll(told).not.toBe(first)
})

test('a trained model reads a text while it is typed, and says what may come next', async ({
  open,
  site,
}) => {
  const page = await open(site)
  const figure = await new Figure(page, '#fig-reading').seen(/^asking$/)
  await figure.click('button.start')
  await figure.seen()
  await (await figure.part('textarea#text')).focus()
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.type('O Romeo, Rome')
  await expect.poll(() => figure.count('wf-token-strip >>> button')).toBe(13)
  await expect.poll(() => figure.count('wf-probability-bars >>> tr')).toBeGreaterThan(3)
  await expect.poll(async () => (await figure.texts('wf-probability-bars >>> tr'))[0]).toMatch(/^o/)
})

test('a figure is saved as SVG and as CSV', async ({ open, site, firefox }) => {
  const figure = await new Figure(await open(site), '#fig-alibi').seen()
  for (const [kind, start] of [
    ['svg', /^<svg [^>]*xmlns/],
    ['csv', /^[^\n]+,[^\n]+\n/],
  ] as const) {
    await figure.click('.menu > button')
    await figure.click(`[data-item=${kind}]`)
    const file = `fig-alibi.${kind}`
    await expect.poll(() => readdir(firefox.downloads)).toContain(file)
    await expect.poll(() => readFile(join(firefox.downloads, file), 'utf8')).toMatch(start)
  }
})

test('the page for frames draws its figure and tells its height', async ({ open, site }) => {
  const page = await open(`${site}embed/?element=wf-bias&encoding=alibi&length=16&lang=zh`)
  expect(await (await new Figure(page, 'wf-bias').seen()).text()).toMatch(/\p{Script=Han}/u)
  await page.evaluate((address) => {
    const frame = document.createElement('iframe')
    addEventListener('message', ({ data }) => {
      if (data?.type === 'resize') frame.height = data.height
    })
    frame.src = address
    document.body.append(frame)
    frame.scrollIntoView()
  }, `${site}embed/?element=wf-rotation&lang=en`)
  const frame = await page.$('iframe')
  const inner = await frame?.contentFrame()
  if (!frame || !inner) throw new Error('there is no frame')
  await new Figure(inner, 'wf-rotation').seen()
  const wanted = () => inner.$eval('body', (body) => Math.ceil(body.getBoundingClientRect().height))
  await expect
    .poll(async () => (await frame.evaluate(({ height }) => Number(height))) - (await wanted()))
    .toBe(0)
  expect(await wanted()).toBeGreaterThan(300)
})

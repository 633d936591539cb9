// <wf-your-model>: a model by its name. Whom the page will ask stands there first, and nobody is asked before a button is pressed.

import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { fileUrl } from '../../support/golden.js'
import { COMMIT, type HubServer, hubServer, snapshotOf } from '../../support/hub-server.js'
import { trainedFolder } from '../../support/models.js'
import { TYPES } from '../../support/server.js'
import { axeEverywhere } from '../axe.js'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-your-model'
const HUB = 'https://huggingface.co'
/** Cache Storage is there for pages that come by https alone. */
const SECURE = 'https://figures.test'
const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))

let hub: HubServer

test.beforeEach(async ({ figures }) => {
  figures.tolerate(/status of 404/) // a model in one file has no index
  hub = await hubServer(snapshotOf(trainedFolder('tiny-shakespeare-rope')))
})

test.afterEach(() => hub.close())

/** What the page asks of others than its own origin. */
function askedOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(blob|data):/.test(url) && !new URL(url).hostname.endsWith('figures.test')) asked.push(url)
  })
  return asked
}

/** The server of the tests answers in the place of the Hub. */
async function serveHub(page: Page): Promise<void> {
  await page.context().route(`${HUB}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: hub.address + pathname }) })
  })
}

async function open(figures: Figures, html = 'lang="en"'): Promise<Locator> {
  await figures.open(`<h1>A page</h1><${TAG}></${TAG}>`, { html })
  return figures.ready(TAG)
}

async function openSecure({ page }: Figures): Promise<Locator> {
  await page.context().route(`${SECURE}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = dist + pathname.replace('/package/', '')
    if (pathname.startsWith('/package/') && existsSync(file))
      return route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(file)] ?? 'text/plain' })
    const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Figures</title>
      <script type="module" src="/package/elements/register.mjs"></script><${TAG}></${TAG}>`
    return route.fulfill({ body, contentType: 'text/html' })
  })
  await page.goto(`${SECURE}/page.html`)
  const figure = page.locator(TAG)
  await expect(figure.locator('#name')).toBeVisible({ timeout: 30_000 })
  return figure
}

const load = async (figure: Locator) => {
  await figure.locator('button.load').click()
  await expect(figure.locator('.ready')).toBeVisible({ timeout: 30_000 })
}

test('says whom it will ask, asks at a press, and loads at another', async ({ figures, page }) => {
  const asked = askedOf(page)
  await serveHub(page)
  const figure = await open(figures)
  const button = figure.getByRole('button', { name: 'Look it up' })
  await expect(button).toBeDisabled()
  await figure.getByLabel('Or a model by its name').fill('owner/name')
  await expect(figure.locator('#to-whom')).toContainText('asks huggingface.co for this model’s config.json')
  await expect(button).toBeEnabled()
  expect(asked).toEqual([])

  await button.click()
  await expect(figure.locator('.card')).toContainText('0.804 million')
  await expect(figure.locator('.card')).toContainText('one file, 1.61 MB, F16')
  await expect(figure.locator('.found')).toContainText(
    /downloads 1\.61 MB and tokenizer\.json from huggingface\.co/,
  )
  expect(asked.every((url) => url.startsWith(`${HUB}/owner/name/resolve/`))).toBe(true)
  const ofWeights = hub.asked.filter(({ file }) => file.endsWith('.safetensors'))
  expect(ofWeights.map(({ headers }) => headers.range)).toEqual(ofWeights.map(() => 'bytes=0-65535'))

  await load(figure)
  await expect(figure.locator('.look').first()).toContainText('owner/name runs in this browser')
  const attention = figure.locator('wf-attention')
  await expect(attention.locator('wf-probability-bars')).toContainText('95.1 %', { timeout: 30_000 })
})

test('asks another host, from the keyboard alone, in Chinese', async ({ figures, page }) => {
  const asked = askedOf(page)
  const figure = await open(figures, 'lang="zh-CN"')
  await figure.getByLabel('向谁请求').selectOption('modelscope')
  await expect(figure.locator('#to-whom')).toContainText('就会向 www.modelscope.cn/models 请求')
  await figure.getByLabel('向谁请求').selectOption('other')
  await expect(figure.locator('#to-whom')).toContainText('不会发出任何请求')
  await figure.getByLabel('主机的地址').fill(hub.address)
  await figure.getByLabel('或按名称载入模型').focus()
  await page.keyboard.type('owner/name')
  await page.keyboard.press('Enter')
  await expect(figure.locator('.card')).toContainText('1.61 MB')
  await load(figure)
  expect(asked.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([])
})

test('what is wrong is said in words, with what the library says', async ({ figures }) => {
  figures.tolerate(/status of 401/, /ERR_CONNECTION_REFUSED/)
  const figure = await open(figures)
  const refusal = figure.locator('.refusal')
  const ask = async (name: string) => {
    await figure.locator('#name').fill(name)
    await figure.locator('button.ask').click()
  }
  await figure.locator('#host').selectOption('other')
  await figure.locator('#address').fill(hub.address)
  await ask('a name')
  await expect(refusal).toContainText('This is no name of a model')
  hub.instead = (_, response) => Boolean(response.writeHead(401).end())
  await ask('owner/name')
  await expect(refusal).toContainText('does not show it to everybody')
  await expect(refusal).toContainText('the server answered 401')
  hub.instead = () => false
  hub.branches = {}
  await ask('owner/name')
  await expect(refusal).toContainText('has no model of this name')
  hub.close()
  await ask('owner/name')
  await expect(refusal).toContainText('could not be asked')
})

test('waiting is told and can be stopped, and so can loading', async ({ figures }) => {
  figures.tolerate(/status of 429/)
  const figure = await open(figures)
  await figure.locator('#host').selectOption('other')
  await figure.locator('#address').fill(hub.address)
  await figure.locator('#name').fill('owner/name')
  hub.instead = (_, response) => Boolean(response.writeHead(429, { 'retry-after': '60' }).end())
  await figure.locator('button.ask').click()
  await expect(figure.locator('.choice')).toContainText('asking again in 60 s')
  await figure.getByRole('button', { name: 'Cancel' }).click()
  await expect(figure.locator('.choice')).not.toContainText('Asking')
  await expect(figure.locator('#name')).toHaveValue('owner/name')

  hub.instead = () => false
  await figure.locator('button.ask').click()
  await expect(figure.locator('button.load')).toBeVisible()
  hub.instead = ({ where }, response, body) => {
    if (where === 'host' || !body) return false
    response.writeHead(200, { 'content-length': body.length }).write(body.subarray(0, body.length / 2))
    return true // and no more
  }
  await figure.locator('button.load').click()
  await expect(figure.locator('.loading')).toContainText('Loading: 50 %')
  await figure.getByRole('button', { name: 'Cancel' }).click()
  hub.instead = () => false
  await load(figure)
})

test('keeps files, says how much, uses them without the host, and deletes them', async ({
  figures,
  page,
}) => {
  await serveHub(page)
  let figure = await openSecure(figures)
  await expect(figure.locator('.kept')).toHaveCount(0)
  await figure.locator('#name').fill('owner/name')
  await figure.locator('button.ask').click()
  await load(figure)
  const asked = hub.asked.length
  figure = await openSecure(figures)
  await expect(figure.locator('.kept')).toContainText('Kept in this browser: 1.62 MB')
  expect(hub.asked).toHaveLength(asked)
  await figure.locator('#name').fill('owner/name')
  await figure.locator('button.ask').click()
  await load(figure)
  expect(hub.asked.slice(asked).map(({ file }) => file)).not.toContain('model.safetensors')
  await figure.locator('button.close').click()
  await figure.getByRole('button', { name: 'Delete' }).click()
  await expect(figure.locator('.kept')).toHaveCount(0)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

const WORDS = readFileSync(fileUrl('files/llama-words.gguf'))
const SEVERAL = { 'README.md': Buffer.from('a'), 'words-Q4_K_M.gguf': WORDS, 'words-Q8_0.gguf': WORDS }

for (const [lang, said, label, runs] of [
  [
    'en',
    'has 2 GGUF files of this model. Each is a model of its own',
    'File',
    'owner/name (words-Q8_0.gguf) runs in this browser',
  ],
  [
    'zh-CN',
    '有 2 个 GGUF 文件，每个都是一个完整的模型',
    '文件',
    'owner/name (words-Q8_0.gguf) 正在这个浏览器里运行',
  ],
] as const)
  test(`of several GGUF files one is chosen, from the keyboard alone, and runs (${lang})`, async ({
    figures,
    page,
  }) => {
    hub.commits = { [COMMIT]: SEVERAL }
    const figure = await open(figures, `lang="${lang}"`)
    await figure.locator('#host').selectOption('other')
    await figure.locator('#address').fill(hub.address)
    await figure.locator('#name').focus()
    await page.keyboard.type('owner/name')
    await page.keyboard.press('Enter')
    await expect(figure.locator('.choice').getByRole('status')).toContainText(said)
    await expect(figure.locator('.refusal')).toHaveCount(0)
    const file = figure.getByLabel(label, { exact: true })
    await expect(file).toHaveValue('words-Q4_K_M.gguf')
    expect(hub.asked.filter(({ file: one }) => one.endsWith('.gguf'))).toEqual([])
    await file.focus()
    await page.keyboard.press('ArrowDown')
    await expect(file).toHaveValue('words-Q8_0.gguf')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(figure.locator('.found .title')).toHaveText('owner/name (words-Q8_0.gguf)')
    await expect(file).toHaveValue('words-Q8_0.gguf')
    await load(figure)
    await expect(figure.locator('.look').first()).toContainText(runs)
    const ofWeights = hub.asked.filter(({ file: one }) => one.endsWith('.gguf'))
    expect(new Set(ofWeights.map(({ file: one }) => one))).toEqual(new Set(['words-Q8_0.gguf']))
  })

test('files that were told belong to a name: another name is asked anew', async ({ figures }) => {
  hub.commits = { [COMMIT]: SEVERAL }
  const figure = await open(figures)
  await figure.locator('#host').selectOption('other')
  await figure.locator('#address').fill(hub.address)
  await figure.locator('#name').fill('owner/name')
  await figure.locator('button.ask').click()
  await expect(figure.locator('#file')).toBeVisible()
  expect(await axeEverywhere(figure.page(), 'en')).toEqual([])
  await figure.locator('#name').fill('owner/other')
  await expect(figure.locator('#file')).toHaveCount(0)
  hub.commits = { [COMMIT]: snapshotOf(trainedFolder('tiny-shakespeare-rope')) }
  await figure.locator('button.ask').click()
  await expect(figure.locator('.found .title')).toHaveText('owner/other')
})

test('fits a phone, and passes axe in both themes', async ({ figures, page }) => {
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 390, height: 800 })
  const figure = await open(figures)
  await figure.locator('#host').selectOption('other')
  const { width = 0, x = 0 } = (await figure.locator('.named').boundingBox()) ?? {}
  for (const field of await figure.locator('.named :is(input, select, button)').all()) {
    const box = (await field.boundingBox()) ?? { x: 0, width: 999, height: 0 }
    expect(box.x >= x && box.x + box.width <= x + width + 1).toBe(true)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeEverywhere(page, 'en')).toEqual([])
  }
})

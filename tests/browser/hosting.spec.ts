// The built page on a plain server: at any path, with no header but the content type; and links of earlier versions.

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import type { FigureName } from '../../web/content/article/figures.js'
import { pathOfFigure, told } from '../support/figure-pages.js'
import { expect, test } from './complaints.js'
import { see, seeAll } from './reading.js'
import { settled } from './settled.js'

const FOLDER = new URL('../../web/demo/dist/', import.meta.url)
const PATH = '/a/b/'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}
const UNKNOWN = 'application/octet-stream'

/** @returns its address, and what was asked for in vain */
async function serve(types: Readonly<Record<string, string>>) {
  const missing: string[] = []
  const server: Server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    const file = path.replace(/\/$/, '/index.html')
    const body = file.startsWith(PATH)
      ? await readFile(new URL(file.slice(PATH.length), FOLDER)).catch(() => null)
      : null
    if (body === null) {
      missing.push(path)
      return response.writeHead(404).end()
    }
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? UNKNOWN }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`, missing, close }
}

for (const [name, types] of [
  ['with no header but the content type', TYPES],
  ['where a server does not know .wasm', { ...TYPES, '.wasm': UNKNOWN }],
] as const)
  test(`under ${PATH}, ${name}, the article computes, trains and loads its models`, async ({ page }) => {
    const site = await serve(types)
    try {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(site.address)
      await seeAll(page)
      const training = page.locator('#fig-train')
      await see(training)
      await settled(training)
      await training.locator('.more-button').click()
      await training.locator('button.step').click()
      await expect(training.locator('.now')).toContainText('Step 1.')
      await page.goto(`${site.address}details/`)
      const reading = page.locator('#fig-reading')
      await see(reading)
      await reading.locator('.start').click()
      await settled(reading)
      expect(site.missing).toEqual([])
    } finally {
      site.close()
    }
  })

test('every link between the pages leads to a page, from any path', async ({ page }) => {
  const site = await serve(TYPES)
  try {
    const seen = new Set<string>()
    const open = [site.address]
    for (let address = open.pop(); address !== undefined; address = open.pop()) {
      if (seen.has(address)) continue
      seen.add(address)
      await page.goto(address)
      await expect(page.locator('h1')).toHaveCount(1)
      if (address.includes('/embed/')) continue // a figure alone
      await expect(page.locator('footer.site')).toContainText(
        /Whereformer \d+\.\d+\.\d+ ([0-9a-f]{12}\+?|unknown)/,
      )
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href.replace(/[?#].*$/, '')))
      open.push(...links.filter((link) => link.startsWith(site.address) && link.endsWith('/')))
    }
    const paths = [...told.map(({ path }) => path), 'encodings/', 'figures/', 'api/']
    const pages = paths.flatMap((path) => [path, `zh/${path}`])
    expect([...seen].map((address) => address.slice(site.address.length))).toEqual(
      expect.arrayContaining(pages),
    )
    expect(site.missing).toEqual([])
  } finally {
    site.close()
  }
})

interface OlderLink {
  version: string
  figure: string
  /** What it is called now, if something else. */
  now?: string
  state: string
}

/** The settings of a figure, which has those that are usual for it, too. */
type Strings = Readonly<Record<string, unknown>>

const older: readonly OlderLink[] = JSON.parse(
  readFileSync(new URL('older-links.json', import.meta.url), 'utf8'),
)

const idOf = ({ figure, now = figure }: OlderLink) => now
const pageOf = (link: OlderLink, language = '') =>
  pathOfFigure(idOf(link).replace('fig-', '') as FigureName, language)

/** Pages that show one link of each of their figures. */
const rounds: OlderLink[][] = []
for (const link of older) {
  const isFree = (round: OlderLink[]) =>
    round.every((other) => idOf(other) !== idOf(link) && pageOf(other) === pageOf(link))
  const free = rounds.find(isFree)
  if (free) free.push(link)
  else rounds.push([link])
}

/** Every link led to the article, which had all figures in one page. */
for (const [i, round] of rounds.entries())
  test(`links of earlier versions open the figures as they were (${i + 1} of ${rounds.length})`, async ({
    complaints,
    page,
  }) => {
    complaints.tolerate(/preloaded using link preload/) // by the article, which is left at once
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const language = i % 2 ? 'zh/' : ''
    const fragment = new URLSearchParams(round.map(({ figure, state }) => [figure, state]))
    await page.goto(`${language || '.'}#${fragment}`)
    const [first] = round
    const there = first ? pageOf(first, language).replace(/^\.$/, '') : '-'
    await expect(page).toHaveURL(({ pathname }) => pathname === `/${there}`)
    for (const link of round) {
      const { version, state } = link
      const id = idOf(link)
      const said = `${version}: ${id} ${state}`
      const figure = page.locator(`.live#${id}`)
      await see(figure)
      await settled(figure, /^(ready|asking)$/)
      await expect(figure.locator('.complaint'), said).toHaveCount(0)
      const now = await figure.evaluate((element) => (element as unknown as { stateText: string }).stateText)
      const is = new URLSearchParams(now)
      for (const [name, value] of new URLSearchParams(state)) {
        const usual = await figure.evaluate((one, key) => String((one as unknown as Strings)[key]), name)
        expect(is.get(name) ?? usual, `${said}: ${name}`).toBe(value)
      }
    }
  })

/** Every id that the article of the first edition had. */
const fragments: readonly string[] = JSON.parse(
  readFileSync(new URL('older-fragments.json', import.meta.url), 'utf8'),
)

test('every fragment of the first edition is on one page, which the map of the article names', async ({
  request,
  baseURL,
}) => {
  for (const language of ['', 'zh/']) {
    const text = async (path: string) => (await request.get(`${baseURL}${language}${path}`)).text()
    const idsIn = (html: string) => new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
    const article = await text('')
    const here = idsIn(article)
    const map: Record<string, string[]> = JSON.parse(
      article.match(/data-elsewhere="([^"]*)"/)?.[1]?.replaceAll('&quot;', '"') ?? '{}',
    )
    for (const [page, ids] of Object.entries(map)) {
      const there = idsIn(await text(`${page}/`))
      expect(
        ids.filter((id) => !there.has(id) || here.has(id)),
        page,
      ).toEqual([])
    }
    const all = Object.values(map).flat()
    expect(new Set(all).size).toBe(all.length)
    expect(fragments.filter((id) => !here.has(id) && !all.includes(id))).toEqual([])
  }
})

for (const [fragment, path] of [
  ['content', 'content/'],
  ['models', 'models/'],
  ['your-model', 'models/'],
  ['scaling', 'stretching/'],
  ['ask-angles', 'mistakes/'],
  ['biases', 'biases/'],
  ['train', ''],
] as const)
  test(`#${fragment} leads to its place`, async ({ complaints, page }) => {
    complaints.tolerate(/preloaded using link preload/)
    await page.goto(`zh/?theme=dark#${fragment}`)
    await expect(page).toHaveURL(new RegExp(`/zh/${path}\\?theme=dark#${fragment}$`))
    await expect(page.locator(`#${fragment}`)).toBeInViewport()
  })

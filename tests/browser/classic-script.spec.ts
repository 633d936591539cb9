// The scripts that need no .wasm file: dist/whereformer.global.js, alone, for pages without modules, and dist/inline.mjs with the modules beside
// it. On a server, in a file, from another origin, in a sandboxed frame, on a page in another encoding, in a classic service worker.

import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import { encodings } from '../../web/lib/position/catalogue.generated.js'
import { type Server, serve } from '../support/server.js'
import { expect, test } from './complaints.js'

const DIST = new URL('../../dist/', import.meta.url)
const SCRIPT = fileURLToPath(new URL('whereformer.global.js', DIST))

const page = (script: string) => `<!doctype html><title>alone</title><link rel="icon" href="data:,">${script}`
const classic = (address: string) => page(`<script src="${address}"></script>`)
const module = (address: string) =>
  page(
    `<script type="module">import * as whereformer from '${address}'; Object.assign(globalThis, { whereformer })</script>`,
  )

interface Classic {
  whereformer?: Pick<typeof import('whereformer'), 'load' | 'WhereformerError'>
}

/** In the page. */
async function compute() {
  const { load, WhereformerError } = (globalThis as Classic).whereformer ?? {}
  if (!load || !WhereformerError) throw new Error('the script did not run')
  const wf = await load()
  const x = { data: Float32Array.from({ length: 32 }, (_, i) => Math.cos(i)), shape: [1, 4, 8] }
  const { output } = wf.attention(x, x, x, { position: { type: 'rope' }, isCausal: true })
  let refused: unknown
  try {
    wf.attention(x, x, x, { position: { type: 'rope', base: -1 } })
  } catch (error) {
    refused = error instanceof WhereformerError && error.code
  }
  const shape = { layers: 1, heads: 1, dModel: 4, dFf: 4, vocab: 4, length: 4 }
  const trainer = await wf.trainer({ model: shape })
  const { loss } = trainer.step({ inputIds: [[0, 1, 2]], targets: [[1, 2, 3]] })
  const first = [...output.data.slice(0, 8)]
  return {
    error: Math.max(...first.map((value, i) => Math.abs(value - (x.data[i] ?? Number.NaN)))),
    refused,
    loss,
    titles: wf.encodings.map(({ titleZh }) => titleZh),
  }
}

async function expectComputes(place: Page | Frame): Promise<void> {
  await place.waitForFunction(() => (globalThis as Classic).whereformer)
  const { error, refused, loss, titles } = await place.evaluate(compute)
  expect(error).toBeLessThan(1e-6)
  expect(refused).toBe('ERR_VALUE')
  expect(loss).toBeGreaterThan(1)
  expect(loss).toBeLessThan(2)
  expect(titles).toEqual(encodings.map(({ titleZh }) => titleZh))
}

const servers: Server[] = []

test.afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** @returns the address of the package, on an origin of its own */
async function elsewhere(headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const server = await serve({ '/dist/': DIST }, '', headers)
  servers.push(server)
  return `${server.address}dist/`
}

/** Opens a page on an origin of its own. */
async function open(page: Page, html: string): Promise<void> {
  const server = await serve({ '/': html, '/dist/': DIST }, '')
  servers.push(server)
  await page.goto(server.address)
}

test('the classic script computes and trains on a server', async ({ page }) => {
  await open(page, classic('/dist/whereformer.global.js'))
  await expectComputes(page)
})

test('the classic script computes and trains in a file', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'whereformer-'))
  try {
    await copyFile(SCRIPT, join(folder, 'whereformer.global.js'))
    await writeFile(join(folder, 'page.html'), classic('whereformer.global.js'))
    await page.goto(String(pathToFileURL(join(folder, 'page.html'))))
    await expectComputes(page)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the classic script computes and trains from a server without CORS', async ({ page }) => {
  await open(page, classic(`${await elsewhere()}whereformer.global.js`))
  await expectComputes(page)
})

test('the classic script computes and trains in a sandboxed frame', async ({ page }) => {
  const inner = classic(`${await elsewhere()}whereformer.global.js`).replaceAll('"', '&quot;')
  await open(page, `<!doctype html><iframe sandbox="allow-scripts" srcdoc="${inner}"></iframe>`)
  await expectComputes(page.frames()[1] as Frame)
})

test('the classic script computes and trains on a page in GBK, in right words', async ({ page, baseURL }) => {
  await page.route('**/gbk/*', (route) =>
    route.request().url().endsWith('.html')
      ? route.fulfill({ body: classic('whereformer.global.js'), contentType: 'text/html; charset=gbk' })
      : route.fulfill({ path: SCRIPT, contentType: 'text/javascript' }),
  )
  await page.goto(`${baseURL}gbk/page.html`)
  expect(await page.evaluate(() => document.characterSet)).toBe('GBK')
  await expectComputes(page)
})

test('the module computes and trains from a server with CORS', async ({ page }) => {
  await open(page, module(`${await elsewhere({ 'access-control-allow-origin': '*' })}inline.mjs`))
  await expectComputes(page)
})

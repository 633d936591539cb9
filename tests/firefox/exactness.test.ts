// Plain SIMD gives the same bits in Firefox and in Node, and tests/browser/exactness.spec.ts says so of Chromium: all three agree.

import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Whereformer } from 'whereformer'
import { callAll, hashes } from '../browser/exactness/calls.js'
import { expect, test } from './firefox.js'

const root = new URL('../../', import.meta.url)
const golden = new URL('tests/golden/models/', root)
const MODELS = ['gpt2-f32', 'llama-f32-gqa-biases']

/** An empty page with the package, what the tests run inside of it, and the models. */
async function serve(): Promise<Server> {
  const entry = fileURLToPath(new URL('tests/browser/exactness/page.ts', root))
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false })
  const made = new Map([
    [
      '/',
      { type: 'text/html', body: '<!doctype html><link rel="icon" href="data:,"><title>exactness</title>' },
    ],
    ['/tools.mjs', { type: 'text/javascript', body: outputFiles[0]?.text ?? '' }],
  ])
  const server = createServer(async ({ url = '/' }, response) => {
    const { type, body } = made.get(url) ?? {
      type: typeOf(url),
      body: await readFile(fileOf(url)).catch(() => null),
    }
    if (body === null) response.writeHead(404).end()
    else response.setHeader('Content-Type', type).end(body)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const fileOf = (url: string) =>
  url.startsWith('/models/') ? new URL(`.${url.slice(7)}`, golden) : new URL(`.${url}`, root)

const typeOf = (url: string) =>
  url.endsWith('.mjs')
    ? 'text/javascript'
    : url.endsWith('.wasm')
      ? 'application/wasm'
      : 'application/octet-stream'

// As text: the runner of these tests rewrites the imports of functions.
const hashesInPage = `Promise.all([import('/dist/web.mjs'), import('/tools.mjs')])
  .then(([library, tools]) => tools.plainHashes(library, ${JSON.stringify(MODELS)}))`

async function inNode(): Promise<Record<string, string>> {
  const { load } = (await import(new URL('dist/node.mjs', root).href)) as { load(): Promise<Whereformer> }
  const models = await Promise.all(
    MODELS.map(async (name) => ({
      name,
      config: JSON.parse(await readFile(new URL(`${name}/config.json`, golden), 'utf8')) as object,
      weights: new Uint8Array(await readFile(new URL(`${name}/model.safetensors`, golden))),
    })),
  )
  return hashes(await callAll(await load(), models))
}

test('attention, every encoding and two models: the bits of Node', async ({ open, onTestFinished }) => {
  const server = await serve()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const page = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const inPage = await page.evaluate(hashesInPage)
  const here = await inNode()
  expect(Object.keys(here).length).toBeGreaterThan(100)
  expect(inPage).toEqual(here)
})

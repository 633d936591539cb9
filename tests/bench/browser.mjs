// The page of the benchmark in headless Chromium: bundled, served on this machine only; one thread (no COOP/COEP headers) unless it is isolated.
import { EventEmitter, once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { join } from 'node:path'
import { root } from '../../tools/paths.mjs'

const pageFolder = 'build/bench/page'

/**
 * Bundles the page, serves the repository at 127.0.0.1, and hands a Bench to `use`.
 * @param {{form: 'quick' | 'full', isolated?: boolean}} options isolated: pages may share memory between threads
 */
export async function withBench({ form, isolated = false }, use) {
  const esbuild = await import('esbuild')
  rmSync(join(root, pageFolder), { recursive: true, force: true })
  await esbuild.build(pageBundle(root, form))
  const context = await esbuild.context({})
  const requests = new EventEmitter()
  const onRequest = ({ path }) => requests.emit('request', path)
  const served = await context.serve({ host: '127.0.0.1', servedir: root, onRequest })
  const front = isolated ? await isolatingServer(served.port) : undefined
  const port = front?.address().port ?? served.port
  const { chromium } = await import('@playwright/test')
  const browser = await launch(chromium)
  try {
    return await use(new Bench({ browser, address: `http://127.0.0.1:${port}`, requests }))
  } finally {
    await browser.close()
    front?.close()
    await context.dispose()
  }
}

/** Hands on what another server says, with the headers that isolate a page. */
async function isolatingServer(port) {
  const headers = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  const server = createServer((asked, answer) => {
    const { url: path, method } = asked
    get({ host: '127.0.0.1', port, path, method }, (from) => {
      answer.writeHead(from.statusCode, { ...from.headers, ...headers })
      from.pipe(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** What esbuild makes the page from. @param {string} folder the repository @param {'quick' | 'full'} form which engines the page knows */
export const pageBundle = (folder, form) => ({
  absWorkingDir: folder,
  entryPoints: { main: `tests/bench/page/${form}.js`, index: 'tests/bench/page/index.html' },
  outdir: pageFolder,
  bundle: true,
  splitting: true, // an engine that is not opened is not loaded
  format: 'esm',
  external: ['/dist/*'], // the package as it is published
  loader: { '.html': 'copy' },
  logLevel: 'error',
})

export function launch(chromium) {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args })
}

/** Engines in one page; after a failure (an engine out of memory, a page that died) the next item gets a new one. */
class Bench {
  #browser
  #address
  #requests
  #engines = []
  #page = null

  constructor({ browser, address, requests }) {
    this.#browser = browser
    this.#address = address
    this.#requests = requests
  }

  get browser() {
    return this.#browser
  }

  get address() {
    return this.#address
  }

  /** Emits 'request' with the path of everything that pages ask the server for. */
  get requests() {
    return this.#requests
  }

  /** @returns the names of engines that could not be opened, with the reason */
  async open(names) {
    this.#engines = names
    return this.#start()
  }

  /** In a context of its own, to close when done. */
  async newPage() {
    const page = await (await this.#browser.newContext()).newPage()
    await page.goto(`${this.#address}/${pageFolder}/index.html`)
    return page
  }

  async measure(item, settings) {
    if (!this.#page) await this.#start()
    try {
      const candidates = await this.#page.evaluate(
        ([item, settings]) => globalThis.bench.measure(item, settings),
        [item, settings],
      )
      if (candidates.some(({ refused }) => refused?.startsWith('failed'))) await this.#close()
      return candidates
    } catch (error) {
      await this.#close()
      throw error
    }
  }

  async #close() {
    await this.#page.context().close()
    this.#page = null
  }

  async memory(sizes) {
    if (!this.#page) await this.#start()
    return this.#page.evaluate((sizes) => globalThis.bench.memory(sizes), sizes)
  }

  async #start() {
    const context = await this.#browser.newContext()
    this.#page = await context.newPage()
    await this.#page.goto(`${this.#address}/${pageFolder}/index.html`)
    await this.#page.waitForFunction(() => globalThis.bench)
    const failures = {}
    for (const name of this.#engines) {
      const failure = await this.#page.evaluate(
        (name) =>
          globalThis.bench.open(name).then(
            () => null,
            (error) => String(error?.message ?? error),
          ),
        name,
      )
      if (failure) failures[name] = failure
    }
    return failures
  }
}

// The bundlers of users: each builds a page that computes, starts the worker and shows an element, and Chromium opens it.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { cacheFolder } from '../../tools/paths.mjs'
import { equal } from './equal.mjs'

const run = promisify(execFile)
const sources = fileURLToPath(new URL('consumers/', import.meta.url))
const PATIENCE = 120_000 // which nothing comes near, unless the machine has other things to do
const RESULT = 'simd 1,2' // the first query of a causal attention sees the first value

/** The bundlers in the versions of the lock file: installed once per user, in the cache folder. */
async function installed() {
  const lock = await readFile(join(sources, 'package-lock.json'))
  const home = join(
    cacheFolder(),
    `consumers-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
  )
  if (existsSync(home)) return home
  await mkdir(cacheFolder(), { recursive: true })
  const fresh = await mkdtemp(`${home}-`)
  try {
    for (const name of ['package.json', 'package-lock.json']) await cp(join(sources, name), join(fresh, name))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: fresh,
      maxBuffer: 2 ** 26,
    })
    await rename(fresh, home).catch(() => {}) // another clone may have been faster
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return home
}

/** A folder in which `whereformer` and the bundlers are found. @param packed the folder of the installed tarball */
async function workplace(home, packed) {
  const folder = await mkdtemp(join(home, 'run-'))
  await cp(packed, join(folder, 'node_modules/whereformer'), { recursive: true })
  await cp(join(sources, 'page'), folder, { recursive: true })
  await cp(join(sources, 'next'), folder, { recursive: true })
  return folder
}

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
}

/** Serves a folder; what is not there is answered by `missing`. */
async function serve(folder, missing) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const path = pathname === '/' ? '/index.html' : pathname
    try {
      const body = await readFile(join(folder, path))
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(missing.status, { 'Content-Type': 'text/html' }).end(missing.body)
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

const NOT_FOUND = { status: 404, body: 'not found' }
const SINGLE_PAGE_APP = { status: 200, body: '<!doctype html><div id="app"></div>' }

/** A package of the bundlers' folder. */
const bundler = (home, file) => import(pathToFileURL(join(home, 'node_modules', file)).href)

const vite = (home) => bundler(home, 'vite/dist/node/index.js')
const viteOptions = (folder) => ({ root: folder, configFile: false, logLevel: 'error' })

async function esbuildTo(folder, name, options) {
  const { build } = await import('esbuild')
  const out = join(folder, name)
  const entry = { absWorkingDir: folder, entryPoints: ['page.js'], outdir: out, bundle: true }
  await build({ ...entry, minify: true, logLevel: 'silent', ...options })
  await cp(join(folder, 'index.html'), join(out, 'index.html'))
  return out
}

async function webpackTo(folder, home) {
  const { default: webpack } = await bundler(home, 'webpack/lib/index.js')
  const out = join(folder, 'webpack')
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './page.js',
    output: { path: out, filename: 'page.js', publicPath: 'auto' },
    performance: { hints: false },
    optimization: { minimize: false }, // most of the time, and nothing of the question
  })
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({ preset: 'errors-warnings' }))
  await cp(join(folder, 'index.html'), join(out, 'index.html'))
  return out
}

async function next(folder, home, ...args) {
  const program = join(home, 'node_modules/next/dist/bin/next')
  const options = {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  }
  await run(process.execPath, [program, 'build', ...args], { ...options, maxBuffer: 2 ** 26 })
  const started = spawn(
    process.execPath,
    [program, 'start', '--hostname', '127.0.0.1', '--port', '0'],
    options,
  )
  const url = await new Promise((resolve, reject) => {
    let output = ''
    const listen = (text) => {
      output += text
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
      if (address) resolve(`${address}/`)
    }
    started.stdout.on('data', listen)
    started.stderr.on('data', listen)
    started.on('exit', () => reject(new Error(`next start ended:\n${output}`)))
  })
  return { url, close: () => started.kill() }
}

/** What each bundler offers to a browser, and whether the .wasm file comes along. */
const consumers = {
  'Vite’s development server': {
    wasm: 'module',
    async open(folder, home) {
      const { createServer } = await vite(home)
      const server = await createServer({ ...viteOptions(folder), server: { host: '127.0.0.1', port: 0 } })
      await server.listen()
      return { url: server.resolvedUrls.local[0], close: () => server.close() }
    },
  },
  'a build of Vite': {
    wasm: 'file',
    async open(folder, home) {
      const { build } = await vite(home)
      await build({ ...viteOptions(folder), build: { outDir: 'vite', target: 'es2022' } })
      return serve(join(folder, 'vite'), NOT_FOUND)
    },
  },
  'esbuild, modules': {
    wasm: 'module',
    open: async (folder) =>
      serve(await esbuildTo(folder, 'esm', { format: 'esm', splitting: true }), SINGLE_PAGE_APP),
  },
  'esbuild, one script that is no module': {
    wasm: 'module',
    async open(folder) {
      // of import.meta.url nothing is left, of which esbuild warns
      const out = await esbuildTo(folder, 'iife', { format: 'iife' })
      const html = await readFile(join(out, 'index.html'), 'utf8')
      await writeFile(join(out, 'index.html'), html.replace('type="module"', 'defer'))
      return serve(out, NOT_FOUND)
    },
  },
  'webpack 5': {
    wasm: 'file',
    open: async (folder, home) => serve(await webpackTo(folder, home), NOT_FOUND),
  },
  'Next, with the page computed on the server': { wasm: 'file', open: next, server: true },
}

/** Opens the page; throws unless it computed here and in the worker and drew, with the core from where it is expected. */
async function check(browser, url, { wasm, server }) {
  if (server) await checkServer(url)
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  const answers = []
  const complaints = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('response', (response) => answers.push(carried(response)))
  await page.goto(url)
  await page.locator('body[data-here][data-worker]').waitFor()
  const [here, worker] = await page.evaluate(() => [document.body.dataset.here, document.body.dataset.worker])
  equal(here, RESULT, 'load()')
  equal(worker, RESULT, 'loadInWorker()')
  await page.locator('wf-encoding .stage.drawn canvas').first().waitFor()
  equal(await page.locator('wf-encoding .trouble').count(), 0, 'troubles of the element')
  equal(complaints.join('\n'), '', 'errors of the page')
  const kinds = new Set((await Promise.all(answers)).filter(Boolean))
  equal([...kinds].join(' and '), wasm, 'the core came as')
  await page.close()
}

const MAGIC = Buffer.from([0, 0x61, 0x73, 0x6d])

/** Whether an answer holds the core, as a file or as text. */
async function carried(response) {
  const body = await response.body().catch(() => Buffer.alloc(0))
  if (body.subarray(0, MAGIC.length).equals(MAGIC)) return 'file'
  return body.includes(MAGIC.toString('base64').slice(0, 5)) ? 'module' : undefined
}

async function checkServer(url) {
  const html = await (await fetch(url)).text()
  const [, result] = /<p id="server">(.*?)<\/p>/.exec(html) ?? []
  equal(result, RESULT, 'load() on the server')
}

const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })

/**
 * One test per bundler, each a function that throws.
 * @param packed the folder of the installed tarball
 */
export function bundlerTests(packed) {
  let shared
  const prepare = async () => {
    const home = await installed()
    return { home, folder: await workplace(home, packed), browser: await launch() }
  }
  const testOf = (consumer) => async () => {
    shared ??= prepare()
    const { home, folder, browser } = await shared
    const server = await consumer.open(folder, home)
    try {
      await check(browser, server.url, consumer)
    } finally {
      await server.close()
    }
  }
  const tests = Object.entries(consumers).map(([name, consumer]) => [
    `${name}: computes, here and in the worker, and draws`,
    testOf(consumer),
  ])
  const end = async () => {
    const { folder, browser } = (await shared?.catch(() => undefined)) ?? {} // its error was a test's
    await browser?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  return { tests: Object.fromEntries(tests), end }
}

// The bundlers of most users (tests/consumers has all): each builds a page that computes, starts the worker and shows an element, and Chromium opens it.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { cacheFolder } from '../../tools/paths.mjs'
import { checkPage, checkServer, launch } from '../consumers/browser.mjs'
import { equal } from '../consumers/equal.mjs'
import { NOT_FOUND, SINGLE_PAGE_APP, serve } from '../consumers/serve.mjs'

const run = promisify(execFile)
const sources = fileURLToPath(new URL('consumers/', import.meta.url))
const shared = fileURLToPath(new URL('../consumers/', import.meta.url))

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
  await cp(join(shared, 'page'), folder, { recursive: true })
  await cp(join(shared, 'templates/next'), folder, { recursive: true })
  await cp(join(sources, 'next'), folder, { recursive: true })
  return folder
}

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
  'a build of Vite, in a worker of the page’s own': {
    wasm: 'file',
    async open(folder, home) {
      const { build } = await vite(home)
      const root = join(folder, 'own-worker')
      for (const part of ['page', 'templates/own-worker'])
        await cp(join(shared, part), root, { recursive: true })
      // Vite's default before version 8 cannot divide a worker's code
      await build({ ...viteOptions(root), worker: { format: 'es' }, build: { target: 'es2022' } })
      return serve(join(root, 'dist'), NOT_FOUND)
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

/**
 * One test per bundler, each a function that throws.
 * @param packed the folder of the installed tarball
 */
export function bundlerTests(packed) {
  let prepared
  const prepare = async () => {
    const home = await installed()
    return { home, folder: await workplace(home, packed), browser: await launch() }
  }
  const testOf = (consumer) => async () => {
    prepared ??= prepare()
    const { home, folder, browser } = await prepared
    const server = await consumer.open(folder, home)
    try {
      if (consumer.server) await checkServer(server.url)
      equal(await checkPage(browser, server.url), consumer.wasm, 'the core came as')
    } finally {
      await server.close()
    }
  }
  const tests = Object.entries(consumers).map(([name, consumer]) => [
    `${name}: computes, here and in the worker, and draws`,
    testOf(consumer),
  ])
  const end = async () => {
    const { folder, browser } = (await prepared?.catch(() => undefined)) ?? {} // its error was a test's
    await browser?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  return { tests: Object.fromEntries(tests), end }
}

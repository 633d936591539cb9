// The package as a module on a server that has the .wasm file, or has not.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { build } from 'esbuild'
import { serve } from '../support/server.js'
import { openBeside, root } from './beside.js'

const WASM = '**/dist/core-*.wasm'
const BASE64 = '**/dist/core-simd-base64.mjs'
const PATCH = '**/dist/core-relaxed-patch.mjs'

/** The files of dist/ that the page asks for. */
function filesOf(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    const [, file] = /\/dist\/([^?]+)$/.exec(request.url()) ?? []
    if (file) files.push(file.replace(/-[A-Z0-9]{8}(?=\.mjs)/, ''))
  })
  return files
}

type Options = import('whereformer').LoadOptions

const attend = (page: Page, entry: 'web' | 'worker' | 'inline', options: Options = {}) =>
  page.evaluate(
    async ([path, options]) => {
      const library = (await import(path as string)) as typeof import('whereformer') &
        typeof import('whereformer/worker')
      const x = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }
      try {
        const wf = await (library.load ?? library.loadInWorker)(options)
        const { output } = await wf.attention(x, x, x, { isCausal: true })
        return `${wf.info.variant} ${output.data.slice(0, 2)}`
      } catch (error) {
        const { name, code, message } = error as import('whereformer').WhereformerError
        return `${name} ${code} ${message}`
      }
    },
    [`./dist/${entry}.mjs`, options] as const,
  )

const ANSWERS = {
  'no file': { status: 404, body: 'no' },
  'a page with status 200': { contentType: 'text/html', body: '<!doctype html><div id=app></div>' },
  'something else with status 200': { contentType: 'application/wasm', body: '{"error":"not found"}' },
  'an empty answer': { contentType: 'application/wasm', body: '' },
  'the file as text, which ncc makes of it': {
    contentType: 'application/wasm',
    body: readFileSync(new URL('dist/core-simd.wasm', root), 'utf8'),
  },
}

test('where the file is found, nothing more is downloaded', async ({ page }) => {
  const files = filesOf(page)
  await openBeside(page)
  expect(await attend(page, 'web')).toBe('simd 1,2')
  expect([...new Set(files)]).toEqual(['web.mjs', 'chunk.mjs', 'core-simd.wasm'])
  files.length = 0
  expect(await attend(page, 'worker')).toBe('simd 1,2')
  expect([...new Set(files)].sort()).toEqual([
    'chunk.mjs',
    'core-simd.wasm',
    'worker-thread-kept.mjs',
    'worker-thread-source.mjs',
    'worker-thread.js',
    'worker.mjs',
  ])
})

for (const [name, answer] of Object.entries(ANSWERS)) {
  test(`the bytes come as a module where the server answers with ${name}`, async ({ page }) => {
    const files = filesOf(page)
    await openBeside(page)
    await page.route(WASM, (route) => route.fulfill(answer))
    expect(await attend(page, 'web')).toBe('simd 1,2')
    expect(files).toContain('core-simd-base64.mjs')
    expect(await attend(page, 'worker')).toBe('simd 1,2')
    for (const variant of ['fastest', 'relaxed'] as const)
      expect(await attend(page, 'web', { variant })).toBe('relaxed 1,2')
  })
}

test('the relaxed core is made of the file by a module', async ({ page }) => {
  const files = filesOf(page)
  await openBeside(page)
  for (const entry of ['web', 'worker'] as const)
    expect(await attend(page, entry, { variant: 'fastest' })).toBe('relaxed 1,2')
  expect(files.filter((file) => /relaxed|\.wasm|base64/.test(file)).sort()).toEqual([
    'core-relaxed-patch.mjs',
    'core-simd.wasm',
    'core-simd.wasm',
  ])
})

test('where that module does not come, fastest is plain, and relaxed an error that says so', async ({
  page,
}) => {
  await openBeside(page)
  await page.route(PATCH, (route) => route.abort())
  for (const entry of ['web', 'worker'] as const) {
    expect(await attend(page, entry, { variant: 'fastest' })).toBe('simd 1,2')
    expect(await attend(page, entry, { variant: 'relaxed' })).toMatch(
      /^WhereformerError ERR_LOAD core-relaxed-patch\.mjs: could not be loaded .*'fastest'/,
    )
  }
})

test('where neither comes, the error names both and says what helps', async ({ page }) => {
  await openBeside(page)
  await page.route(WASM, (route) => route.fulfill({ status: 404 }))
  await page.route(BASE64, (route) => route.abort())
  for (const entry of ['web', 'worker'] as const) {
    const error = await attend(page, entry)
    expect(error).toMatch(/^WhereformerError ERR_LOAD the core could not be loaded\./)
    for (const words of ['core-simd.wasm: the server answered 404', 'core-simd-base64.mjs', 'inline'])
      expect(error).toContain(words)
  }
})

test('what the caller names is used or refused', async ({ page }) => {
  const files = filesOf(page)
  await openBeside(page)
  await page.route('**/elsewhere.wasm', (route) => route.fulfill({ status: 404 }))
  const wrong = `sha384-${'A'.repeat(64)}`
  for (const entry of ['web', 'worker'] as const) {
    expect(await attend(page, entry, { wasmUrl: './elsewhere.wasm' })).toMatch(/ERR_LOAD .*elsewhere\.wasm/)
    expect(await attend(page, entry, { integrity: wrong })).toMatch(/ERR_LOAD .*integrity/)
  }
  expect(files).not.toContain('core-simd-base64.mjs')
})

test('a policy that forbids compiling is named, and no second download tried', async ({ page }) => {
  const files = filesOf(page)
  await openBeside(page)
  await page.route('**/exactness/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': "default-src 'self'; script-src 'self'" },
      body: '<!doctype html>',
    }),
  )
  await page.goto('exactness/')
  expect(await attend(page, 'web')).toMatch(
    /ERR_LOAD .*core-simd\.wasm: may not be compiled.*wasm-unsafe-eval/,
  )
  expect(files).not.toContain('core-simd-base64.mjs')
})

test('a bundle whose files were not copied asks for none of them', async ({ page }) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { load } from './web.mjs'
import { loadInWorker } from './worker.mjs'
globalThis.loaders = { load, loadInWorker }`,
      resolveDir: fileURLToPath(new URL('dist/', root)),
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/bundle',
    write: false,
    logLevel: 'error',
  })
  const scripts = Object.fromEntries(outputFiles.map(({ path, text }) => [path, text]))
  const html = '<!doctype html><script type="module" src="/bundle/stdin.js"></script>'
  const server = await serve({ ...scripts, '/': html }, '')
  const red: string[] = []
  page.on('console', (message) => red.push(message.text()))
  page.on('response', (response) => response.ok() || red.push(response.url()))
  try {
    await page.goto(server.address)
    const answers = await page.evaluate(async () => {
      type Loaders = Pick<typeof import('whereformer'), 'load'> &
        Pick<typeof import('whereformer/worker'), 'loadInWorker'>
      const { load, loadInWorker } = (globalThis as unknown as { loaders: Loaders }).loaders
      const x = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }
      const trainer = await (await load()).trainer({ model: { layers: 1, heads: 2, dModel: 16, vocab: 7 } })
      const { loss } = trainer.step({ inputIds: [[1, 2, 3]], targets: [[2, 3, 4]] })
      const worker = await loadInWorker({ variant: 'fastest' })
      const { output } = await worker.attention(x, x, x, { isCausal: true })
      return [loss > 1, worker.info.variant, ...output.data.slice(0, 2)]
    })
    expect(answers).toEqual([true, 'relaxed', 1, 2])
    expect(red).toEqual([])
  } finally {
    server.close()
  }
})

const ENGINES = {
  'no WebAssembly': () => {
    Reflect.deleteProperty(globalThis, 'WebAssembly')
  },
  'no SIMD': () => {
    WebAssembly.validate = () => false
  },
}

for (const [name, cripple] of Object.entries(ENGINES))
  test(`an engine with ${name} is named, and nothing is downloaded for it`, async ({ page }) => {
    const files = filesOf(page)
    await page.addInitScript(cripple)
    await openBeside(page)
    const expectRefused = async (entry: 'web' | 'worker' | 'inline') => {
      for (const options of [{}, { threads: 2 }, { variant: 'fastest' }] as const)
        expect(await attend(page, entry, options)).toMatch(
          /^WhereformerError ERR_UNSUPPORTED load: got an engine without WebAssembly SIMD/,
        )
    }
    await expectRefused('web')
    await expectRefused('worker')
    expect(files.filter((file) => /\.wasm$|base64/.test(file))).toEqual([])
    await expectRefused('inline') // which has the core before it runs
  })

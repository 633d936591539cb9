// From an empty page to the first attention result, and what is downloaded on the way. One small page for each engine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from '../../tools/paths.mjs'
import { median } from './statistics.mjs'

const folder = 'build/bench/cold'

export const ownPages = ['blank', 'whereformer simd', 'whereformer relaxed']
export const allPages = [...ownPages, 'LiteRT.js', 'onnxruntime-web', 'tfjs-wasm', 'jax-js']

/** Minified, one script each, as a bundler makes them for visitors. */
export async function bundleColdPages(pages) {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: pages.map((page) => `tests/bench/page/cold/${fileName(page)}.js`),
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  })
  mkdirSync(join(root, folder), { recursive: true })
  for (const page of pages) {
    const script = `<!doctype html><meta charset="utf-8"><script type="module" src="${fileName(page)}.js"></script>`
    writeFileSync(join(root, folder, `${fileName(page)}.html`), script)
  }
}

/**
 * A fresh browser context each time, the pages in turn.
 * @returns {Promise<Record<string, {ms: number, bytes: number}>>} the median from asking for a page to its result, and what it loaded
 */
export async function measureColdPages({ browser, address }, pages, samples) {
  const visits = Object.fromEntries(pages.map((page) => [page, []]))
  for (let round = 0; round < samples; round++) {
    for (const page of pages)
      visits[page].push(await visit(browser, `${address}/${folder}/${fileName(page)}.html`))
  }
  const summary = (list) => ({ ms: median(list.map(({ ms }) => ms)), bytes: compressedSize(list[0].files) })
  return Object.fromEntries(pages.map((page) => [page, summary(visits[page])]))
}

async function visit(browser, url) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const files = new Set()
    page.on('request', (request) => files.add(new URL(request.url()).pathname))
    const isResult = (line) => line.text() === 'first result'
    const result = page.waitForEvent('console', { predicate: isResult, timeout: 60_000 })
    const start = performance.now()
    await Promise.all([page.goto(url, { waitUntil: 'commit' }), result])
    return { ms: performance.now() - start, files: [...files] }
  } finally {
    await context.close()
  }
}

/** With brotli, as a good server would. */
function compressedSize(paths) {
  const files = paths.filter((path) => /\.(js|mjs|wasm)$/.test(path)).map((path) => join(root, path))
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0)
}

function fileName(page) {
  return page.toLowerCase().replace(/[^a-z]+/g, '-')
}

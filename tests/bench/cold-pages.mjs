// From an empty page to the first attention result, and what is downloaded on the way. One small page for each engine.
import { on } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from '../../tools/paths.mjs'
import { median } from './statistics.mjs'

const folder = 'build/bench/cold'

export const ownPages = ['blank', 'whereformer simd', 'whereformer relaxed']
export const allPages = [...ownPages, 'LiteRT.js', 'onnxruntime-web', 'tfjs-wasm', 'jax-js']

/** Minified, as bundlers make them for visitors: what is imported only when it is needed apart, and what is needed at once asked for at once. */
export async function bundleColdPages(pages) {
  const { build } = await import('esbuild')
  for (const page of pages) {
    const name = fileName(page)
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: { page: `tests/bench/page/cold/${name}.js` },
      outdir: `${folder}/${name}`,
      metafile: true,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      charset: 'utf8',
      logLevel: 'error',
    })
    writeFileSync(
      join(root, folder, name, 'index.html'),
      document(metafile.outputs[`${folder}/${name}/page.js`]),
    )
  }
}

function document({ imports }) {
  const chunks = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path))
  const preloads = chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`)
  return `<!doctype html><meta charset="utf-8">${preloads.join('')}<script type="module" src="page.js"></script>`
}

/**
 * A fresh browser context each time, the pages in turn. No debugger looks on, which would have the engine parse a page's scripts once more
 * to say where a request or a line of the log came from: each page reads its own clock, and tells the server.
 * @returns {Promise<Record<string, {ms: number, bytes: number}>>} the median from the start of the navigation to the result, and what was loaded
 */
export async function measureColdPages({ browser, address, requests }, pages, samples) {
  const visits = Object.fromEntries(pages.map((page) => [page, []]))
  const devtools = await browser.newBrowserCDPSession()
  for (let round = 0; round < samples; round++) {
    for (const page of pages) {
      const url = `${address}/${folder}/${fileName(page)}/index.html`
      visits[page].push(await visit({ devtools, requests }, url))
    }
  }
  const summary = (list) => ({ ms: median(list.map(({ ms }) => ms)), bytes: compressedSize(list[0].files) })
  return Object.fromEntries(pages.map((page) => [page, summary(visits[page])]))
}

async function visit({ devtools, requests }, url) {
  const { browserContextId } = await devtools.send('Target.createBrowserContext')
  const files = new Set()
  const add = (path) => files.add(path)
  requests.on('request', add)
  try {
    const result = firstResult(requests, url)
    await devtools.send('Target.createTarget', { url, browserContextId })
    return { ms: await result, files: [...files] }
  } finally {
    requests.off('request', add)
    await devtools.send('Target.disposeBrowserContext', { browserContextId })
  }
}

// A page asks for /first-result/<milliseconds>, as page/cold/report.js writes it.
async function firstResult(requests, url) {
  const signal = AbortSignal.timeout(60_000)
  try {
    for await (const [path] of on(requests, 'request', { signal })) {
      const [, ms] = /^\/first-result\/([\d.]+)$/.exec(path) ?? []
      if (ms) return Number(ms)
    }
  } catch (cause) {
    throw new Error(`${url}: no result within a minute`, { cause })
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

// dist/elements from web/elements: modules with shared chunks, and one self-contained script for pages without a server.
// Lit is bundled; the library is loaded from dist/ when the first figure is visible.

import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { escapeScript } from './escapes.mjs'
import { bundleInline } from './inline-program.mjs'
import { integrityOf } from './integrity.mjs'

/**
 * Bytes of brotli that a page with one figure loads: the registration, the figure, their shared code, and uPlot where the figure draws
 * lines. Not included, because loaded on demand: formulas, the code that saves files, the code that is shown, encodings of the
 * reader’s own, models by name, trained buckets.
 */
const elementsBudget = 85_600

const onDemand =
  /\/(formulas|csv|(\w+-)?scene|\w+-files|named-model|uPlot|still-lines|chosen-notes|figure-code|own-figure|trained-buckets)[^/]*$/

const folder = 'elements'
const smallModels = 'small-models.js'

// Lit's builds for Node are its builds for browsers, with stubs where there is no document: one bundle for both. Lit's stubs are
// assigned to globalThis; ours are not.
const litAnywhere = {
  conditions: ['node'],
  mainFields: ['module', 'main'],
  platform: 'neutral',
  supported: { 'inline-script': true }, // of a neutral platform esbuild does not expect scripts inside of HTML, which </script ends
  alias: { '@lit-labs/ssr-dom-shim': './tools/build/dom-stand-in.mjs' },
}

const libraryEntries = new Map([
  ['whereformer', '../web.mjs'],
  ['whereformer/worker', '../worker.mjs'],
  ['whereformer/lab', '../lab.mjs'],
])

/** Removes the comments of style sheets, and the indentation of these and of HTML templates: between tags and attributes one space is equivalent. */
const plainTemplates = {
  name: 'plain-templates',
  setup({ onLoad }) {
    onLoad({ filter: /\/web\/elements\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source
        .replace(/\bcss`[^`]*`/g, (text) => text.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' '))
        .replace(/(>|\})\n +(?=<\/?[a-z]|\$\{)/g, '$1 ')
        .replace(/\n +(?=[.@?]?[\w-]+=["$]|\/?>)/g, ' ')
      return { contents, loader: 'ts' }
    })
  },
}

/** Sources of the library that are files of dist/ too. */
const filesBeside = ['families/cards', 'model/report', 'unpack']

/** The library is external: the files of dist/. */
const libraryBeside = {
  name: 'library-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^whereformer\/elements\/small-models\.js$/ }, () => ({
      path: `./${smallModels}`,
      external: true,
    }))
    onResolve({ filter: /^whereformer(\/(worker|lab))?$/ }, ({ path }) => ({
      path: libraryEntries.get(path),
      external: true,
    }))
    onResolve({ filter: new RegExp(`/lib/(?:${filesBeside.join('|')})\\.js$`) }, ({ path }) => ({
      path: `../${basename(path, '.js')}.mjs`,
      external: true,
    }))
  },
}

const sourcesInside = new Map([
  ['whereformer/inline', 'inline.ts'],
  ['whereformer/worker', 'worker/worker.ts'],
  ['whereformer/lab', '../lab/web.ts'],
])

/** The library is bundled: its sources, loaded without any other file. */
const libraryInside = (root) => ({
  name: 'library-inside',
  setup({ onResolve }) {
    onResolve({ filter: /^whereformer\/(inline|worker|lab)$/ }, ({ path }) => ({
      path: join(root, 'web/lib', sourcesInside.get(path)),
    }))
    onResolve({ filter: /\/(platform|models-script|embed-script)\.js$/ }, ({ path, resolveDir }) => {
      const inside = join(resolveDir, path.replace(/\.js$/, '-inline.ts'))
      return inside.startsWith(join(root, 'web/elements')) ? { path: inside } : undefined
    })
    onResolve({ filter: /\/threads\/worker-parts\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, dirname(path), 'worker-parts-inside.ts'),
    }))
    onResolve({ filter: /\/chat\/on-demand\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, dirname(path), 'not-here.ts'),
    }))
    onResolve({ filter: /\/further\/(audio|vision)\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, 'signals-not-here.ts'),
    }))
    onResolve({ filter: /\/wasm-files\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/files\.js$/, 'inside.ts')),
    }))
  },
})

/** A page whose author pasted the code of several figures has the script several times: it runs once. */
const DEFINED = 'globalThis.customElements?.get("wf-encoding")'

/**
 * The inline build first: the modules name its hash, and it names that of the small models.
 *
 * @param shared options of every bundle @param plugins modules that exist only in a build @returns what esbuild says of the modules
 */
export async function buildElements({ root, dist, shared, plugins }) {
  const source = (name) => join(root, 'web/elements', `${name}.ts`)
  const inside = (name) => join(dist, folder, name)
  await bundleInline({
    ...shared,
    ...litAnywhere,
    charset: 'ascii',
    outfile: inside('inline.js'),
    banner: { js: `${shared.banner.js}if(!${DEFINED}){` },
    footer: { js: '}' },
    define: {
      'import.meta.url': 'document.baseURI',
      SMALL_MODELS_INTEGRITY: JSON.stringify(await integrityOf(inside(smallModels))),
    },
    plugins: [libraryInside(root), plainTemplates, ...plugins],
  })
  if (!shared.sourcemap) await escapeScript(inside('inline.js')) // it would move columns
  const { metafile } = await build({
    ...shared,
    ...litAnywhere,
    metafile: true,
    entryPoints: { index: source('index'), register: source('register') },
    splitting: true,
    outdir: join(dist, folder),
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    define: { INLINE_INTEGRITY: JSON.stringify(await integrityOf(inside('inline.js'))) },
    plugins: [libraryBeside, plainTemplates],
  })
  await writeFile(inside('inline.cjs'), shared.banner.js + FOR_JEST)
  return metafile.outputs
}

/** `require('whereformer/elements/inline.js')` in Node: only jsdom has a document there, and Jest's lacks Node's text encoders. */
const FOR_JEST = `
'use strict'
const { TextDecoder, TextEncoder } = require('node:util')
globalThis.TextDecoder ??= TextDecoder
globalThis.TextEncoder ??= TextEncoder
if (globalThis.document) require('./inline.js')
`

/** @param outputs of buildElements, in their folder still */
export async function requireElementsBudget(root, outputs) {
  const names = Object.keys(outputs)
  const register = names.find((name) => name.endsWith('/register.mjs'))
  const figures = names.filter((name) => /\/figures\/.*-figure\.ts$/.test(outputs[name].entryPoint ?? ''))
  if (figures.length === 0) throw new Error('the build has no figures: are they still called *-figure.ts?')
  const size = new Map()
  for (const name of names) size.set(name, compressed(await readFile(join(root, name))))
  const total = (files) => [...files].reduce((sum, name) => sum + size.get(name), 0)
  const lines = total(names.filter((name) => /\/uPlot[^/]*$/.test(name)))
  const shell = reached(outputs, register, ['import-statement'])
  const pages = figures.map((figure) => {
    const files = new Set([...shell, ...reached(outputs, figure, ['import-statement', 'dynamic-import'])])
    return {
      figure: outputs[figure].entryPoint,
      bytes: total(files),
      lines: drawsLines(outputs, files) ? lines : 0,
    }
  })
  const withLines = (page) => page.bytes + page.lines
  const [largest] = pages.toSorted((a, b) => b.bytes - a.bytes)
  const [most] = pages.toSorted((a, b) => withLines(b) - withLines(a))
  console.log(
    `elements, bytes of brotli: registration ${total(shell)}, with the largest figure ${largest.bytes} (${largest.figure}), with lines at most ${withLines(most)} (${most.figure})`,
  )
  const sizes = { registration: total(shell), largest, figures: Object.fromEntries(pages.map(sizeOfTag)) }
  await writeFile(join(root, 'build/elements-sizes.json'), JSON.stringify(sizes))
  if (withLines(most) > elementsBudget)
    throw new Error(
      `${most.figure} takes ${withLines(most)} bytes of brotli, its lines included; the budget is ${elementsBudget}`,
    )
}

/** figures/bias/bias-figure.ts is <wf-bias>. */
const sizeOfTag = ({ figure, bytes, lines }) => [`wf-${basename(figure, '-figure.ts')}`, { bytes, lines }]

/** Whether some of these files imports uPlot when there are lines to draw. */
const drawsLines = (outputs, files) =>
  [...files].some((name) => outputs[name].imports.some(({ path }) => /\/uPlot[^/]*$/.test(path)))

/** A file and its imports of these kinds, without those loaded on demand. */
function reached(outputs, start, ways, found = new Set()) {
  if (found.has(start) || !outputs[start] || onDemand.test(start)) return found
  found.add(start)
  for (const { path, kind, external } of outputs[start].imports) {
    if (!external && ways.includes(kind)) reached(outputs, path, ways, found)
  }
  return found
}

const compressed = (bytes) => brotliCompressSync(bytes).length

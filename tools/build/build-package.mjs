// Builds dist/ from web/lib and the two builds of each core: bundles, declarations, .wasm files, patches, integrity.json.

import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../paths.mjs'
import { attentionPages } from './attention-page.mjs'
import { buildElements, requireElementsBudget } from './build-elements.mjs'
import { commit } from './commit.mjs'
import { pagePackage } from './demo.mjs'
import { writeElementDeclarations } from './element-declarations.mjs'
import { escapeForPages } from './escapes.mjs'
import { integrityOf } from './integrity.mjs'
import { writeDeclarationsForPage, writeLibraryDeclarations } from './library-declarations.mjs'
import { bytesModule, patchModule, quick, small } from './packed-cores.mjs'
import { writeSmallModels } from './small-models.mjs'
import { tarballSizes } from './tarball.mjs'
import { workerScripts } from './worker-scripts.mjs'

/**
 * Nothing: the package. `page`: what the page of `npm start` needs, from one preset: no core for relaxed SIMD or threads, no
 * self-contained script, nothing for Node but what the build of the page computes with, no budgets. `maps`: the package with a map in
 * each script, for a debugger. Else a preset whose core has checks, instead of those that are shipped: of tests/checked.
 */
const [kind] = process.argv.slice(2)
const forPage = kind === 'page'
const withMaps = kind === 'maps'
const checked = forPage || withMaps ? undefined : kind
const finished = join(root, forPage ? pagePackage : kind ? `build/dist-${kind}` : 'dist')
const dist = join(root, `build/dist-next${kind ?? ''}`) // becomes the finished folder when everything is in it
const variants = forPage ? ['simd'] : ['simd', 'relaxed']
const withThreads = (variant) => `wasm-threads-${checked ? 'simd' : variant}`
/** The plain core, the one for training, and the one with threads, which trains too: preset and name of what the compiler made. */
const cores = {
  core: [(variant) => checked ?? `wasm-${variant}`, 'whereformer-core'],
  'core-train': [(variant) => checked ?? `wasm-${variant}`, 'whereformer-core-train'],
  ...(!forPage && { 'core-threads': [withThreads, 'whereformer-core'] }),
}
const corePath = (core, variant, extension) =>
  join(root, 'build', cores[core][0](variant), `${cores[core][1]}.${extension}`)
/** Cores whose bytes a module holds, too, for bundlers that do not copy files. */
const coresAsText = ['core', 'core-train']
/** Cores of which the relaxed variant is made by a patch; `page` has none. */
const patchedCores = ['core', 'core-train', 'core-threads']

const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const BANNER = `/*! whereformer ${version} | ${license} */`

const shared = {
  absWorkingDir: root,
  banner: { js: BANNER },
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  charset: 'utf8', // half of the words are Chinese
  logLevel: 'warning',
  ...(withMaps && { sourcemap: 'inline' }),
  external: checked ? ['node:*'] : [], // a core that checks imports modules of Node there
}

// The core is always instantiated by load.ts, so the URL of the .wasm file in the glue is dead code. Without
// import.meta.url in the glue, bundlers do not search for that file.
async function bundleGlue(core) {
  if (!cores[core]) return `export default () => { throw new Error('${core}: npm run build makes it') }`
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [corePath(core, 'simd', 'mjs')],
    banner: {},
    define: { 'import.meta.url': checked ? '"file:///whereformer"' : '"whereformer:"' },
    external: ['node:*'],
    write: false,
  })
  return outputFiles[0].text
}

// One glue serves both .wasm files; this requires that both builds have the same names of imports and exports.
async function requireOneGlue(core) {
  const [simd, ...others] = await Promise.all(
    variants.map((variant) => readFile(corePath(core, variant, 'mjs'), 'utf8')),
  )
  if (others.some((other) => other !== simd))
    throw new Error('the glue of the two builds differs: rebuild both with the same flags')
}

// Virtual modules of this build: the glue, the worker as text, the core's bytes.
const virtualModules = (modules) => ({
  name: 'virtual-modules',
  setup({ onResolve, onLoad }) {
    const names = Object.keys(modules).join('|').replaceAll('.', '\\.')
    onResolve({ filter: new RegExp(`^(?:${names})$`) }, ({ path }) => ({ path, namespace: 'virtual' }))
    onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path }) => ({ ...modules[path], resolveDir: root }))
  },
})

/** @param name of a file below web/lib */
const entry = (name, options = {}) => ({ ...shared, entryPoints: [`web/lib/${name}.ts`], ...options })

const CATALOGUE = './catalogue.generated.js'

/** Only the fields that check positions and their error texts; descriptions of encodings are not used on the worker thread. */
async function rulesOfCatalogue() {
  const { outputFiles } = await build(entry('position/catalogue.generated', { write: false }))
  const text = Buffer.from(outputFiles[0].contents).toString('base64')
  const { encodings } = await import(`data:text/javascript;base64,${text}`)
  const rules = encodings.map(({ type, doors, modelInput, parameters }) => ({
    type,
    doors,
    modelInput,
    parameters: parameters.map(({ descriptionZh, ...rule }) => rule),
  }))
  return { contents: `export const encodings = ${JSON.stringify(rules)}`, loader: 'js' }
}

/** A classic script without other files, so that it runs from a blob and in every engine. @returns its text */
async function bundleHelper() {
  const outfile = join(dist, 'core-thread.js')
  await build(entry('threads/helper-web', { outfile, format: 'iife' }))
  return readFile(outfile, 'utf8')
}

/** Both scripts of workers. */
async function bundleThread(modules) {
  const plugins = [virtualModules({ ...modules, [CATALOGUE]: await rulesOfCatalogue() })]
  const options = { ...shared, format: 'iife', plugins, ...keptOrRun }
  const scripts = await workerScripts(options, `${version} ${commit()}`)
  for (const [name, script] of Object.entries(scripts))
    await build({ ...script, outfile: join(dist, `worker-${name}.js`) })
}

/** Where a page that imports a script of workers keeps the script's text. */
const KEPT = "globalThis[Symbol.for('whereformer.thread')]"

/**
 * Such a script is one function. A worker runs it; a page that imports it keeps its text, so that the package holds it once. It begins with a
 * semicolon, since others put their own text before it, and is of an older target than the other scripts: what a bundler lowers for one
 * (Vite 5 and 6 do while they develop), it lowers by helpers outside of the function.
 */
const keptOrRun = {
  target: 'es2020',
  banner: {
    js: `${BANNER};(thread=>{const kept=${KEPT};if(kept)kept.text=";("+thread+")()";else thread()})(function(){`,
  },
  footer: { js: '})' },
}

/** The text of a script as a module: what its first import sets is there when the second one is evaluated. */
const textModules = (name) => ({
  [`${name}-kept`]: `export const kept = (${KEPT} = {})\n`,
  [`${name}-source`]: `import { kept } from './${name}-kept.mjs'
import './${name}.js'
${KEPT} = undefined
export default kept.text
`,
})

const threadModules = { ...textModules('worker-thread'), ...textModules('worker-further') }

/** @returns the text of the module that Node's threads start with */
async function bundleNodeHelper() {
  const options = { platform: 'node', target: 'node20', banner: {}, write: false }
  const { outputFiles } = await build(entry('threads/helper-node', options))
  return outputFiles[0].text
}

// Modules that are imported on demand: the script of workers that start from a blob, the core's bytes if its .wasm file
// cannot be loaded, what makes the relaxed core of it. Beside them is what renders chat templates, a file that all entries share.
const besides = [
  ...Object.keys(threadModules),
  ...coresAsText.map((core) => `${core}-simd-base64`),
  ...patchedCores.map((core) => `${core}-relaxed-patch`),
]

const textsBeside = {
  name: 'texts-beside',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(?:${besides.join('|')})$`) }, ({ path }) => ({
      path: `./${path}.mjs`,
      external: true,
    }))
    onResolve({ filter: /^\.\/chat-template\.js$/ }, () => ({ path: './chat-template.mjs', external: true }))
  },
}

async function writeBesides(modules) {
  for (const name of besides) await writeFile(join(dist, `${name}.mjs`), modules[name])
}

const wasmOf = (core, variant) => readFile(corePath(core, variant, 'wasm'))

async function coreModules() {
  const modules = {}
  for (const core of coresAsText)
    modules[`${core}-simd-base64`] = await bytesModule(await wasmOf(core, 'simd'), kind ? quick : small)
  for (const core of patchedCores)
    modules[`${core}-relaxed-patch`] = forPage
      ? `throw new Error('npm run build makes it')\n`
      : await patchModule(await wasmOf(core, 'simd'), await wasmOf(core, 'relaxed'))
  return modules
}

/**
 * Entries that share files. The model cards are one, so that a bundler leaves them out where nobody imports them; the report on a model
 * is one for the elements.
 */
const sharing = {
  web: 'web',
  cards: 'families/cards',
  report: 'model/report',
  node: 'node-module',
  ...(!forPage && {
    inline: 'inline',
    command: '../command/command',
    'lab-node': '../lab/node',
    'lab-worker-node': '../lab/worker-node',
  }),
}

/** Node prints the source line of an uncaught error: it must be readable. */
const shortLines = { lineLimit: 200 }

// Separate files: code for the first result of a page, and code that is loaded with the first model.
const inParts = {
  ...shortLines,
  splitting: true,
  outdir: dist,
  entryNames: '[name]',
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  external: ['node:*'],
}

const commonJs = {
  ...shortLines,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: `${BANNER}const moduleUrl = require('node:url').pathToFileURL(__filename).href;` },
}

/** The entry of Node, which scripts load that are not bundled with the library. */
const nodeEntry = (path, options = {}) => ({
  name: 'node-entry',
  setup({ onResolve }) {
    onResolve({ filter: /^whereformer$/ }, () => ({ path, ...options }))
  },
})

async function bundleEntries() {
  const modules = {
    'whereformer-core': { contents: await bundleGlue('core'), loader: 'js' },
    'whereformer-core-train': { contents: await bundleGlue('core-train'), loader: 'js' },
    'whereformer-core-threads': { contents: await bundleGlue('core-threads'), loader: 'js' },
    'core-thread-source': {
      contents: await bundleHelper(),
      loader: 'text',
    },
    'core-thread-node-source': { contents: await bundleNodeHelper(), loader: 'text' },
    'whereformer-build': {
      contents: `export const buildSha = ${JSON.stringify(commit())}`,
      loader: 'js',
    },
  }
  await bundleThread(modules)
  const plugins = [textsBeside, virtualModules(modules)]
  const texts = await coreModules()
  await writeSmallModels(root, join(dist, 'elements/small-models.js'), BANNER)
  await Promise.all([
    bundleSharing(modules),
    build({ ...shared, ...inParts, plugins, entryPoints: { worker: 'web/lib/worker/worker.ts' } }),
    build(entry('../lab/web', { plugins, outfile: join(dist, 'lab.mjs') })),
    build(entry('unpack', { outfile: join(dist, 'unpack.mjs') })),
    build(entry('chat/chat-template', { outfile: join(dist, 'chat-template.mjs') })),
    writeBesides({ ...threadModules, ...texts }),
    ...(forPage ? [] : [bundleCommonJs(modules), bundleSelfContained(modules, texts)]),
  ])
  if (!withMaps) await escapeForPages(dist) // it would move columns
}

function bundleSharing(modules) {
  const plugins = [textsBeside, nodeEntry(join(root, 'web/lib/node-module.ts')), virtualModules(modules)]
  const sources = Object.entries(sharing).map(([name, source]) => [name, `web/lib/${source}.ts`])
  return build({ ...shared, ...inParts, plugins, entryPoints: Object.fromEntries(sources) })
}

/** esbuild cannot divide CommonJS: the entry of workers asks that of Node. */
async function bundleCommonJs(modules) {
  const inject = ['web/lib/node-globals.ts']
  const to = (file, plugins, options) => ({ ...commonJs, plugins, outfile: join(dist, file), ...options })
  const beside = [nodeEntry('./node.cjs', { external: true })]
  await Promise.all([
    build(entry('node', to('node.cjs', [textsBeside, virtualModules(modules)], { inject }))),
    build(entry('worker/worker-node', to('worker.cjs', beside))),
    build(entry('../lab/node', to('lab-node.cjs', []))),
  ])
}

/** One core for all that bundles without other files do: the one for training can do everything that the plain core can (ADR 26). */
async function bundleSelfContained(modules, texts) {
  const inside = {
    'whereformer-core': { contents: 'export { default } from "whereformer-core-train"', loader: 'js' },
    'whereformer-core-threads': { contents: 'export default undefined', loader: 'js' }, // these bundles have no threads
    'worker-further-source': { contents: 'export default ""', loader: 'js' }, // nor a second script
    'core-train-simd-base64': {
      contents: texts['core-train-simd-base64'].replace('./unpack.mjs', './web/lib/inflated.js'),
      loader: 'ts',
    },
  }
  const plugins = [virtualModules({ ...modules, ...inside })]
  const to = (file) => ({ plugins, outfile: join(dist, file) })
  await Promise.all([
    build(entry('react-native', to('react-native.js'))),
    build(
      entry('inline', {
        ...to('whereformer.global.js'),
        format: 'iife',
        charset: 'ascii',
        globalName: 'whereformer',
      }),
    ),
    buildElements({ root, dist, shared, plugins }).then(
      (outputs) => kind === undefined && requireElementsBudget(root, outputs),
    ),
  ])
}

async function writeDeclarations() {
  await (forPage ? writeDeclarationsForPage(dist) : writeLibraryDeclarations(dist))
  await writeElementDeclarations(root, dist)
}

async function copyWasm() {
  const copy = (core) => cp(corePath(core, 'simd', 'wasm'), join(dist, `${core}-simd.wasm`))
  await Promise.all(Object.keys(cores).map(copy))
}

// Licences of all bundled or compiled third-party code.
const bundled = [
  '@huggingface/jinja',
  '@huggingface/tokenizers',
  'comlink',
  'fflate',
  'fossil-delta',
  'lit',
  'peggy',
  'uplot',
]
const compiledIn = ['xsimd', 'emscripten']

async function writeLicences() {
  const texts = bundled.map(async (name) => {
    const text = await readFile(join(root, 'node_modules', name, 'LICENSE'), 'utf8')
    return `${name}\n${'='.repeat(name.length)}\n\n${text.trim()}\n`
  })
  const more = compiledIn.map((name) => readFile(join(root, 'tools/build/licences', `${name}.txt`), 'utf8'))
  await writeFile(
    join(dist, 'THIRD-PARTY-LICENSES.txt'),
    (await Promise.all([...texts, ...more])).join('\n\n'),
  )
}

async function writeIntegrity() {
  const all = await readdir(dist, { recursive: true })
  const files = all.filter((file) => /\.(?:wasm|mjs|cjs|js)$/.test(file)).sort()
  const entries = files.map(async (file) => [file, await integrityOf(join(dist, file))])
  const integrity = Object.fromEntries(await Promise.all(entries))
  await writeFile(join(dist, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`)
}

// bytes, brotli: one variant's .wasm with the glue that drives it
const coreBudgets = {
  core: 73_700,
  'core-train': 107_200,
  'core-threads': 112_700,
}

async function requireBudget(core) {
  const glue = compressed(await readFile(corePath(core, 'simd', 'mjs')))
  for (const variant of variants) {
    const bytes = glue + compressed(await readFile(corePath(core, variant, 'wasm')))
    console.log(`${core}-${variant}, bytes of brotli with its glue: ${bytes}`)
    if (bytes > coreBudgets[core])
      throw new Error(`${core}-${variant} takes ${bytes} bytes of brotli, its budget is ${coreBudgets[core]}`)
  }
}

const attentionBudgets = { vite: 114_050, esbuild: 123_500 }

async function requireAttentionBudget() {
  for (const [bundler, bytes] of Object.entries(await attentionPages(finished))) {
    const budget = attentionBudgets[bundler]
    console.log(`a page with attention, bundled by ${bundler}, bytes of brotli: ${bytes}`)
    if (bytes > budget)
      throw new Error(
        `a page with attention, bundled by ${bundler}, takes ${bytes} bytes of brotli, its budget is ${budget}`,
      )
  }
}

const tarballBudget = { packed: 3_500_000, unpacked: 10_000_000 }

async function requireTarballBudget() {
  const sizes = await tarballSizes()
  console.log(`the tarball: ${sizes.packed} bytes, ${sizes.unpacked} unpacked in ${sizes.files} files`)
  for (const [what, budget] of Object.entries(tarballBudget)) {
    if (sizes[what] > budget)
      throw new Error(`the tarball takes ${sizes[what]} bytes ${what}, its budget is ${budget}`)
  }
}

const compressed = (bytes) => brotliCompressSync(bytes).length

for (const core of Object.keys(cores)) {
  await requireOneGlue(core)
  if (!kind) await requireBudget(core)
}
await rm(dist, { recursive: true, force: true })
await mkdir(join(dist, 'elements'), { recursive: true })
await Promise.all([bundleEntries(), writeDeclarations(), copyWasm(), writeLicences()])
if (!forPage) await writeIntegrity()
await rm(finished, { recursive: true, force: true })
await mkdir(dirname(finished), { recursive: true })
await rename(dist, finished)
if (!kind) {
  await requireAttentionBudget()
  await requireTarballBudget()
}

// What a stranger gets: packs the package, installs the tarball in an empty folder and uses it in every supported way.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire, SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { equal } from '../consumers/equal.mjs'
import { bundlerTests } from './bundlers.mjs'
import { pageTests } from './pages.mjs'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const here = (path) => join(root, path)
const folder = await mkdtemp(join(tmpdir(), 'whereformer-'))
const inFolder = { cwd: folder, maxBuffer: 2 ** 26 }
const node = (...args) => run(process.execPath, args, inFolder)
const home = join(folder, 'node_modules/whereformer')
const bundlers = bundlerTests(home)
const require = createRequire(import.meta.url)
let tarball = ''
const write = (name, text) => writeFile(join(folder, name), text)

const CORES = ['core', 'core-train', 'core-threads']

const COMPUTE = `
  const tensor = { data: Float32Array.from({ length: 24 }, (_, i) => Math.sin(i)), shape: [2, 3, 4] }
  const { output, weights } = wf.attention(tensor, tensor, tensor, {
    position: { type: 'rope' }, isCausal: true, return: ['weights'],
  })
  if (output.shape.join() !== '2,3,4' || !(Math.abs(weights.data[0] - 1) < 1e-6)) throw new Error('wrong result')
  const heap = wf.tensor(tensor)
  wf.softmax(heap, { out: heap })
  if (!(Math.abs(heap.data.reduce((a, b) => a + b) - 6) < 1e-5)) throw new Error('wrong softmax')
  heap.dispose()
  if (wf.liveHandles() !== 0) throw new Error('something stayed alive')
  console.log('computed', wf.info.variant)
`

const LENGTHS = ['--train-length', '4', '--test-lengths', '4,8']

const tests = {
  'the tarball holds what is needed and nothing else': async () => {
    const names = await readdir(join(folder, 'node_modules/whereformer'))
    const expected = [
      'dist',
      'package.json',
      ...['README.md', 'LICENSE', 'CHANGELOG.md'].filter((f) => existsSync(here(f))),
    ]
    equal(names.sort().join(), expected.sort().join())
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules/whereformer/package.json'), 'utf8'))
    equal(Object.keys(manifest.dependencies ?? {}).length, 0)
  },

  'every export leads to a file': async () => {
    const { exports } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
    for (const path of leaves(exports)) equal(existsSync(join(home, path)), true, path)
  },

  'integrity.json names the hash of every file': async () => {
    const home = join(folder, 'node_modules/whereformer/dist')
    const integrity = JSON.parse(await readFile(join(home, 'integrity.json'), 'utf8'))
    const { createHash } = await import('node:crypto')
    for (const [file, hash] of Object.entries(integrity)) {
      const digest = createHash('sha384')
        .update(await readFile(join(home, file)))
        .digest('base64')
      equal(hash, `sha384-${digest}`, file)
    }
    for (const core of CORES)
      for (const file of [`${core}-simd.wasm`, `${core}-relaxed-patch.mjs`])
        equal(file in integrity, true, file)
  },

  'ES modules import it': async () => {
    await write('esm.mjs', `import { load } from 'whereformer'\nconst wf = await load()\n${COMPUTE}`)
    equal((await node('esm.mjs')).stdout, 'computed simd\n')
  },

  'it has threads in ES modules and in CommonJS': async () => {
    const compute = `Promise.all([load({ threads: 2 }), load()]).then(([two, one]) => {
      const x = { data: Float32Array.from({ length: 4 * 200 * 32 }, (_, i) => Math.sin(i)), shape: [4, 200, 32] }
      const expected = one.attention(x, x, x).output.data
      const { data } = two.attention(x, x, x).output
      console.log(two.info.threads.count, data.every((value, i) => value === expected[i]))
    })`
    await write('threads.mjs', `import { load } from 'whereformer'\n${compute}`)
    await write('threads.cjs', `const { load } = require('whereformer')\n${compute}`)
    for (const file of ['threads.mjs', 'threads.cjs']) equal((await node(file)).stdout, '2 true\n', file)
  },

  'CommonJS requires it': async () => {
    await write('cjs.cjs', `const { load } = require('whereformer')\nload().then((wf) => {${COMPUTE}})`)
    equal((await node('cjs.cjs')).stdout, 'computed simd\n')
  },

  'the inline entry needs no .wasm file, and imports nothing on demand': async () => {
    await write(
      'inline.mjs',
      `import { load } from 'whereformer/inline'\nconst wf = await load()\n${COMPUTE}`,
    )
    equal((await node('inline.mjs')).stdout, 'computed simd\n')
    for (const name of await reachedFrom('inline.mjs')) {
      const text = await readFile(join(home, 'dist', name), 'utf8')
      equal(/\bimport\((?!\))/.exec(text)?.[0], undefined, name) // but for its name in a message
    }
  },

  'CommonJS requires every entry that Node can use, without modules that are required': async () => {
    const flag = '--experimental-require-module'
    const flags = process.allowedNodeEnvironmentFlags.has(flag) ? [flag.replace('--', '--no-')] : []
    await write(
      'entries.cjs',
      `const { batch, run, tasks } = require('whereformer/lab')
      const { loadInWorker } = require('whereformer/worker')
      console.log(batch(tasks.copy(), { length: 3, count: 2 }).inputIds.shape.join(), typeof run, typeof loadInWorker)
      require('whereformer/inline').load().then((wf) => {${COMPUTE}})`,
    )
    equal((await node(...flags, 'entries.cjs')).stdout, '2,6 function function\ncomputed simd\n')
  },

  'CommonJS exports what modules do': async () => {
    await write(
      'names.cjs',
      `const names = (exported) => Object.keys(exported).sort().join()
      const isSame = async (entry) => names(await import('whereformer' + entry)) === names(require('whereformer' + entry))
      Promise.all(['', '/inline', '/worker', '/lab'].map(isSame)).then((same) => console.log(same.join()))`,
    )
    equal((await node('names.cjs')).stdout, 'true,true,true,true\n')
  },

  'CommonJS trains in threads': async () => {
    await write(
      'lab.cjs',
      `const { run } = require('whereformer/lab')
      const options = { task: 'copy', encodings: ['none'], trainLength: 2, testLengths: [2], steps: 2, batch: 2 }
      const end = async () => { let last; for await (const report of run(options)) last = report; return last }
      end().then(({ kind }) => console.log(kind))`,
    )
    equal((await node('lab.cjs')).stdout, 'results\n')
  },

  'React Native is told that it has no WebAssembly': async () => {
    const { exports, ...manifest } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
    const entries = ['', '/inline', '/worker', '/lab', '/elements', '/elements/register']
    const imports = entries.map((entry) => `await import('whereformer${entry}').catch(tell)`)
    await write(
      'native.mjs',
      `const tell = ({ code, message }) => console.log(code, message)\n${imports.join('\n')}`,
    )
    const { stdout } = await node('--conditions=react-native', 'native.mjs')
    const sentence = 'got React Native, whose engine has no WebAssembly'
    // the second import of a module that threw throws the same
    equal(stdout.split(sentence).length - 1, entries.length, stdout)
    equal(stdout.split('ERR_UNSUPPORTED whereformer: ').length - 1, entries.length, stdout)
    equal(manifest['react-native'], exports['.']['react-native'].default)
  },

  'the worker entry says what to do where there are no workers': async () => {
    const tell = `loadInWorker().catch(({ name, code, message }) => console.log(name, code, message))`
    await write('worker.mjs', `import { loadInWorker } from 'whereformer/worker'\n${tell}`)
    await write('worker.cjs', `const { loadInWorker } = require('whereformer/worker')\n${tell}`)
    for (const file of ['worker.mjs', 'worker.cjs']) {
      const { stdout } = await node(file)
      equal(
        /^WhereformerError ERR_UNSUPPORTED loadInWorker: .*node:worker_threads/.test(stdout),
        true,
        stdout,
      )
    }
  },

  'declarations name no typed array with its buffer, which TypeScript before 5.7 cannot read': async () => {
    const types = join(home, 'dist/types')
    const names = (await readdir(types, { recursive: true })).filter((name) => /\.d\.m?ts$/.test(name))
    equal(names.length > 100, true, `${names.length} declarations`)
    for (const name of names) {
      const text = await readFile(join(types, name), 'utf8')
      equal(text.match(/Array<(ArrayBuffer|SharedArrayBuffer)\w*>/)?.[0], undefined, name)
    }
  },

  'declarations name no file that the package lacks': async () => {
    const names = await readdir(join(home, 'dist'), { recursive: true })
    for (const name of names.filter((file) => /\.d\.m?ts$/.test(file)))
      equal((await readFile(join(home, 'dist', name), 'utf8')).includes('sourceMappingURL'), false, name)
  },

  'the lab makes batches of its tasks': async () => {
    await write(
      'lab.mjs',
      `import { batch, tasks } from 'whereformer/lab'
      const { inputIds } = batch(tasks.copy(), { length: 3, count: 2 })
      console.log(inputIds.shape.join())`,
    )
    equal((await node('lab.mjs')).stdout, '2,6\n')
  },

  'the command says what is wrong with its arguments': async () => {
    const whereformer = (...args) =>
      run(join(folder, 'node_modules/.bin/whereformer'), args, inFolder).catch((error) => error)
    equal((await whereformer('train', '--help')).stdout.includes('--test-lengths'), true, 'help')
    const wrong = await whereformer('train', '--task', 'copy', '--position', 'rotary', ...LENGTHS)
    equal(wrong.code, 2)
    equal(wrong.stderr.includes('"rotary"'), true, wrong.stderr)
    equal((await whereformer('fly')).code, 2)
  },

  'the command trains every encoding with every seed, and writes a file': async () => {
    const few = ['--task', 'copy', '--position', 'rope,cope', '--train-length', '2', '--test-lengths', '2,4']
    const args = ['train', ...few, '--seeds', '2', '--steps', '20', '--batch', '8', '--out', 'runs.json']
    const { stdout } = await run(join(folder, 'node_modules/.bin/whereformer'), args, inFolder)
    equal(/^exact match .*^rope .*^cope .*^chance /ms.test(stdout), true, stdout)
    const { encodings } = JSON.parse(await readFile(join(folder, 'runs.json'), 'utf8'))
    equal(encodings.length, 2, 'encodings')
    for (const { runs } of encodings) equal(runs.length, 2, 'seeds')
  },

  'the elements can be imported on a server, and leave it as it was': async () => {
    await write(
      'elements.mjs',
      `const before = new Set(Object.keys(globalThis))
      const { EncodingElement, FigureElement } = await import('whereformer/elements')
      await import('whereformer/elements/register')
      if (!(EncodingElement.prototype instanceof FigureElement)) throw new Error('no figure')
      // Lit leaves its versions
      const appeared = Object.keys(globalThis).filter((name) => !before.has(name) && !/^(lit|reactiveElement)/.test(name))
      const made = appeared.filter((name) => globalThis[name] !== undefined)
      if (made.length) throw new Error('globals appeared: ' + made)
      console.log('imported')`,
    )
    equal((await node('elements.mjs')).stdout, 'imported\n')
  },

  'every element of the manifest is in the declarations, with its attributes': async () => {
    const dist = join(folder, 'node_modules/whereformer/dist')
    const manifest = JSON.parse(await readFile(join(dist, 'custom-elements.json'), 'utf8'))
    const types = await readFile(join(dist, 'types/elements/index.d.mts'), 'utf8')
    const register = await readFile(join(dist, 'types/elements/register.d.mts'), 'utf8')
    const { declarations } = manifest.modules[0]
    equal(declarations.length >= 3, true, 'elements')
    for (const { name, tagName, members } of declarations) {
      equal(register.includes(`'${tagName}': ${name}`), true, tagName)
      for (const member of members) equal(types.includes(`  ${member.name}: `), true, member.name)
    }
  },

  'an uncaught error is told in a few lines that name its class': async () => {
    const wrong = `({ load }) => load().then((wf) => wf.embed({ type: 'rotary' }, { length: 1, dim: 2 }))`
    const missing = `({ load }) => load({ wasmUrl: 'file:///nowhere.wasm' })`
    for (const use of [wrong, missing]) {
      for (const library of [`import('whereformer')`, `Promise.resolve(require('whereformer'))`]) {
        const { stderr } = await node('-e', `${library}.then(${use})`).catch((error) => error)
        equal(/^WhereformerError: /m.test(stderr), true, `the class in ${stderr.slice(0, 2000)}`)
        equal(
          /\S+ \[?WhereformerError/.test(stderr.replaceAll('new WhereformerError', '')),
          false,
          'another class',
        )
        equal(stderr.length < 2048, true, `of ${stderr.length} characters, at most 2048`)
      }
    }
  },

  'no script has a map, and none names a folder of this machine': async () => {
    const names = await readdir(join(home, 'dist'), { recursive: true })
    const scripts = names.filter((name) => /\.[mc]?js$/.test(name))
    equal(scripts.length > 100, true, `${scripts.length} scripts`)
    for (const name of scripts) {
      const text = await readFile(join(home, 'dist', name), 'utf8')
      for (const words of ['sourceMappingURL', here('')])
        equal(text.includes(words), false, `${words} in ${name}`)
    }
    equal(names.filter((name) => /(?<!\.d\.m?ts)\.map$/.test(name)).join(), '')
  },

  'npm run build -- --maps: a call in a script leads to its source': async () => {
    await run('npm', ['run', 'build', '--', '--maps'], { cwd: root, maxBuffer: 2 ** 26 })
    const dist = here('build/dist-maps')
    const elements = (await readdir(join(dist, 'elements'))).filter((name) => /-figure-\w+\.mjs$/.test(name))
    const entries = [
      'node.cjs',
      'worker.mjs',
      'worker-thread.js',
      'worker-further.js',
      'whereformer.global.js',
      'elements/inline.js',
    ]
    const parts = (await readdir(dist)).filter((name) => /^chunk-\w+\.mjs$/.test(name))
    let calls = 0
    for (const name of [...entries, ...parts, ...elements.map((file) => `elements/${file}`)])
      calls += await requireCalls(join(dist, name))
    equal(calls > 1500, true, `${calls} calls`)
  },

  'every script names the package, its version and its licence': async () => {
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
    const names = (await readdir(join(home, 'dist'), { recursive: true })).filter((name) =>
      /\.[mc]?js$/.test(name),
    )
    const texts = ['-source.mjs', '-kept.mjs', '-base64.mjs', '-patch.mjs', 'types-only.mjs'] // what other scripts load
    for (const name of names.filter((name) => !texts.some((end) => name.endsWith(end)))) {
      const start = (await readFile(join(home, 'dist', name), 'utf8')).slice(0, 200)
      equal(start.includes(`/*! whereformer ${version} | MIT */`), true, name)
    }
  },

  'publint has no objection': async () => {
    const { publint } = await import('publint')
    const { messages } = await publint({ pkgDir: home, strict: true, pack: false })
    equal(messages.map(({ code, path }) => `${code} ${path?.join('.')}`).join(), '')
  },

  'types are found by every kind of resolution': async () => {
    // files that are loaded by their address, not imported; and sub-paths that are ES modules for everybody
    const threads = ['worker-thread.js', 'worker-further.js', 'core-thread.js']
    const scripts = ['elements/inline.js', 'whereformer.global.js', ...threads]
    const files = [...scripts, 'custom-elements.json', 'vscode.html-custom-data.json']
    const wasm = CORES.map((core) => `${core}-simd.wasm`)
    const excluded = [...files, 'integrity.json', ...wasm]
    const attw = join(require.resolve('@arethetypeswrong/cli/package.json'), '../dist/index.js')
    await node(attw, tarball, '--entrypoints', '.', 'inline', 'worker', 'lab') // in Node too
    const options = ['--exclude-entrypoints', ...excluded, '--ignore-rules', 'cjs-resolves-to-esm']
    await node(attw, tarball, ...options)
  },

  'no script for browsers has what would end it inside of a page': async () => {
    const names = await readdir(join(home, 'dist'), { recursive: true })
    const scripts = names.filter((name) => /\.m?js$/.test(name))
    equal(scripts.length > 20, true, 'scripts')
    for (const name of scripts) {
      const [found] = /<\/script|<!--/i.exec(await readFile(join(home, 'dist', name), 'utf8')) ?? []
      equal(found, undefined, name)
    }
  },

  'every classic script is ASCII: a page in another encoding reads the same': async () => {
    const names = await readdir(join(home, 'dist'), { recursive: true })
    const scripts = names.filter((name) => name.endsWith('.js'))
    equal(scripts.length >= 6, true, scripts.join())
    for (const name of scripts) {
      const [found] = /[^\0-\x7f]/.exec(await readFile(join(home, 'dist', name), 'utf8')) ?? []
      equal(found, undefined, name)
    }
  },

  'the script of workers is one function also after a bundler has lowered it': async () => {
    const script = await readFile(join(home, 'dist/worker-thread.js'), 'utf8')
    const { transform } = await import('esbuild')
    const target = ['es2020', 'edge88', 'firefox78', 'chrome87', 'safari14'] // of Vite 5 and 6
    const { code } = await transform(script, { target, supported: { destructuring: true } })
    equal(/^(\/\*.*\*\/\s*)?;?\s*\(/.test(code), true, code.slice(0, 200))
  },

  'without its .wasm file, modules and CommonJS take the bytes from the module beside': async () => {
    await cp(home, join(folder, 'moved/node_modules/whereformer'), { recursive: true })
    await rm(join(folder, 'moved/node_modules/whereformer/dist/core-simd.wasm'))
    for (const name of ['esm.mjs', 'cjs.cjs']) {
      await cp(join(folder, name), join(folder, 'moved', name))
      equal((await node(join('moved', name))).stdout, 'computed simd\n', name)
    }
  },

  'where the code for models cannot be loaded, a page, a worker and a service worker are told what helps there':
    async () => {
      const place = join(folder, 'incomplete')
      await cp(join(home, 'dist'), place, { recursive: true })
      for (const name of await readdir(place)) if (/^load-model-/.test(name)) await rm(join(place, name))
      const advice = {
        none: 'after a reload',
        WorkerGlobalScope: 'in a new worker, or import from "whereformer/inline"',
        ServiceWorkerGlobalScope: 'import from "whereformer/inline"',
      }
      for (const [scope, words] of Object.entries(advice)) {
        await write(
          'incomplete.mjs',
          `globalThis.${scope} = class {}
        const { load } = await import('./incomplete/web.mjs')
        const wf = await load()
        await wf.loadModel({}).catch(({ code, message }) => console.log(code, message))`,
        )
        const { stdout } = await node('incomplete.mjs')
        equal(stdout.startsWith('ERR_LOAD') && stdout.includes(words), true, stdout)
      }
    },

  'no module divides an object at its top level: the name that esbuild invents may be that of another module':
    async () => {
      const { build } = await import('esbuild')
      const names = ['whereformer', 'whereformer/worker', 'whereformer/lab', 'whereformer/elements']
      const lines = names.map((name, i) => `import * as all${i} from '${name}'\nconsole.log(all${i})`)
      const { outputFiles } = await build({
        ...{ absWorkingDir: folder, outdir: 'lowered', write: false, logLevel: 'silent' },
        ...{ bundle: true, splitting: true, format: 'esm' },
        supported: { 'object-rest-spread': false }, // as Angular does
        stdin: { contents: lines.join('\n'), resolveDir: folder },
      })
      equal(outputFiles.length > 20, true, 'files')
      for (const { path, text } of outputFiles)
        equal(/^var _\w+ = .*__objRest\(/m.exec(text)?.[0], undefined, path)
    },

  'a server in one file, by esbuild, needs no file beside it': async () => {
    const { build } = await import('esbuild')
    const shared = { absWorkingDir: folder, bundle: true, logLevel: 'silent', platform: 'node' }
    await build({ ...shared, entryPoints: ['cjs.cjs'], outfile: 'alone/server.cjs' })
    await build({ ...shared, entryPoints: ['cjs.cjs'], conditions: ['import'], outfile: 'alone/mixed.cjs' })
    await build({ ...shared, entryPoints: ['esm.mjs'], outfile: 'alone/server.mjs', format: 'esm' })
    for (const name of ['server.cjs', 'mixed.cjs', 'server.mjs'])
      equal((await node(join('alone', name))).stdout, 'computed simd\n', name)
  },

  'no code is made from strings': async () => {
    equal((await node('--disallow-code-generation-from-strings', 'esm.mjs')).stdout, 'computed simd\n')
    equal((await node('--disallow-code-generation-from-strings', 'cjs.cjs')).stdout, 'computed simd\n')
  },

  'each patch makes the relaxed core as it was built': async () => {
    const builds = {
      core: ['wasm-relaxed', 'whereformer-core'],
      'core-train': ['wasm-relaxed', 'whereformer-core-train'],
      'core-threads': ['wasm-threads-relaxed', 'whereformer-core'],
    }
    equal(Object.keys(builds).join(), CORES.join())
    for (const [core, [preset, name]] of Object.entries(builds)) {
      const file = (name) => pathToFileURL(join(home, 'dist', name))
      const { default: patch } = await import(file(`${core}-relaxed-patch.mjs`).href)
      const made = patch(await readFile(file(`${core}-simd.wasm`)))
      equal((await readFile(here(`build/${preset}/${name}.wasm`))).equals(made), true, core)
    }
  },

  'the code of the page about bundlers writes the relaxed core, of which a program gets a module':
    async () => {
      const [, code] = /```js\n(.*?)```/s.exec(await readFile(here('docs/bundlers.md'), 'utf8'))
      await write('write-core.mjs', code)
      await node('write-core.mjs')
      await write(
        'deployed.mjs',
        `import { readFile } from 'node:fs/promises'
      import { load } from 'whereformer'
      const wasmModule = new WebAssembly.Module(await readFile('core-relaxed.wasm'))
      const wf = await load({ wasmModule })\n${COMPUTE}`,
      )
      equal((await node(...relaxedFlags(), 'deployed.mjs')).stdout, 'computed relaxed\n')
    },

  'relaxed SIMD, where the engine has it': async () => {
    await write(
      'relaxed.mjs',
      `import { load } from 'whereformer'\nconst wf = await load({ variant: 'relaxed' })\n${COMPUTE}`,
    )
    equal((await node(...relaxedFlags(), 'relaxed.mjs')).stdout, 'computed relaxed\n')
  },

  'TypeScript accepts right uses and refuses wrong ones': async () => {
    for (const extension of ['mts', 'cts'])
      await cp(here('tests/package/consumer.mts'), join(folder, `consumer.${extension}`))
    await cp(here('tests/package/worker-consumer.mts'), join(folder, 'worker-consumer.mts'))
    for (const name of ['elements-consumer.mts', 'lab-consumer.mts'])
      await cp(here(`tests/package/${name}`), join(folder, name))
    const lib = ['es2022', 'dom', 'dom.iterable', 'esnext.disposable']
    const strict = { strict: true, noEmit: true, skipLibCheck: false, types: [], target: 'es2022', lib }
    const more = ['elements-consumer.mts', 'lab-consumer.mts']
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
      ['commonjs', 'node10'],
    ]) {
      const files =
        module === 'nodenext'
          ? ['consumer.mts', 'consumer.cts', 'worker-consumer.mts', ...more]
          : ['consumer.mts', 'worker-consumer.mts', ...more]
      const compilerOptions = { ...strict, module, moduleResolution }
      await write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
      await node(here('node_modules/typescript/bin/tsc'), '-p', '.')
    }
  },

  'esbuild bundles it for browsers, and the bundle runs': async () => {
    const { build } = await import('esbuild')
    const shared = {
      absWorkingDir: folder,
      bundle: true,
      format: 'esm',
      logLevel: 'silent',
      platform: 'browser',
    }
    await build({ ...shared, entryPoints: ['inline.mjs'], outfile: 'inline-bundle.mjs' })
    equal((await node('inline-bundle.mjs')).stdout, 'computed simd\n')
    await build({ ...shared, entryPoints: ['esm.mjs'], outfile: 'web-bundle.mjs' })
    const text = await readFile(join(folder, 'web-bundle.mjs'), 'utf8')
    equal(/["'](?:node:|fs["']|module["'])/.test(text), false, 'a Node built-in in the browser bundle')
  },

  'Vite builds it and takes the .wasm and worker files along': async () => {
    const { build } = await import('vite')
    await mkdir(join(folder, 'site'))
    await write('site/index.html', '<script type="module" src="./main.js"></script>')
    await write(
      'site/main.js',
      `import { load } from 'whereformer'\nimport { loadInWorker } from 'whereformer/worker'\nload().then(console.log)\nloadInWorker().then(console.log)`,
    )
    await build({ root: join(folder, 'site'), logLevel: 'silent', build: { target: 'es2022' } })
    const assets = await readdir(join(folder, 'site/dist/assets'))
    const parts = CORES.flatMap((core) => [`${core}-simd`, `${core}-relaxed-patch`])
    for (const part of [...parts, 'worker-thread', 'worker-further']) {
      equal(
        assets.some((name) => name.startsWith(part)),
        true,
        `${part} among ${assets.join(', ')}`,
      )
    }
  },

  'Vite builds a page with elements, each figure in a chunk of its own': async () => {
    const { build } = await import('vite')
    await mkdir(join(folder, 'figures'))
    await write(
      'figures/index.html',
      '<script type="module" src="./main.js"></script><wf-encoding></wf-encoding>',
    )
    await write('figures/main.js', `import 'whereformer/elements/register'`)
    await build({ root: join(folder, 'figures'), logLevel: 'silent', build: { target: 'es2022' } })
    const assets = await readdir(join(folder, 'figures/dist/assets'))
    for (const part of [
      'encoding-figure',
      'rotation-figure',
      'bias-figure',
      'uPlot',
      'worker',
      'core-simd',
      'core-train-simd',
      'core-train-relaxed-patch',
    ]) {
      equal(
        assets.some((name) => name.startsWith(part)),
        true,
        `${part} among ${assets.join(', ')}`,
      )
    }
  },

  ...(await pageTests({ root, folder })),
  ...bundlers.tests,
}

/** Where a script calls a method by its name, so does the source that its own map leads to. @returns how many calls */
async function requireCalls(path) {
  const text = await readFile(path, 'utf8')
  const [, encoded] = /\n\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(text) ?? []
  const map = JSON.parse(Buffer.from(encoded ?? '', 'base64').toString())
  const entries = new SourceMap(map)
  let calls = 0
  for (const [i, line] of text.split('\n').entries()) {
    for (const { index, 0: word } of line.matchAll(/(?<=\.)\w{9,}(?=\()/g)) {
      const { generatedColumn, originalSource, originalLine, originalColumn } = entries.findEntry(i, index)
      if (generatedColumn !== index) continue // no entry of its own
      const source = map.sourcesContent[map.sources.indexOf(originalSource)].split('\n')
      const found = source[originalLine].slice(originalColumn)
      equal(found.startsWith(word), true, `${path}: ${word}, not ${found}`)
      calls += 1
    }
  }
  return calls
}

/** Files of dist/ that one imports before it runs, and itself. */
async function reachedFrom(file) {
  const found = new Set([file])
  for (const name of found) {
    const text = await readFile(join(home, 'dist', name), 'utf8')
    for (const [, path] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g)) found.add(path)
  }
  return found
}

function leaves(value) {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(leaves)
}

const relaxedFlags = () => (nodeMajor() < 21 ? ['--experimental-wasm-relaxed-simd'] : [])

function nodeMajor() {
  return Number(process.versions.node.split('.')[0])
}

async function install() {
  await write('package.json', '{ "name": "consumer", "private": true }')
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root })
  const [{ filename }] = JSON.parse(stdout)
  tarball = join(folder, filename)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], inFolder)
}

async function main() {
  await install()
  let failed = 0
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test()
      console.log(`ok      ${name}`)
    } catch (error) {
      failed += 1
      console.log(`FAILED  ${name}\n${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`)
    }
  }
  console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`)
  return failed
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1
} finally {
  await bundlers.end()
  await rm(folder, { recursive: true, force: true })
}

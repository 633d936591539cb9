// The declarations in the packed package: of the library with the oldest and the newest TypeScript, of the elements for JSX and templates with
// the types of each framework; and what a framework makes of objects in its state. All code that pages show compiles with them.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ensureModulesIn } from '../../tools/setup/npm-modules.mjs'
import { samples } from './samples.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = join(root, 'tests/frameworks')
const modules = join(home, 'node_modules')
const folder = mkdtempSync(join(tmpdir(), 'whereformer-frameworks-')) // outside the repository, whose own name is whereformer
after(() => rmSync(folder, { recursive: true }))

const [, shown] = /^```tsx\n(.*?)^```$/ms.exec(readFileSync(join(root, 'docs/figures.md'), 'utf8'))

before(async () => {
  await ensureModulesIn(home, 'types of the frameworks')
  const packed = run('npm', ['pack', '--json', '--pack-destination', folder], root)
  assert.equal(packed.status, 0, packed.stderr)
  const [{ filename }] = JSON.parse(packed.stdout)
  assert.equal(run('tar', ['-xzf', filename], folder).status, 0)
})

function run(command, args, cwd) {
  return spawnSync(command, args, { cwd, encoding: 'utf8' })
}

const strict = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noEmit: true, skipLibCheck: false, types: [] },
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
  lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'],
}

/** What a compiler says of some files in a project of its own. @param installed what stands in its node_modules: path → path here */
function check(name, { compiler = 'typescript/bin/tsc', args = ['-p', '.'], ...given }) {
  return run(process.execPath, [join(modules, compiler), ...args], projectOf(name, given))
}

/** @param texts files of the project that lie nowhere: name → text */
function projectOf(name, { files = [], texts = {}, installed = {}, options, vue }) {
  const project = join(folder, name)
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  cpSync(join(folder, 'package'), join(project, 'node_modules/whereformer'), { recursive: true })
  for (const [path, target] of Object.entries(installed)) {
    mkdirSync(dirname(join(project, 'node_modules', path)), { recursive: true })
    symlinkSync(join(modules, target), join(project, 'node_modules', path))
  }
  for (const file of files) cpSync(join(home, file), join(project, file))
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(project, file), text)
  const all = [...files, ...Object.keys(texts)]
  const config = { compilerOptions: { ...strict, ...options }, vueCompilerOptions: vue, files: all }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  return project
}

function accepts(result) {
  assert.equal(result.status, 0, result.stdout + result.stderr)
}

const react = (version) => ({ '@types/react': `react-${version}-types` })
const jsx = {
  'React 18': { source: 'react', files: ['react.tsx', 'react-classic.tsx'], installed: react(18) },
  'React 19': {
    source: 'react',
    files: ['react.tsx', 'react-classic.tsx'],
    texts: { 'shown.tsx': shown },
    installed: react(19),
  },
  Preact: { source: 'preact', files: ['preact.tsx'], installed: { preact: 'preact' } },
  Solid: { source: 'solid-js', files: ['solid.tsx'], installed: { 'solid-js': 'solid-js' }, jsx: 'preserve' },
  'React without the declarations': { source: 'react', files: ['without.tsx'], installed: react(19) },
}

for (const [name, { source, jsx: transform = 'react-jsx', ...given }] of Object.entries(jsx)) {
  test(`${name}: right elements and attributes pass, wrong ones do not`, () => {
    const options = { jsx: transform, jsxImportSource: source }
    accepts(check(name, { ...given, options }))
  })
}

// Node 10's way to resolve modules reads typesVersions; TypeScript 7 no longer has it.
const compilers = {
  'TypeScript 5.0': { compiler: 'typescript-5.0/bin/tsc', resolutions: ['nodenext', 'bundler', 'node10'] },
  'TypeScript 7': { compiler: 'typescript-7/bin/tsc', resolutions: ['nodenext', 'bundler'] },
}
const library = ['library.ts', 'returned.ts', 'without-dom.mts']
const everything = [...library, 'elements.mts']

for (const [version, { compiler, resolutions }] of Object.entries(compilers)) {
  const accept = (lib, files, moduleResolution) => {
    const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext'
    const options = { module, moduleResolution, lib }
    accepts(check([version, moduleResolution, ...lib].join(' '), { files, options, compiler }))
  }

  test(`${version}: every declaration passes, for every way to resolve modules`, () => {
    for (const resolution of resolutions) accept(['es2022', 'dom'], everything, resolution)
  })

  test(`${version}: every declaration passes without the DOM, and with all that is new`, () => {
    accept(['es2022'], library, 'bundler')
    accept(['esnext', 'dom', 'dom.iterable'], everything, 'bundler')
  })
}

const checkedJavaScript = { types: ['node'], skipLibCheck: true, checkJs: true, moduleDetection: 'force' }

// The oldest and the newest, and those that most programs have.
const compilersOfSamples = ['typescript-5.0', 'typescript-5.4', 'typescript', 'typescript-7']

for (const name of compilersOfSamples) {
  test(`${name}: all code that pages show compiles, as TypeScript and as JavaScript that is checked`, async () => {
    const all = await samples()
    assert.ok(all.length > 60, `${all.length} samples`)
    const texts = Object.fromEntries(all.flatMap(filesOf))
    const given = { files: ['checked.mjs'], texts, installed: { '@types': '@types' } }
    for (const lib of [['es2022', 'dom'], ['es2022']]) {
      const options = { ...checkedJavaScript, lib }
      accepts(check([name, ...lib].join(' '), { ...given, compiler: `${name}/bin/tsc`, options }))
    }
  })
}

/** README.md:19 → README.md-19.mts and .js.mjs */
function filesOf({ name, language, code }) {
  const file = name.replace(/[/:]/g, '-')
  const script = [`${file}.mts`, code]
  return language === 'ts' ? [script] : [script, [`${file}.js.mjs`, code]]
}

test('the programs of examples/ use the library as its declarations say', () => {
  const example = join(root, 'examples/checkpoint')
  const scripts = readdirSync(example).filter((file) => file.endsWith('.mjs'))
  const texts = Object.fromEntries(scripts.map((file) => [file, readFileSync(join(example, file), 'utf8')]))
  const options = { ...checkedJavaScript, strict: false, exactOptionalPropertyTypes: false } // their own functions have no types
  accepts(check('examples', { texts, installed: { '@types': '@types' }, options }))
})

test('Vue: right elements and attributes in templates pass, wrong ones do not', () => {
  const result = check('Vue', {
    files: ['vue-right.vue', 'vue-wrong.vue'],
    installed: { vue: 'vue', '@vue': '@vue' },
    compiler: 'vue-tsc/bin/vue-tsc.js',
    options: { skipLibCheck: true }, // Vue's own types do not pass
    vue: { strictTemplates: true },
  })
  accepts(result)
})

test('Vue: what a component keeps in its state is no proxy there', async () => {
  const { reactive } = await import(join(modules, 'vue/index.mjs'))
  const { load } = await import(join(folder, 'package/dist/node.mjs'))
  const wf = await load()
  const model = { layers: 1, heads: 1, dModel: 8, dFf: 8, vocab: 8, position: { type: 'rope' } }
  const trainer = await wf.trainer({ model })
  const state = { wf, trainer, model: trainer.model, tensor: wf.tensor([1, 2, 2]) }
  const all = { ...state, cache: trainer.model.cache({ capacity: 2 }) }
  for (const [name, object] of Object.entries(reactive(all))) assert.equal(object, all[name], name)
  for (const name of ['tensor', 'cache', 'trainer']) all[name].dispose()
  assert.equal(wf.liveHandles(), 0)
})

test('Svelte: right elements and attributes in templates pass, wrong ones do not', () => {
  const compiler = 'svelte-check/bin/svelte-check'
  const args = ['--tsconfig', './tsconfig.json', '--output', 'machine', '--threshold', 'error']
  const options = { skipLibCheck: true, verbatimModuleSyntax: true }
  const said = (files) =>
    check(`Svelte ${files}`, { files, installed: { svelte: 'svelte' }, options, compiler, args })
  accepts(said(['svelte-right.svelte']))
  const { status, stdout } = said(['svelte-wrong.svelte'])
  assert.equal(status, 1, stdout)
  const lines = stdout.matchAll(/ERROR "svelte-wrong\.svelte" (\d+):/g)
  assert.deepEqual(
    Array.from(lines, ([, line]) => Number(line)),
    [6, 8, 10, 12],
    stdout,
  )
})

test('the types of a framework may be imported at run time too, where they are nothing', async () => {
  const home = join(folder, 'package')
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  for (const name of ['react', 'preact', 'solid', 'svelte', 'vue']) {
    const module = await import(join(home, exports[`./elements/${name}`].default))
    assert.deepEqual(Object.keys(module), [])
  }
})

test('custom-elements.json, the types and the data for VS Code name every attribute that the elements read', async () => {
  const dist = join(folder, 'package/dist')
  const classes = await import(join(dist, 'elements/index.mjs'))
  const types = readFileSync(join(dist, 'types/elements/attributes.d.mts'), 'utf8')
  const { modules } = JSON.parse(readFileSync(join(dist, 'custom-elements.json'), 'utf8'))
  const { declarations } = modules[0]
  assert.ok(declarations.length >= 11)
  const { tags } = JSON.parse(readFileSync(join(dist, 'vscode.html-custom-data.json'), 'utf8'))
  assert.deepEqual(tags.map(({ name }) => name).sort(), declarations.map(({ tagName }) => tagName).sort())
  for (const { name, tagName, attributes } of declarations) {
    const named = attributes.map((one) => one.name).sort()
    const offered = tags.find((tag) => tag.name === tagName).attributes.map((one) => one.name)
    assert.deepEqual(offered.sort(), named, tagName)
    const observed = classes[name].observedAttributes
    assert.deepEqual(named, ['lang', ...observed].sort(), name)
    for (const attribute of observed) assert.ok(types.includes(`  '${attribute}'?: `), attribute)
  }
})

// Stages of "npm test". A stage returns {passed, failed, skipped} or throws a Failure; `needs` names stages that must have passed. `tier` is
// all where the stage runs with --all only, and first where another one does its work then.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, buildCores } from '../build/build.mjs'
import { buildEnvironment, buildPreset, buildTests } from '../build/cmake.mjs'
import { buildDemo } from '../build/demo.mjs'
import { Failure, tail } from '../failure.mjs'
import { modules, root } from '../paths.mjs'
import { capture, run } from '../process.mjs'
import { allocating } from './allocating.mjs'
import {
  fromCatch2,
  fromClosingLine,
  fromCtest,
  fromNodeTest,
  fromPlaywright,
  fromVitest,
} from './test-counts.mjs'
import { nodeTestFailures, playwrightFailures, vitestFailures } from './test-failures.mjs'

const logs = join(root, 'build/logs')
const node = process.execPath
const tool = (name) => join(root, 'tools', name)
const program = (name) => join(modules, '.bin', name)

/** Specs that found faults of the last forty (ADR 24). */
export const firstSpecs = [
  'article',
  'article-answers',
  'article-contents',
  'article-formulas',
  'article-gallery',
  'article-reading',
  'classic-script',
  'elements/attention',
  'elements/encoding',
  'elements/every-element',
  'elements/every-encoding',
  'elements/extrapolation',
  'elements/identify',
  'elements/parts',
  'elements/properties',
  'elements/refused-settings',
  'elements/surgery',
  'elements/train',
  'elements/words',
  'elements/your-model',
  'hero',
  'service-worker',
  'threads',
].map((name) => `tests/browser/${name}.spec.ts`)

export const stages = [
  {
    name: 'format',
    about: 'clang-format and Biome find nothing to change',
    run: (at) => pass(at, node, [tool('check/format.mjs'), '--check']),
  },
  {
    name: 'lint',
    about: 'Biome lint',
    run: (at) => pass(at, program('biome'), ['lint', '--error-on-warnings', '.']),
  },
  {
    name: 'unused',
    about: 'knip: no file, export, type or dependency that nothing uses',
    run: (at) => pass(at, program('knip'), ['--no-progress']),
  },
  ...checks(),
  {
    name: 'golden',
    about: 'golden data are as their generators made them',
    run: (at) => pass(at, 'python3', [tool('golden/generate.py'), '--check']),
  },
  {
    name: 'tools',
    about: 'tests of tools/, and that every command that a page names is proved',
    run: testTools,
  },
  // from here on the longest first, so that the short ones fill the gaps at the end
  { name: 'build', about: 'the WebAssembly cores and the package', run: buildAll },
  {
    name: 'asan',
    tier: 'all',
    about: 'Catch2 under address and undefined-behaviour sanitizers',
    run: (at) => testNative(at, 'asan'),
  },
  { name: 'native', about: 'Catch2, this machine’s vector unit', run: (at) => testNative(at, 'native') },
  {
    name: 'tsan',
    tier: 'all',
    about: 'Catch2 under the thread sanitizer: the tests of threads',
    run: (at) => testNative(at, 'tsan'),
  },
  { name: 'scalar', tier: 'all', about: 'Catch2 with emulated lanes', run: (at) => testNative(at, 'scalar') },
  {
    name: 'wasm-simd',
    tier: 'all',
    about: 'Catch2 as WebAssembly in Node',
    needs: ['build'],
    run: (at) => testWasm(at, 'wasm-simd', []),
  },
  {
    name: 'wasm-relaxed',
    tier: 'all',
    about: 'Catch2 as relaxed-SIMD WebAssembly in Node',
    needs: ['build'],
    run: testRelaxed,
  },
  {
    name: 'hooks',
    tier: 'all',
    about: 'wrong hook signatures do not compile',
    needs: ['native'],
    run: testHooks,
  },
  {
    name: 'types',
    about: 'TypeScript, strict',
    run: (at) => pass(at, program('tsc'), ['--noEmit']),
  },
  {
    name: 'lib',
    about: 'the modules of web/lib and web/lab from source, in Node',
    needs: ['build'],
    run: testLibrary,
  },
  { name: 'vitest', about: 'the built package in Node', needs: ['build'], run: testPackageFunctions },
  {
    name: 'docs',
    about: 'pictures can be read, properties are finite, the code on the pages runs',
    needs: ['build'],
    run: testDocs,
  },
  {
    name: 'generated',
    about: 'everything that "npm run generate" writes is current',
    needs: ['build'],
    run: (at) => pass(at, node, [tool('generate/generate.mjs'), '--check']),
  },
  {
    name: 'frameworks',
    tier: 'all',
    about:
      'TypeScript 5.0 to 7 accept the packed types and all code that pages show; React, Preact, Solid, Svelte and Vue know the elements',
    needs: ['build'],
    run: testFrameworks,
  },
  {
    name: 'fuzz',
    tier: 'all',
    about: 'generated cases for every target of npm run fuzz, and those that were found before',
    needs: ['build'],
    run: testGenerated,
  },
  {
    name: 'allocations',
    tier: 'all',
    about: 'memory that does not suffice, at allocations of every operation: ERR_OOM, and nothing is lost',
    needs: ['build'],
    run: testAllocations,
  },
  { name: 'jsdom', about: 'the built package in jsdom', needs: ['build'], run: testJsdom },
  {
    name: 'package',
    tier: 'all',
    about: 'npm pack, empty folder, import, bundlers',
    needs: ['build'],
    run: testInstalledPackage,
  },
  {
    name: 'flags-built',
    tier: 'all',
    about: 'no command that compiled or linked a preset lets results change',
    needs: ['native', 'asan', 'tsan', 'scalar', 'wasm-simd', 'wasm-relaxed'],
    run: (at) => pass(at, node, [tool('check/check-flags.mjs'), '--built']),
  },
  {
    name: 'commands',
    tier: 'all',
    about: 'every command that README, CONTRIBUTING and other pages name works',
    needs: ['build', 'native'],
    run: testCommands,
  },
  // beside each other: each waits for one browser
  { name: 'firefox', tier: 'all', about: 'the main paths in Firefox', needs: ['build'], run: testEngine },
  { name: 'webkit', tier: 'all', about: 'the main paths in WebKit', needs: ['build'], run: testEngine },
  // two browsers at a time by itself
  {
    name: 'page',
    tier: 'first',
    about: 'Playwright in Chromium: the tests that found most faults',
    needs: ['build'],
    alone: true,
    run: (at) => testBrowser(at, firstSpecs),
  },
  {
    name: 'browser',
    tier: 'all',
    about: 'Playwright in Chromium',
    needs: ['build'],
    alone: true,
    run: (at) => testBrowser(at, []),
  },
]

// Stages of `npm run check`.

/** The core that tests of web/lib run over. */
export const coreAlone = {
  name: 'core',
  about: 'the WebAssembly core, plain SIMD',
  run: async ({ tools }) => {
    await buildCores('wasm-simd', tools)
    return { passed: 1, failed: 0, skipped: 0 }
  },
}

/** @param {string[]} tags all tests when there is none */
export const forNative = (tags) => ({
  name: 'native',
  about: 'Catch2, this machine’s vector unit',
  run: (at) => testNative(at, 'native', tags.length > 0 ? ['--filenames-as-tags', tags.join(',')] : []),
})

/** @param {string[]} command of Vitest */
export const forSource = (command, needs) => ({
  name: 'lib',
  about: 'modules from source, in Node',
  needs: [needs],
  run: (at) => vitest(at, command),
})

/** Tests that import some files. Many modules of the page have none but in the browser. @param {string[]} options of `vitest related` */
export const forSourcesOf = (files, options, needs) => ({
  ...forSource([], needs),
  run: async (at) => {
    const counts = await vitest(at, ['related', '--run', '--passWithNoTests', ...options, ...files])
    const found = counts.passed + counts.failed > 0
    return found ? counts : { skippedBecause: 'no test outside of the browser imports these files' }
  },
})

/** @param {string[]} specs files of Playwright */
export const forBrowser = (specs) => ({
  name: 'browser',
  about: 'Playwright in Chromium',
  needs: ['build'],
  alone: true,
  run: (at) => testBrowser(at, specs),
})

/** Each tools/check/check-<name>.mjs is a stage, explained by its first line. */
function checks() {
  const files = readdirSync(tool('check')).filter((file) => /^check-.*\.mjs$/.test(file))
  return files.map((file) => ({
    name: file.slice('check-'.length, -'.mjs'.length),
    about: readFileSync(tool(`check/${file}`), 'utf8')
      .split('\n')[0]
      .replace(/^\/\/ /, ''),
    run: (at) => pass(at, node, [tool(`check/${file}`)]),
  }))
}

/** Runs a command into the stage's log. @returns its exit code and output */
async function execute({ name, tools }, command, args, env = {}) {
  const log = join(logs, `test-${name}.log`)
  const code = await run(command, args, {
    log,
    env: { ...buildEnvironment(tools), FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
    label: name,
  })
  return { code, log, output: readFileSync(log, 'utf8') }
}

/** A stage without individual tests: the command's success is one. */
async function pass(at, command, args) {
  const { code, log } = await execute(at, command, args)
  if (code !== 0) throw new Failure(tail(log, 60), { log })
  return { passed: 1, failed: 0, skipped: 0 }
}

/** A failed command never counts as green, whatever its report says. Without the texts of failures the end of the log has to tell. */
function judge({ code, log }, counts, failures = []) {
  if (code === 0 && counts) return counts
  console.log(failures.length > 0 ? failures.join('\n\n') : tail(log, 60))
  console.log(`  log: ${log}`)
  return {
    ...(counts ?? { passed: 0, skipped: 0 }),
    failed: Math.max(counts?.failed ?? 0, code === 0 ? 0 : 1),
  }
}

async function buildAll({ tools }) {
  await build(tools)
  return { passed: 1, failed: 0, skipped: 0 }
}

async function testTools(at) {
  return nodeTests(at, [tool('tests/'), join(root, 'tests/commands/named.test.mjs')])
}

async function nodeTests(at, args) {
  const result = await execute(at, node, ['--test', '--test-reporter=tap', ...args])
  return judge(result, fromNodeTest(result.output), nodeTestFailures(result.output))
}

// Running out of memory is an error that the core reports, so the sanitizer must let an allocation fail.
const sanitizerOptions = {
  ASAN_OPTIONS: 'detect_leaks=1:allocator_may_return_null=1',
  UBSAN_OPTIONS: 'print_stacktrace=1',
  TSAN_OPTIONS: 'halt_on_error=1',
}

/** Catch2 takes Node's standard output for a terminal and would colour it. */
const plain = ['--colour-mode', 'none']

async function testNative(at, preset, choice = []) {
  await buildTests(preset, at.tools)
  const program = join(root, 'build', preset, 'whereformer_tests')
  const result = await execute(at, program, [...plain, ...choice], sanitizerOptions)
  return judge(result, fromCatch2(result.output))
}

/** CTest knows one more kind of test than the Catch2 program: sources that the compiler must reject. */
async function testHooks(at) {
  const args = [
    '--test-dir',
    join(root, 'build/native'),
    '--exclude-regex',
    '^whereformer_tests$',
    '--output-on-failure',
    '--parallel',
    '2',
  ]
  const result = await execute(at, 'ctest', args)
  return judge(result, fromCtest(result.output))
}

async function testWasm(at, preset, flags) {
  await buildTests(preset, at.tools)
  const result = await execute(at, node, [
    ...flags,
    tool('build/run-wasm.mjs'),
    join(root, 'build', preset, 'whereformer_tests.mjs'),
    ...plain,
  ])
  return judge(result, fromCatch2(result.output))
}

async function testRelaxed(at) {
  const flags = [[], ['--experimental-wasm-relaxed-simd']].find(validatesRelaxed)
  if (!flags) return { skippedBecause: `Node ${process.versions.node} has no relaxed SIMD` }
  return testWasm(at, 'wasm-relaxed', flags)
}

/** Whether Node with these flags accepts a module of one function whose body is f32x4.relaxed_madd. */
function validatesRelaxed(flags) {
  const bytes = [
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0, // magic, version
    1,
    8,
    1,
    0x60,
    3,
    0x7b,
    0x7b,
    0x7b,
    1,
    0x7b, // type (v128, v128, v128) → v128
    3,
    2,
    1,
    0, // one function of that type
    10,
    13,
    1,
    11,
    0,
    0x20,
    0,
    0x20,
    1,
    0x20,
    2,
    0xfd,
    0x85,
    2,
    11, // its body
  ]
  const script = `process.exit(WebAssembly.validate(Uint8Array.from([${bytes}])) ? 0 : 1)`
  return capture(node, [...flags, '--eval', script]) !== null
}

// Every model beside its original: written by tests/wasm/parity.test.ts.
const parity = join(logs, 'parity.txt')

async function testPackageFunctions(at) {
  rmSync(parity, { force: true })
  const outcome = await vitest(at, ['run', '--project', 'wasm'])
  if (existsSync(parity)) console.log(readFileSync(parity, 'utf8'))
  return outcome
}

async function testLibrary(at) {
  return vitest(at, ['run', '--project', 'lib'])
}

/** The stage has the name of the engine. */
async function testEngine(at) {
  await buildDemo()
  return vitest(at, ['run', '--config', 'tests/engines/vitest.config.ts', '--project', at.name])
}

async function testJsdom(at) {
  return vitest(at, ['run', '--config', 'tests/jsdom/vitest.config.ts'])
}

async function testAllocations(at) {
  const throwing = allocating(at.tools)
  if (throwing.length > 0) throw new Failure(throwing.join('\n'))
  await buildPreset('wasm-simd', ['whereformer_core_failing'], at.tools)
  return vitest(at, ['run', '--config', 'tests/allocation/vitest.config.ts'])
}

async function testGenerated(at) {
  return vitest(at, ['run', '--config', 'tests/fuzz/vitest.config.ts'])
}

async function vitest(at, command) {
  const report = join(logs, `vitest-${at.name}.json`)
  rmSync(report, { force: true })
  const args = [
    join(modules, 'vitest/vitest.mjs'),
    ...command,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const result = await execute(at, node, args)
  // spread: two, counts and failures
  return judge(result, ...read(report, fromVitest, vitestFailures))
}

async function testDocs(at) {
  return nodeTests(at, [join(root, 'tests/docs/')])
}

async function testFrameworks(at) {
  return nodeTests(at, [join(root, 'tests/frameworks/frameworks.test.mjs')])
}

async function testCommands(at) {
  const tests = ['commands', 'experiments'].map((name) => join(root, `tests/commands/${name}.test.mjs`))
  return nodeTests(at, ['--test-concurrency=1', ...tests])
}

async function testInstalledPackage(at) {
  const result = await execute(at, node, [join(root, 'tests/package/run.mjs')])
  return judge(result, fromClosingLine(result.output))
}

async function testBrowser(at, choice) {
  await buildDemo()
  const report = join(logs, 'playwright.json')
  rmSync(report, { force: true })
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const result = await execute(at, program('playwright'), ['test', ...choice, '--reporter=line,json'], env)
  // spread: two, counts and failures
  return judge(result, ...read(report, fromPlaywright, playwrightFailures))
}

/** Counts of several readers of a report, added; nothing when the run did not come as far as to write it. */
function read(report, ...readers) {
  if (!existsSync(report)) return []
  const json = readFileSync(report, 'utf8')
  return readers.map((reader) => reader(json))
}

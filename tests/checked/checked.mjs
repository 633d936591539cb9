// The package over cores that check what they do.   npm run checked [-- --only memory|addresses] [--record]
//
// memory: each access to memory and the stack (SAFE_HEAP, ASSERTIONS, STACK_OVERFLOW_CHECK), under all of tests/wasm. addresses: the address
// and undefined-behaviour sanitizers, under the short run of the fuzzer and all of tests/wasm. Takes about half an hour; the builds stay.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildEnvironment, buildPreset } from '../../tools/build/cmake.mjs'
import { Failure, tail } from '../../tools/failure.mjs'
import { modules, root } from '../../tools/paths.mjs'
import { main, run } from '../../tools/process.mjs'
import { setUp } from '../../tools/setup/setup.mjs'
import { recordChecked, stateNow } from '../fuzz/record.mjs'

/** All of tests/wasm but tests of these titles. */
const wasmWithout = (titles) => ['--project', 'wasm', '-t', `^(?!.*(${titles.join('|')}))`]

/** The packages have one core for both variants. */
const ofRelaxed = [
  'relaxed SIMD differs from the plain build by rounding only',
  'relaxed SIMD is made of the core that is named',
]
/** The sanitizers have memory of their own from the start, and end the program where memory does not suffice. */
const ofFullMemory = [
  'memory that grows during a call loses neither inputs nor the output',
  'the watch sees memory grow: whole maps are of pairs',
  'heap tensors, also where the memory grew meanwhile',
  'a step that memory does not suffice for changes nothing, and training goes on',
  'an evaluation that memory does not suffice for changes nothing, and training goes on',
]

const kinds = {
  memory: { preset: 'wasm-checked', runs: [wasmWithout(ofRelaxed)], left: ofRelaxed },
  addresses: {
    preset: 'wasm-asan',
    runs: [
      ['--config', 'tests/fuzz/vitest.config.ts', 'tests/fuzz/fuzz.test.ts'],
      wasmWithout([...ofRelaxed, ...ofFullMemory]),
    ],
    left: [...ofRelaxed, ...ofFullMemory],
  },
}

/** The core that figures are labelled with, and the one with threads, which checked packages have as it is. */
const shipped = ['wasm-simd', 'wasm-threads-simd']

const usage = `npm run checked -- [--only ${Object.keys(kinds).join('|')}] [--record]
  --record   writes the figures to docs/reliability/checked.json`

await main(async () => {
  const { only, record } = optionsFrom(process.argv.slice(2))
  const tools = await setUp()
  for (const preset of shipped) await buildPreset(preset, ['whereformer_core'], tools)
  for (const kind of only) {
    const { preset, left } = kinds[kind]
    await buildPreset(preset, ['whereformer_core', 'whereformer_core_train'], tools)
    await buildPackage(preset, tools)
    const { logs, ...figures } = await test(kind)
    const { passed, failed, seconds } = figures
    console.log(`${kind}: ${passed} tests passed, ${failed} failed, ${seconds} s (${logs.join(', ')})`)
    if (failed > 0 || passed === 0) process.exitCode = 1
    const { core, date } = stateNow('build/wasm-simd/whereformer-core.wasm')
    if (record)
      recordChecked(kind, { core, date, node: process.versions.node, ...figures, left: quoted(left) })
  }
})

const quoted = (titles) => titles.map((title) => `“${title}”`).join(', ')

function optionsFrom(words) {
  const options = { only: Object.keys(kinds), record: false }
  const rest = [...words]
  while (rest.length > 0) {
    const word = rest.shift()
    if (word === '--record') options.record = true
    else if (word === '--only' && rest[0] in kinds) options.only = [rest.shift()]
    else throw new Failure(`${word} is not known.\n${usage}`)
  }
  return options
}

async function buildPackage(preset, tools) {
  const log = join(root, 'build/logs', `package-${preset}.log`)
  const script = join(root, 'tools/build/build-package.mjs')
  const options = { env: buildEnvironment(tools), log, label: `package of ${preset}` }
  const code = await run(process.execPath, [script, preset], options)
  if (code !== 0) throw new Failure(`${tail(log, 40)}\nThe package could not be built.`, { log })
}

/** Sums over the runs of the kind. */
async function test(kind) {
  const { preset, runs } = kinds[kind]
  const started = Date.now()
  const total = { passed: 0, failed: 0, logs: [] }
  for (const [i, words] of runs.entries()) {
    const { passed, failed, log } = await testRun(`checked-${kind}-${i + 1}`, preset, words)
    total.passed += passed
    total.failed += failed
    total.logs.push(log)
  }
  return { ...total, seconds: Math.round((Date.now() - started) / 1000) }
}

async function testRun(name, preset, vitest) {
  const [report, log] = ['json', 'log'].map((end) => join(root, 'build/logs', `${name}.${end}`))
  rmSync(report, { force: true })
  const words = ['run', ...vitest, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = { ...process.env, WHEREFORMER_DIST: `build/dist-${preset}` }
  await run(process.execPath, [join(modules, 'vitest/vitest.mjs'), ...words], { env, log, label: name })
  if (!existsSync(report)) throw new Failure(`${tail(log, 40)}\nThe tests did not end.`, { log })
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed, failed, log }
}

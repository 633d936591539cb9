// Measures the package against the machine's peak, other engines and plain JavaScript.   npm run bench [-- --only attention]
// docs/performance-method.md says how to read the tables.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../tools/build/build.mjs'
import { buildPreset } from '../../tools/build/cmake.mjs'
import { root } from '../../tools/paths.mjs'
import { main } from '../../tools/process.mjs'
import { setUp } from '../../tools/setup/setup.mjs'
import { withBench } from './browser.mjs'
import { fullRun } from './full-run.mjs'
import { describeMachine } from './machine.mjs'
import { optionsFrom } from './options.mjs'
import { installPeers } from './peers.mjs'
import { quickReport, quickRun } from './quick-run.mjs'
import { recordBaseline, recordTables } from './record.mjs'
import { reportOf } from './report.mjs'
import { trainingTarget } from './training-run.mjs'

const variants = ['simd', 'relaxed']
const ownEngines = ['peak', 'whereformer', 'packed'].flatMap((name) =>
  variants.map((one) => `${name}:${one}`),
)

await main(async () => {
  const options = optionsFrom(process.argv.slice(2))
  const tools = await setUp({ also: 'benchmark' })
  await prepare(options, tools)
  const form = options.quick ? 'quick' : 'full'
  const isolated = options.threads > 1
  const run = await withBench({ form, isolated }, async (bench) => {
    const machine = describeMachine(tools, bench.browser)
    console.log(`Measuring on ${machine.cpu}`)
    const told = (part) => write({ machine, ...part }, reportOf({ machine, ...part }), 'full')
    return {
      machine,
      ...(await (options.quick ? quickRun : fullRun)(bench, ownEngines, options, machine, told)),
    }
  })
  const report = options.quick ? quickReport(run) : reportOf(run)
  keep(run, report, options)
  console.log(`\n${report}`)
  if (run.fallen?.length > 0) process.exitCode = 1
})

async function prepare({ quick }, tools) {
  await build(tools)
  for (const variant of variants) await buildPreset(`wasm-${variant}`, ['whereformer_peak'], tools)
  if (quick) return
  for (const preset of ['wasm-simd', 'wasm-relaxed', 'native'])
    await buildPreset(preset, [trainingTarget], tools)
  await buildPreset('native', ['whereformer_bench'], tools)
  await installPeers()
}

function keep(run, report, { quick, record }) {
  write(run, report, quick ? 'quick' : 'full')
  if (!record) return
  if (quick) recordBaseline(run)
  else recordTables(run, report)
}

function write(run, report, name) {
  const folder = join(root, 'build/bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), report)
  writeFileSync(
    join(folder, `${name}.json`),
    JSON.stringify({ ...run, results: undefined, items: run.results.measured }),
  )
}

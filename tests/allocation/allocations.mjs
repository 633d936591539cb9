// Every allocation of every scenario fails once alone, and once with all after it.   npm run allocations [-- --record]
//
// --record writes the figures to docs/reliability/allocations.json.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPreset } from '../../tools/build/cmake.mjs'
import { Failure } from '../../tools/failure.mjs'
import { modules, root } from '../../tools/paths.mjs'
import { main, run } from '../../tools/process.mjs'
import { setUp } from '../../tools/setup/setup.mjs'
import { recordAllocations, stateNow } from '../fuzz/record.mjs'

const report = join(root, 'build/logs/allocations.json')

await main(async () => {
  const words = process.argv.slice(2)
  const stranger = words.find((word) => word !== '--record')
  if (stranger) throw new Failure(`${stranger} is not known. npm run allocations -- [--record]`)
  const tools = await setUp()
  await buildPreset('wasm-simd', ['whereformer_core', 'whereformer_core_failing'], tools)
  rmSync(report, { force: true })
  const config = join(root, 'tests/allocation/vitest.config.ts')
  const code = await run(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run', '--config', config], {
    env: { ...process.env, ALLOCATIONS_REPORT: report },
  })
  const groups = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : []
  for (const { group, scenarios, allocations, runs, faults } of groups)
    console.log(
      `${group.padEnd(12)} ${scenarios} scenarios, ${allocations} allocations, ${runs} runs, ${faults} faults`,
    )
  if (words.includes('--record'))
    recordAllocations({
      ...stateNow('build/wasm-simd/whereformer-core.wasm'),
      node: process.versions.node,
      groups,
    })
  process.exitCode = code
})

// Sets up and tests the project.   npm test [-- --all | --list | --only NAME,NAME…]
//   without options: the stages that find nearly every fault (docs/decisions/0024-what-the-tests-cost.md); --all: every stage

import { parseArgs } from 'node:util'
import { Failure } from '../failure.mjs'
import { main, setPace } from '../process.mjs'
import { setUp, versions } from '../setup/setup.mjs'
import { report, runAll } from './run-stages.mjs'
import { stages } from './test-stages.mjs'

const OPTIONS = { all: { type: 'boolean' }, list: { type: 'boolean' }, only: { type: 'string' } }

await main(async () => {
  const options = optionsOf(process.argv.slice(2))
  if (options.list) return listStages()
  const chosen = chooseStages(options)
  const started = Date.now()
  const tools = await setUpOrEnd()
  console.log(versions(tools))
  setPace(20)
  const results = await runAll(chosen, tools)
  if (!report(chosen, results, started)) process.exitCode = 1
})

function listStages() {
  for (const { name, about, tier = '' } of stages) console.log(`${name.padEnd(14)}${tier.padEnd(7)}${about}`)
}

function optionsOf(args) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    throw new Failure(`${error.message}. npm test takes --all, --list, or --only NAME,NAME…`)
  }
}

/** --only also runs the stages that these need. */
function chooseStages({ all, only }) {
  if (only === undefined) return stages.filter(({ tier }) => tier !== (all ? 'first' : 'all'))
  const wanted = new Set(only.split(',').filter(Boolean))
  const unknown = [...wanted].filter((name) => !stages.some((stage) => stage.name === name))
  if (wanted.size === 0 || unknown.length > 0) {
    throw new Failure(
      `--only wants names of stages, separated by commas; got "${only}". "npm test -- --list" shows them.`,
    )
  }
  for (const stage of [...stages].reverse())
    if (wanted.has(stage.name)) for (const need of stage.needs ?? []) wanted.add(need)
  return stages.filter((stage) => wanted.has(stage.name))
}

async function setUpOrEnd() {
  try {
    return await setUp({ also: 'tests' })
  } catch (error) {
    if (error instanceof Failure) error.message += '\n\n0 passed, 1 failed'
    throw error
  }
}

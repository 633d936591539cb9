// Runs what is missing of the recorded experiments (tools/science/plan.json) with the built package, over as many sittings as it takes:
// one file for each run in docs/length-generalisation/runs.
//   npm run science [-- --plan] [--choose] [--only TEXT] [--workers N] [--node PATH] [--minutes N]
//   --plan     prints cells, seconds and what is done, and runs nothing
//   --choose   runs what the learning rates are chosen by, on a seed that is not reported, in docs/length-generalisation/choice, and
//              writes the best for each task into the plan
//   --only     runs whose names begin so
//   --node     another engine: the plain core gives the same bits in each, newer ones are faster
//   --minutes  starts no run after so many
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '../failure.mjs'
import { cacheFolder, modules, root } from '../paths.mjs'
import { capture, main, run } from '../process.mjs'
import { choicePlan, choiceTable, withRates } from './choice.mjs'
import { planTable } from './plan-table.mjs'

const command = join(root, 'dist/command.mjs')

await main(async () => {
  const options = optionsFrom(process.argv.slice(2))
  if (!existsSync(command)) throw new Failure('dist/command.mjs is missing; run "npm run build".')
  const place = placeFor(options)
  mkdirSync(place.runs, { recursive: true })
  const { experiments, missing } = merged(place, options)
  if (options.plan) {
    console.log(planTable(place.plan, experiments, missing, machine()))
    return
  }
  setPriority(19)
  const waiting = missing.filter((name) => name.startsWith(options.only))
  await everyRun(waiting, place, options)
  if (options.choose) await writeRates(merged(place, options).experiments)
})

/** The plan, its file, and the folder of its runs. */
function placeFor({ choose }) {
  const folder = join(root, 'tools/science')
  const file = join(folder, 'plan.json')
  const plan = JSON.parse(readFileSync(file, 'utf8'))
  if (!choose) return { plan, file, runs: join(root, 'docs/length-generalisation/runs') }
  const choice = { plan: choicePlan(plan, folder), file: join(cacheFolder(), 'science-choice.json') }
  mkdirSync(cacheFolder(), { recursive: true })
  writeFileSync(choice.file, JSON.stringify(choice.plan))
  return { ...choice, runs: join(root, 'docs/length-generalisation/choice') }
}

async function writeRates(experiments) {
  console.log(choiceTable(experiments))
  const { file, plan } = placeFor({})
  writeFileSync(file, JSON.stringify(withRates(plan, experiments), null, 2))
  await run(join(modules, '.bin/biome'), ['format', '--write', file])
}

/** Merges the records of a plan by the command; records of another plan are left out. */
function merged({ file, runs }, { node }) {
  const args = [command, 'train', '--plan', file, '--merge', runs, '--quiet']
  const text = capture(node, args, { maxBuffer: 2 ** 28 })
  if (text === null) throw new Failure(`${node} ${args.join(' ')} failed.`)
  return JSON.parse(text)
}

async function everyRun(waiting, place, { workers, node, minutes }) {
  const total = waiting.length
  const started = Date.now()
  const until = started + minutes * 60_000
  let ended = 0
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined && Date.now() < until; name = waiting.shift()) {
      const code = await runOf(name, place, node)
      ended += 1
      const seconds = Math.round((Date.now() - started) / 1000)
      console.log(`${ended} of ${total}, ${seconds} s  ${name}${code === 0 ? '' : ' failed'}`)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** Runs one experiment. A run that was stopped goes on from the state that is kept in the user's cache. */
function runOf(name, { file, runs }, node) {
  const kept = ['--keep', join(cacheFolder(), 'science')]
  const out = ['--out', join(runs, `${name}.json`)]
  const args = [command, 'train', '--plan', file, '--run', name, ...out, ...kept, '--quiet']
  return run(node, args)
}

function machine() {
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`
}

function optionsFrom(args) {
  const text = (name) => ({ [name]: { type: 'string' } })
  const options = {
    plan: { type: 'boolean' },
    choose: { type: 'boolean' },
    ...text('only'),
    ...text('workers'),
    ...text('node'),
    ...text('minutes'),
  }
  let values
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new Failure(error.message)
  }
  const workers = Number(values.workers ?? availableParallelism())
  const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY)
  if (!Number.isInteger(workers) || workers < 1)
    throw new Failure(`--workers: got ${values.workers}, wanted a whole number from 1.`)
  if (!(minutes > 0)) throw new Failure(`--minutes: got ${values.minutes}, wanted a number greater than 0.`)
  const { plan, choose, only = '', node = process.execPath } = values
  return { plan, choose, only, node, workers, minutes }
}

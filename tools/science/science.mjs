// Runs the recorded experiment with the built package and writes docs/length-generalisation/<task>.json after every run.
//   npm run science [-- --only NAME[,NAME…] --workers N]     --only: tasks and encodings; both kinds may be named
// What was stopped goes on where it was: the states of runs are kept in the user's cache.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Failure } from '../failure.mjs'
import { formatted } from '../generate/generated.mjs'
import { cacheFolder, root } from '../paths.mjs'
import { main } from '../process.mjs'
import { options, seeds, tasks } from './options.mjs'
import { continued, emptyRecord, Listener, withRun } from './record.mjs'

await main(async () => {
  const { taskOf, presetNames, run, folderStorage } = await fromDist('lab-node.mjs')
  const { load } = await fromDist('node.mjs')
  const { chosenTasks, chosenEncodings, workers } = chosen(process.argv.slice(2), presetNames)
  const origin = originOf((await load({ variant: 'simd' })).info)
  const storage = folderStorage(join(cacheFolder(), 'science', origin.core))
  const started = Date.now()
  let ended = 0
  // the first seed of every task first, so that a comparison is early complete
  for (const seed of seeds) {
    for (const task of chosenTasks) await runs(task, seed)
  }

  async function runs(name, seed) {
    const path = `docs/length-generalisation/${name}.json`
    let record = continued(emptyRecord(taskOf(name), options, origin), read(path))
    const listener = new Listener()
    const plan = { ...options, task: name, encodings: chosenEncodings, seeds: [seed] }
    for await (const report of run(plan, { workers, storage })) {
      if (report.kind === 'warning') console.log(`  ${name}: ${report.message}`)
      const found = listener.hear(report)
      if (!found) continue
      record = withRun(record, found, presetNames)
      write(path, record)
      ended += 1
      console.log(`${progress()}  ${name}, ${found.encoding}, seed ${seed}: ${summary(found)}`)
    }
  }

  function progress() {
    const all = seeds.length * chosenTasks.length * chosenEncodings.length
    return `${ended} of ${all}, ${Math.round((Date.now() - started) / 1000)} s`
  }
})

function summary(run) {
  return 'error' in run ? run.error : `loss ${run.loss}, exact match ${run.exactMatch.join(' ')}`
}

async function fromDist(file) {
  const path = join(root, 'dist', file)
  if (!existsSync(path)) throw new Failure(`dist/${file} is missing; run "npm run build".`)
  return import(pathToFileURL(path))
}

/** Without names of a kind, all of that kind. */
function chosen(args, encodings) {
  const { values } = parsed(args)
  const names = values.only?.split(',') ?? []
  const unknown = names.find((name) => !tasks.includes(name) && !encodings.includes(name))
  if (unknown !== undefined)
    throw new Failure(`--only: unknown ${unknown}; known are ${[...tasks, ...encodings].join(', ')}.`)
  const among = (all) =>
    all.some((name) => names.includes(name)) ? all.filter((name) => names.includes(name)) : all
  const workers = Number(values.workers ?? Math.max(1, availableParallelism() - 1))
  if (!Number.isInteger(workers) || workers < 1)
    throw new Failure(`--workers: got ${values.workers}, wanted a whole number from 1.`)
  return { chosenTasks: among(tasks), chosenEncodings: among(encodings), workers }
}

function parsed(args) {
  try {
    return parseArgs({ args, options: { only: { type: 'string' }, workers: { type: 'string' } } })
  } catch (error) {
    throw new Failure(error.message)
  }
}

/** The core by its content: the plain one gives the same bits on every machine. */
function originOf({ version, variant, buildSha }) {
  const file = join(root, `build/wasm-${variant}/whereformer-core-train.wasm`)
  const hash = createHash('sha256').update(readFileSync(file))
  return {
    version,
    core: `${variant}-${hash.digest('hex').slice(0, 12)}`,
    commit: buildSha,
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
  }
}

function read(path) {
  const file = join(root, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function write(path, record) {
  const { runs, failures, ...head } = record
  const lines = (list) => `[${list.map((one) => JSON.stringify(one)).join(',\n')}]`
  const text = `${JSON.stringify(head).slice(0, -1)},\n"runs":${lines(runs)},\n"failures":${lines(failures)}}`
  mkdirSync(join(root, 'docs/length-generalisation'), { recursive: true })
  writeFileSync(join(root, path), formatted(text, path))
}

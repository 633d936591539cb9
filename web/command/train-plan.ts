// `whereformer train --plan`: the runs of a plan, one by one, and their results together. What runs where is left to other programs.

import { parseArgs } from 'node:util'
import { folderStorage } from '../lab/node.js'
import { messageOf } from '../lib/boundary/errors.js'
import { type PlannedRun, runsOfPlan } from './experiment-plan.js'
import { merged } from './merged.js'
import { requireWritable } from './output.js'
import { Progress } from './progress.js'
import { Recorder, recordsIn, writeRecord } from './run-record.js'
import type { Console, Library, Runner } from './runner.js'
import { UsageError } from './usage.js'

const options = {
  plan: { type: 'string' },
  list: { type: 'boolean' },
  run: { type: 'string' },
  merge: { type: 'string' },
  keep: { type: 'string' },
  out: { type: 'string' },
  quiet: { type: 'boolean' },
} as const

type Values = ReturnType<typeof valuesOf>

/** @returns the exit code */
export async function trainPlan(
  args: readonly string[],
  console: Console,
  runner: Runner,
  library: Library,
): Promise<number> {
  const values = valuesOf(args)
  const runs = await runsOfPlan(required(values, 'plan'))
  const chosen = (['list', 'run', 'merge'] as const).filter((one) => values[one] !== undefined)
  if (chosen.length !== 1)
    throw new UsageError(`--plan: got ${chosen.length} of --list, --run and --merge, wanted one of them`)
  if (values.list) return list(runs, console)
  if (values.merge !== undefined) return merge(runs, values, console)
  return runOne(runs, values, { console, runner, library })
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

function required(values: Values, name: 'plan' | 'out' | 'run'): string {
  const value = values[name]
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing`)
  return value
}

function list(runs: readonly PlannedRun[], { out }: Console): number {
  out.write(runs.map(({ name }) => `${name}\n`).join(''))
  return 0
}

/** Merges the records of runs. Missing ones are no fault: a part of the runs is a valid result. */
async function merge(runs: readonly PlannedRun[], values: Values, { out, err }: Console): Promise<number> {
  const path = values.out
  if (path !== undefined) await requireWritable(path)
  const all = merged(runs, await recordsIn(values.merge as string))
  if (path === undefined) out.write(`${JSON.stringify(all, null, 1)}\n`)
  else await writeRecord(path, all)
  const strange = all.strange.length > 0 ? `, ${all.strange.length} records are of another plan` : ''
  if (!values.quiet) err.write(`${runs.length - all.missing.length} of ${runs.length} runs${strange}\n`)
  return 0
}

interface Means {
  console: Console
  runner: Runner
  library: Library
}

async function runOne(runs: readonly PlannedRun[], values: Values, means: Means): Promise<number> {
  const { console, runner, library } = means
  const name = required(values, 'run')
  const run = runs.find((one) => one.name === name)
  if (!run) throw new UsageError(`--run: the plan has no ${JSON.stringify(name)}; --list prints its runs`)
  const path = required(values, 'out')
  await requireWritable(path)
  const started = process.cpuUsage()
  const recorder = new Recorder()
  const progress = new Progress(console.err, 1, run.plan.steps, values.quiet === true)
  const storage = values.keep === undefined ? {} : { storage: folderStorage(values.keep) }
  for await (const report of runner(run.options, { workers: 1, ...storage })) {
    progress.hear(report)
    recorder.hear(report)
  }
  progress.clear()
  const record = recorder.record(run, {
    ...(await library.build()),
    engine: `Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 10),
    seconds: secondsSince(started),
  })
  await writeRecord(path, record)
  return record.error === undefined ? 0 : 1
}

/** The processor time of all threads in seconds: what a busy machine does besides does not count. */
function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return Math.round((user + system) / 1e5) / 10
}

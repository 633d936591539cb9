// `whereformer train`: an experiment from the command line.

import { open, readFile, unlink, writeFile } from 'node:fs/promises'
import {
  type LabOptions,
  type LabReport,
  type LabResults,
  type LabRunOptions,
  presetNames,
  taskOf,
} from '../lab/exports.js'
import { folderStorage, run } from '../lab/node.js'
import { messageOf } from '../lib/boundary/errors.js'
import { Progress } from './progress.js'
import { tableOf } from './table.js'
import type { Terminal } from './terminal.js'
import { HELP, type TrainArguments, trainArguments } from './train-options.js'
import { UsageError } from './usage.js'

interface Console {
  out: Terminal
  err: Terminal
}

/** What stands for the lab in tests. */
export type Runner = (options: LabOptions, runOptions: LabRunOptions) => AsyncIterable<LabReport>

/** @returns the exit code */
export async function train(
  args: readonly string[],
  console: Console,
  runner: Runner = run,
): Promise<number> {
  try {
    const given = trainArguments(args, presetNames)
    if (given.help) {
      console.out.write(HELP)
      return 0
    }
    return await started(given, console, runner)
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    console.err.write(`${cause.message}\nTry: npx whereformer train --help\n`)
    return 2
  }
}

async function started(given: TrainArguments, { out, err }: Console, runner: Runner): Promise<number> {
  const options = { ...given.lab, task: await taskFrom(given) }
  if (given.out !== undefined) await requireWritable(given.out)
  const reports = asUsage(() =>
    runner(options, {
      ...(given.workers === undefined ? {} : { workers: given.workers }),
      ...(given.keep === undefined ? {} : { storage: folderStorage(given.keep) }),
    }),
  )
  const runs = options.encodings.length * (options.seeds as number)
  const progress = new Progress(err, runs, options.steps ?? 1000, given.quiet)
  const results = await resultsOf(reports, (report) => progress.hear(report))
  progress.clear()
  out.write(tableOf(results))
  if (given.out !== undefined) await written(given.out, results)
  return results.encodings.some(({ failures }) => failures.length > 0) ? 1 : 0
}

async function resultsOf(
  reports: AsyncIterable<LabReport>,
  hear: (report: LabReport) => void,
): Promise<LabResults> {
  let results: LabResults | undefined
  for await (const report of reports) {
    hear(report)
    if (report.kind === 'results') results = report.results
  }
  if (!results) throw new Error('the runs ended without results')
  return results
}

async function taskFrom({ task, text }: TrainArguments): Promise<LabOptions['task']> {
  if (task !== 'text') {
    if (text !== undefined) throw new UsageError(`--text belongs to --task text, not to ${task}`)
    return asUsage(() => taskOf(task, '--task'))
  }
  if (text === undefined) throw new UsageError('--text is missing')
  const content = await readFile(text, 'utf8').catch((cause) => {
    throw new UsageError(`--text: ${reasonOf(cause, text)}`)
  })
  return asUsage(() => taskOf({ type: 'text', text: content }, '--text'))
}

async function written(path: string, results: LabResults): Promise<void> {
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`)
}

/** Before hours of training, not after. A file that is made for it is removed: no results are no file, also after an interrupt. */
async function requireWritable(path: string): Promise<void> {
  const touched = async (flag: string) => (await open(path, flag)).close()
  try {
    await touched('wx').then(
      () => unlink(path),
      () => touched('a'),
    )
  } catch (cause) {
    throw new UsageError(`--out: ${messageOf(cause)}`)
  }
}

/** Node names the file, but not where a folder is read. */
function reasonOf(cause: unknown, path: string): string {
  const message = messageOf(cause)
  return message.includes(path) ? message : `${message} '${path}'`
}

/** What the lab refuses before it starts is a wrong argument. */
function asUsage<T>(start: () => T): T {
  try {
    return start()
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

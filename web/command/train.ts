// `whereformer train`: an experiment from the command line.

import { readFile, writeFile } from 'node:fs/promises'
import {
  defaultModel,
  type LabEncoding,
  type LabReport,
  type LabResults,
  type Task,
  taskOf,
} from '../lab/exports.js'
import { folderStorage, run } from '../lab/node.js'
import { messageOf } from '../lib/boundary/errors.js'
import type { TrainablePositions } from '../lib/train/trainer-options.js'
import { requireWritable } from './output.js'
import { encodingsIn, type TableSizes } from './position-argument.js'
import { Progress } from './progress.js'
import type { Console, Library, Runner } from './runner.js'
import { tableOf } from './table.js'
import { HELP, type TrainArguments, trainArguments } from './train-options.js'
import { trainPlan } from './train-plan.js'
import { UsageError } from './usage.js'

/** @returns the exit code */
export async function train(
  args: readonly string[],
  console: Console,
  runner: Runner = run,
  library: Library = ofPackage,
): Promise<number> {
  try {
    if (args.some((arg) => /^--plan(?:=|$)/.test(arg))) return await trainPlan(args, console, runner, library)
    const given = trainArguments(args)
    if (given.help) {
      console.out.write(HELP)
      return 0
    }
    return await started(given, console, runner, library)
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    console.err.write(`${cause.message}\nTry: npx whereformer train --help\n`)
    return 2
  }
}

async function started(
  given: TrainArguments,
  { out, err }: Console,
  runner: Runner,
  library: Library,
): Promise<number> {
  const task = await taskFrom(given)
  const encodings = await encodingsIn(given.position, () => sizesFor(given, task))
  for (const encoding of encodings) await requireTrainable(library, encoding, given, task)
  const options = { ...given.lab, task, encodings }
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

const ofPackage: Library = {
  async build() {
    const { version, variant, buildSha } = (await loaded()).info
    return { version, variant, buildSha }
  },
  async requireTrainable(model) {
    const trainer = await (await loaded()).trainer({ model })
    trainer.dispose()
  },
}

const loaded = async () => (await import('whereformer')).load()

const headsOf = ({ lab }: TrainArguments) => lab.model?.heads ?? defaultModel.heads

function sizesFor(given: TrainArguments, task: Task): TableSizes {
  const { dModel } = { ...defaultModel, ...given.lab.model }
  const lengths = [given.lab.trainLength, ...given.lab.testLengths]
  return {
    heads: headsOf(given),
    dim: Math.floor(dModel / headsOf(given)),
    length: asUsage(() => lengths.map(task.tokens).reduce((a, b) => Math.max(a, b))),
  }
}

/** Refuses a position that the trainer would refuse, before anything runs, and names the argument. */
async function requireTrainable(
  library: Library,
  { name, position }: LabEncoding,
  given: TrainArguments,
  task: Task,
): Promise<void> {
  const { heads, length } = sizesFor(given, task)
  const { layers, dModel } = { ...defaultModel, ...given.lab.model }
  try {
    await library.requireTrainable({
      layers,
      heads,
      dModel,
      vocab: task.vocabulary.length,
      length,
      position: position as TrainablePositions,
    })
  } catch (cause) {
    // what is wrong with other options the lab says
    const [, message] = /^(?:options\.model\.|config\.)?(position.*)/.exec(messageOf(cause)) ?? []
    if (message) throw new UsageError(`--position ${name}: ${message}`)
  }
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

async function taskFrom({ task, text }: TrainArguments): Promise<Task> {
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

/** The message of an error with its path: Node names a file, but not a folder that is read as one. */
function reasonOf(cause: unknown, path: string): string {
  const message = messageOf(cause)
  return message.includes(path) ? message : `${message} '${path}'`
}

/** Starts the lab; what it refuses before that is a wrong argument. */
function asUsage<T>(start: () => T): T {
  try {
    return start()
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

// A plan of experiments in a file: every run of it is independent, deterministic, and has a name that stays.

import { dirname, resolve } from 'node:path'
import type { LabEncoding, LabOptions } from '../lab/exports.js'
import { keyOf, planOf, type RunPlan } from '../lab/plan.js'
import { messageOf } from '../lib/boundary/errors.js'
import { textOf } from './files.js'
import { UsageError } from './usage.js'

/**
 * The content of plan.json. `defaults` hold for all experiments, `encodings` are known by their names in all of them; the other fields of
 * an experiment are the options of `run` of "whereformer/lab". The text of a task is a file beside the plan:
 * { "type": "text", "file": "text.txt" }.
 */
interface PlanFile {
  readonly defaults?: ExperimentFields
  readonly encodings?: Readonly<Record<string, Omit<LabEncoding, 'name'>>>
  readonly experiments: Readonly<Record<string, ExperimentFields>>
  /** The machine on which `seconds` were measured. */
  readonly machine?: string
}

interface ExperimentFields extends Partial<LabOptions> {
  /** Seconds that one run takes on one core. */
  readonly seconds?: number
}

export interface PlannedRun {
  /** The name of the run: experiment.encoding.seed. */
  readonly name: string
  readonly experiment: string
  /** A hash of everything that the result depends on. */
  readonly key: string
  readonly plan: RunPlan
  readonly options: LabOptions
  readonly seconds: number | undefined
}

/** What a name may be, since files have it too. */
const NAME = /^[A-Za-z0-9_+-]+$/

/** The runs of all experiments, the first seed of each before any second one: what is done early can be compared early. */
export async function runsOfPlan(path: string): Promise<PlannedRun[]> {
  const file = planIn(await textOf(path), path)
  const experiments = Object.entries(file.experiments)
  if (experiments.length === 0) throw new UsageError(`${path}: experiments: got none, wanted at least one`)
  const runs: PlannedRun[][] = []
  for (const [name, fields] of experiments) {
    try {
      runs.push(runsOf(name, await optionsOf(fields, file, dirname(path)), fields.seconds))
    } catch (cause) {
      throw new UsageError(`${path}, experiment ${name}: ${messageOf(cause)}`)
    }
  }
  const all = runs.flat()
  const seeds = [...new Set(all.map(({ plan }) => plan.seed))]
  return seeds.flatMap((seed) => all.filter(({ plan }) => plan.seed === seed))
}

function planIn(text: string, path: string): PlanFile {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${path}: is not JSON (${messageOf(cause)})`)
  }
  if (typeof (file as Partial<PlanFile> | null)?.experiments === 'object') return file as PlanFile
  throw new UsageError(`${path}: got no experiments, wanted { "experiments": { NAME: … } }`)
}

async function optionsOf(fields: ExperimentFields, file: PlanFile, folder: string): Promise<LabOptions> {
  const { seconds, ...given } = { ...file.defaults, ...fields }
  const known = (encoding: string | LabEncoding) => {
    const own = typeof encoding === 'string' ? file.encodings?.[encoding] : undefined
    return own ? { ...own, name: encoding as string } : encoding
  }
  return {
    ...given,
    task: await taskIn(given.task, folder),
    encodings: (given.encodings ?? []).map(known),
    model: { ...file.defaults?.model, ...fields.model },
    optimizer: { ...file.defaults?.optimizer, ...fields.optimizer },
  } as LabOptions
}

async function taskIn(task: unknown, folder: string): Promise<unknown> {
  const { file, ...rest } = Object(task) as { file?: string }
  return file === undefined ? task : { ...rest, text: await textOf(resolve(folder, file)) }
}

function runsOf(experiment: string, options: LabOptions, seconds: number | undefined): PlannedRun[] {
  requireName(experiment)
  return planOf(options).runs.map((plan) => {
    requireName(plan.encoding.name)
    return {
      name: `${experiment}.${plan.encoding.name}.${plan.seed}`,
      experiment,
      key: keyOf(plan),
      plan,
      seconds,
      options: { ...options, encodings: [plan.encoding], seeds: [plan.seed] },
    }
  })
}

function requireName(name: string): void {
  if (!NAME.test(name))
    throw new UsageError(`the name ${JSON.stringify(name)}: wanted letters, digits, _, + and -`)
}

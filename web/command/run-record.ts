// What a run of a plan leaves: one file of JSON, with the numbers of its seed.

import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LabReport, LengthScore, RemedyResult, StepReport } from '../lab/exports.js'
import { messageOf, WhereformerError } from '../lib/boundary/errors.js'
import type { PlannedRun } from './experiment-plan.js'

/** The record of one run. Its numbers do not depend on the machine; `made` says on which they were computed. */
export interface RunRecord {
  readonly name: string
  readonly experiment: string
  readonly encoding: string
  readonly seed: number
  /** The key of the run in the plan, a hash of all that the result depends on. */
  readonly key: string
  /** The number of steps done, fewer than those of the plan if the loss stopped falling. */
  readonly steps: number
  /** The mean training loss since the last report. */
  readonly loss: number
  /** The loss at training lengths, on sequences that are not trained on. */
  readonly validationLoss: number
  readonly validationExactMatch: number
  readonly lengths: readonly LengthScore[]
  readonly remedies?: readonly RemedyResult[]
  /** Why there are no numbers. */
  readonly error?: string
  readonly made: Made
}

export interface Made {
  readonly version: string
  readonly variant: string
  readonly buildSha: string
  readonly engine: string
  readonly date: string
  /** The processor time of all threads. */
  readonly seconds: number
}

/** Makes the record of one run from its reports. */
export class Recorder {
  #step: StepReport | undefined
  #lengths: readonly LengthScore[] = []
  #remedies: readonly RemedyResult[] | undefined
  #error: string | undefined

  hear(report: LabReport): void {
    if (report.kind === 'step') this.#step = report
    else if (report.kind === 'test') {
      this.#lengths = report.lengths
      this.#remedies = report.remedies
    } else if (report.kind === 'failure') this.#error = report.error.message
  }

  record({ name, experiment, key, plan }: PlannedRun, made: Made): RunRecord {
    const { step, loss, validationLoss, exactMatch } = this.#step ?? NO_STEP
    return {
      name,
      experiment,
      encoding: plan.encoding.name,
      seed: plan.seed,
      key,
      steps: step,
      loss: short(loss),
      validationLoss: short(validationLoss),
      validationExactMatch: short(exactMatch),
      lengths: this.#error === undefined ? this.#lengths.map(shortScore) : [],
      ...(this.#remedies ? { remedies: this.#remedies.map(shortRemedy) } : {}),
      ...(this.#error === undefined ? {} : { error: this.#error }),
      made,
    }
  }
}

const NO_STEP = { step: 0, loss: 0, validationLoss: 0, exactMatch: 0 }

/** A number with six digits, more than any number of test sequences tells apart. */
const short = (value: number) => Number(value.toPrecision(6))

function shortScore({ length, loss, lossError, accuracy, exactMatch, sequences, chance }: LengthScore) {
  return {
    length,
    loss: short(loss),
    ...(lossError === undefined ? {} : { lossError: short(lossError) }),
    accuracy: short(accuracy),
    exactMatch: short(exactMatch),
    sequences,
    chance: { accuracy: short(chance.accuracy), exactMatch: short(chance.exactMatch) },
  }
}

const shortRemedy = ({ name, lengths }: RemedyResult) => ({ name, lengths: lengths.map(shortScore) })

/** Writes a record in one move: a process that is killed leaves no half of a file. */
export async function writeRecord(path: string, content: object): Promise<void> {
  const beside = `${path}.${process.pid}.part`
  await writeFile(beside, `${JSON.stringify(content, null, 1)}\n`)
  await rename(beside, path)
}

/** The records in a folder, by the names of their runs. */
export async function recordsIn(folder: string): Promise<Map<string, RunRecord>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const records = new Map<string, RunRecord>()
  for (const name of names) {
    const record = recordIn(await readFile(join(folder, name), 'utf8'), join(folder, name))
    records.set(record.name, record)
  }
  return records
}

function recordIn(text: string, path: string): RunRecord {
  try {
    const record = JSON.parse(text) as RunRecord
    if (typeof record.name === 'string' && Array.isArray(record.lengths)) return record
  } catch (cause) {
    throw new WhereformerError('ERR_PARSE', `${path}: is not JSON (${messageOf(cause)})`, { cause })
  }
  throw new WhereformerError('ERR_PARSE', `${path}: is not the record of a run`)
}

// What the runs of an experiment found, by encoding and length, over seeds.

import type { WireError } from '../lib/worker/protocol.js'
import type { RunPlan } from './plan.js'
import type { LengthScore, RemedyResult, RunReport, StepReport, TestReport } from './run-report.js'
import type { Chance, TaskSpec } from './tasks/task.js'

/** A number over seeds. */
export interface Spread {
  readonly mean: number
  readonly min: number
  readonly max: number
}

export interface LengthResult {
  readonly length: number
  readonly loss: Spread
  readonly accuracy: Spread
  readonly exactMatch: Spread
  readonly chance: Chance
}

export interface RunResult {
  readonly seed: number
  /** The training loss at the last report. */
  readonly loss: number
  readonly lengths: readonly LengthScore[]
  readonly remedies?: readonly RemedyResult[]
}

export interface EncodingResult {
  readonly name: string
  /** The results by length, over the runs that came to their end; empty if none did. */
  readonly lengths: readonly LengthResult[]
  readonly runs: readonly RunResult[]
  readonly failures: readonly { readonly seed: number; readonly error: WireError }[]
}

export interface LabResults {
  readonly task: TaskSpec
  readonly trainLength: number
  readonly testLengths: readonly number[]
  readonly steps: number
  readonly batch: number
  readonly encodings: readonly EncodingResult[]
}

/** One run and what is known of it. */
export interface Finished {
  readonly plan: RunPlan
  readonly reports: readonly RunReport[]
  readonly error?: WireError
}

export function resultsOf(finished: readonly Finished[]): LabResults {
  const { task, trainLength, testLengths, steps, batch } = (finished[0] as Finished).plan
  const names = [...new Set(finished.map(({ plan }) => plan.encoding.name))]
  const encodings = names.map((name) =>
    encodingResult(
      name,
      finished.filter(({ plan }) => plan.encoding.name === name),
    ),
  )
  return { task, trainLength, testLengths, steps, batch, encodings }
}

function encodingResult(name: string, finished: readonly Finished[]): EncodingResult {
  const runs = finished.flatMap((one) => (one.error ? [] : [runResult(one)]))
  const failures = finished.flatMap(({ plan, error }) => (error ? [{ seed: plan.seed, error }] : []))
  const lengths = (runs[0]?.lengths ?? []).map(({ length, chance }, i) => {
    const over = (value: (score: LengthScore) => number) =>
      spread(runs.map((run) => value(run.lengths[i] as LengthScore)))
    return {
      length,
      loss: over(({ loss }) => loss),
      accuracy: over(({ accuracy }) => accuracy),
      exactMatch: over(({ exactMatch }) => exactMatch),
      chance,
    }
  })
  return { name, lengths, runs, failures }
}

function runResult({ plan, reports }: Finished): RunResult {
  const step = reports.filter((report): report is StepReport => report.kind === 'step').at(-1)
  const test = reports.filter((report): report is TestReport => report.kind === 'test').at(-1)
  const remedies = test?.remedies
  return {
    seed: plan.seed,
    loss: step?.loss ?? Number.NaN,
    lengths: test?.lengths ?? [],
    ...(remedies ? { remedies } : {}),
  }
}

function spread(values: readonly number[]): Spread {
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    // spread: one per seed
    min: Math.min(...values),
    // spread: one per seed
    max: Math.max(...values),
  }
}

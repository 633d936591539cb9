// Records of runs as one: by experiment and encoding, with what is missing.

import type { PlannedRun } from './experiment-plan.js'
import type { RunRecord } from './run-record.js'

export interface Merged {
  readonly experiments: readonly MergedExperiment[]
  /** Runs of the plan that are not done. */
  readonly missing: readonly string[]
  /** Records of runs that the plan has not, or has otherwise. */
  readonly strange: readonly string[]
}

interface MergedExperiment {
  readonly name: string
  readonly task: object
  readonly trainLength: number
  readonly testLengths: readonly number[]
  /** The most steps that the plan allows; a run may end earlier. */
  readonly steps: number
  readonly encodings: readonly { readonly name: string; readonly runs: readonly RunRecord[] }[]
}

export function merged(runs: readonly PlannedRun[], records: ReadonlyMap<string, RunRecord>): Merged {
  const recordOf = ({ name, key }: PlannedRun) => {
    const record = records.get(name)
    return record?.key === key ? record : undefined
  }
  const done = new Set(runs.filter(recordOf).map(({ name }) => name))
  return {
    experiments: grouped(runs, ({ experiment }) => experiment).map(([name, own]) => {
      const [{ plan }] = own as [PlannedRun]
      return {
        name,
        task: withoutText(plan.task),
        trainLength: plan.trainLength,
        testLengths: plan.testLengths,
        steps: plan.steps,
        encodings: grouped(own, ({ plan }) => plan.encoding.name).map(([encoding, ofOne]) => ({
          name: encoding,
          runs: ofOne.flatMap((run) => recordOf(run) ?? []),
        })),
      }
    }),
    missing: runs.filter(({ name }) => !done.has(name)).map(({ name }) => name),
    strange: [...records.keys()].filter((name) => !done.has(name)),
  }
}

function grouped<T>(items: readonly T[], key: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return [...groups]
}

const withoutText = ({ text: _, ...task }: object & { text?: unknown }) => task

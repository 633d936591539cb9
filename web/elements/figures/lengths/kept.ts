// The reader's finished runs as bytes for the lab's storage.

import type { Experiment, Run } from './experiment.js'

const VERSION = 1

export function encodeKept(experiments: readonly Experiment[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ version: VERSION, experiments }))
}

/** Experiments out of the storage; those that cannot be read are left out. */
export function decodeKept(bytes: Uint8Array | undefined): Experiment[] {
  if (!bytes) return []
  try {
    const { version, experiments } = JSON.parse(new TextDecoder().decode(bytes))
    return version === VERSION && Array.isArray(experiments) ? experiments.filter(isExperiment) : []
  } catch {
    return []
  }
}

function isExperiment(value: unknown): value is Experiment {
  const { task, trainLength, testLengths, steps, batch, width, date, runs } = (value ??
    {}) as Partial<Experiment>
  const counts = [trainLength, steps, batch, width]
  return (
    typeof task === 'string' &&
    typeof date === 'string' &&
    counts.every(Number.isInteger) &&
    areNumbers(testLengths) &&
    Array.isArray(runs) &&
    runs.every((run) => isRun(run, testLengths.length))
  )
}

function isRun(value: unknown, lengths: number): value is Run {
  const { encoding, seed, accuracy, exactMatch } = (value ?? {}) as Partial<Run>
  const scores = [accuracy, exactMatch]
  return (
    typeof encoding === 'string' &&
    Number.isInteger(seed) &&
    scores.every((list) => areNumbers(list) && list.length === lengths)
  )
}

function areNumbers(list: unknown): list is readonly number[] {
  return Array.isArray(list) && list.every(Number.isFinite)
}

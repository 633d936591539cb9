// A consumer of the lab that is only type-checked.

import {
  batch,
  type LabReport,
  type LabResults,
  type LabStorage,
  presets,
  run,
  type Task,
  tasks,
  WhereformerError,
} from 'whereformer/lab'

export async function use(storage: LabStorage, signal: AbortSignal): Promise<LabResults | undefined> {
  const task: Task = tasks.repeatKth({ k: 2, from: 'end' })
  const { inputIds, targets } = batch(task, { lengths: [2, 3], count: 4, seed: 1 })
  const ids: Int32Array = inputIds.data
  const shape: readonly [number, number] = targets.shape
  console.log(
    ids,
    shape,
    presets.map(({ label }) => label.zh),
  )
  const own = { name: 'two', position: [{ type: 'rope' }, { type: 'alibi' }] }
  const options = { task, encodings: ['none', own], trainLength: 8, testLengths: [8, 16], seeds: [3, 4] }
  let results: LabResults | undefined
  try {
    for await (const report of run(options, { signal, storage, workers: 2 })) {
      if (report.kind === 'step') console.log(report.encoding, report.seed, report.loss)
      else if (report.kind === 'test') console.log(report.lengths[0]?.exactMatch)
      else if (report.kind === 'results') results = report.results
    }
  } catch (error) {
    if (!(error instanceof WhereformerError) || error.code !== 'ERR_ABORTED') throw error
  }
  return results
}

export function wrong(report: LabReport): void {
  // @ts-expect-error: an unknown task
  run({ task: 'copies', encodings: ['rope'], trainLength: 8, testLengths: [8] })
  // @ts-expect-error: lengths are missing
  run({ task: 'copy', encodings: ['rope'] })
  // @ts-expect-error: not every report has a loss
  console.log(report.loss)
}

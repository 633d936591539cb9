// What is kept of the runs of one task: docs/length-generalisation/<task>.json. Pages and figures read nothing else.

/**
 * @typedef {{ encoding: string, seed: number, steps: number, loss: number, accuracy: number[], exactMatch: number[],
 *   core?: string }} RecordedRun
 *   loss: training loss at the end, mean since the last report; accuracy, exactMatch: one per test length; core: where it is another
 *   than the record's
 * @typedef {{ encoding: string, seed: number, error: string }} FailedRun
 * @typedef {{ version: string, core: string, commit: string, node: string, date: string }} Origin
 * @typedef {{ task: object, options: object, chance: { accuracy: number[], exactMatch: number[] }, origin: Origin,
 *   runs: RecordedRun[], failures: FailedRun[] }} Record
 */

/** @returns {Record} without runs */
export function emptyRecord(task, options, origin) {
  const chances = options.testLengths.map((length) => task.chance(length))
  const chance = {
    accuracy: chances.map(({ accuracy }) => rounded(accuracy)),
    exactMatch: chances.map(({ exactMatch }) => rounded(exactMatch)),
  }
  return { task: task.spec, options, chance, origin, runs: [], failures: [] }
}

/** The runs of an earlier record, if the same experiment with the same core made them. */
export function continued(record, earlier) {
  const experiment = ({ task, options, origin }) => JSON.stringify([task, options, origin.core])
  if (!earlier || experiment(earlier) !== experiment(record)) return record
  return { ...record, runs: earlier.runs, failures: earlier.failures }
}

/** The record with this run, sorted as `encodings` are and then by seed. */
export function withRun(record, run, encodings) {
  const others = (list) => list.filter(({ encoding, seed }) => encoding !== run.encoding || seed !== run.seed)
  const sorted = (list) =>
    list.toSorted((a, b) => encodings.indexOf(a.encoding) - encodings.indexOf(b.encoding) || a.seed - b.seed)
  const [runs, failures] = [others(record.runs), others(record.failures)]
  return 'error' in run
    ? { ...record, runs, failures: sorted([...failures, run]) }
    : { ...record, runs: sorted([...runs, run]), failures }
}

/** Hears the reports of runs; returns a run when it has ended. */
export class Listener {
  #loss = new Map()
  #test = new Map()

  /** @returns {RecordedRun | FailedRun | undefined} */
  hear(report) {
    const { encoding, seed } = report
    const key = `${encoding} ${seed}`
    if (report.kind === 'step') this.#loss.set(key, report.loss)
    else if (report.kind === 'test') this.#test.set(key, report)
    else if (report.kind === 'failure') return { encoding, seed, error: report.error.message }
    else if (report.kind === 'finish') {
      const { step, lengths } = this.#test.get(key)
      return {
        encoding,
        seed,
        steps: step,
        loss: rounded(this.#loss.get(key)),
        accuracy: lengths.map(({ accuracy }) => rounded(accuracy)),
        exactMatch: lengths.map(({ exactMatch }) => rounded(exactMatch)),
      }
    }
    return undefined
  }
}

/** Five digits: more than any number of test sequences tells apart. */
const rounded = (value) => Number(value.toPrecision(5))

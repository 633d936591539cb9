// Runs of one task that were trained and tested alike.

export interface Run {
  readonly encoding: string
  readonly seed: number
  /** Share of right tokens, a number per test length. */
  readonly accuracy: readonly number[]
  readonly exactMatch: readonly number[]
  /** Of a text: nats per character, a number per test length. */
  readonly loss?: readonly number[]
}

/** The setting that all runs of an experiment share. */
export interface Setting {
  readonly task: string
  readonly trainLength: number
  /** Ascending. */
  readonly testLengths: readonly number[]
  readonly steps: number
  /** Sequences per step. */
  readonly batch: number
  /** Width of the model. */
  readonly width: number
}

export interface Experiment extends Setting {
  /** Date of the last run, YYYY-MM-DD. */
  readonly date: string
  /** Encodings that have not learned the task, as the record says; absent: the runs say it themselves. */
  readonly notLearned?: readonly string[]
  readonly runs: readonly Run[]
}

/**
 * A recorded experiment from its table, which is a third shorter than its runs.
 * @param table rows of each encoding: the seed, then in thousandths the accuracy of each test length, then the exact match of each, then
 *   the loss of each where it is a text
 */
export function fromTable(
  setting: Omit<Experiment, 'runs'>,
  table: Readonly<Record<string, readonly (readonly number[])[]>>,
): Experiment {
  const lengths = setting.testLengths.length
  const runs = Object.entries(table).flatMap(([encoding, rows]) =>
    rows.map(([seed = 0, ...thousandths]) => {
      const values = thousandths.map((one) => one / 1000)
      const part = (i: number) => values.slice(i * lengths, (i + 1) * lengths)
      const loss = part(2)
      return { encoding, seed, accuracy: part(0), exactMatch: part(1), ...(loss.length > 0 ? { loss } : {}) }
    }),
  )
  return { ...setting, runs }
}

export const MEASURES = ['exactMatch', 'accuracy'] as const
export type Measure = (typeof MEASURES)[number]

/** What a chart shows: the measure that is chosen, or the loss of a text. */
export type Shown = Measure | 'loss'

const settingOf = ({ task, trainLength, testLengths, steps, batch, width }: Setting) =>
  JSON.stringify([task, trainLength, testLengths, steps, batch, width])

export const sameSetting = (a: Setting, b: Setting): boolean => settingOf(a) === settingOf(b)

/** With this run in its experiment, which comes first; the oldest experiments above `most` are dropped. */
export function withRun(
  experiments: readonly Experiment[],
  setting: Setting,
  run: Run,
  date: string,
  most = 24,
): Experiment[] {
  const known = experiments.find((one) => sameSetting(one, setting))
  const others = experiments.filter((one) => one !== known)
  const runs = (known?.runs ?? []).filter(
    ({ encoding, seed }) => encoding !== run.encoding || seed !== run.seed,
  )
  const { task, trainLength, testLengths, steps, batch, width } = setting
  const shared = { task, trainLength, testLengths, steps, batch, width }
  return [{ ...shared, date, runs: [...runs, run] }, ...others].slice(0, most)
}

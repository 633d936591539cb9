// Every value of every seed, one row per run and length.

import type { Experiment } from './experiment.js'

export interface Titled {
  readonly title: string
  readonly experiment: Experiment
}

export async function lengthsCsv(
  experiments: readonly Titled[],
  encodings: readonly string[],
): Promise<string> {
  const { csvLine } = await import('../../parts/export/csv.js')
  const header = [
    'source',
    'task',
    'encoding',
    'seed',
    'steps',
    'trainLength',
    'length',
    'accuracy',
    'exactMatch',
  ]
  const rows = experiments.flatMap(({ title, experiment }) =>
    experiment.runs
      .filter(({ encoding }) => encodings.includes(encoding))
      .flatMap(({ encoding, seed, accuracy, exactMatch }) =>
        experiment.testLengths.map((length, i) => [
          title,
          experiment.task,
          encoding,
          seed,
          experiment.steps,
          experiment.trainLength,
          length,
          accuracy[i] as number,
          exactMatch[i] as number,
        ]),
      ),
  )
  return `${[header, ...rows].map((row) => csvLine(row)).join('\n')}\n`
}

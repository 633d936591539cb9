// How the learning rate of each task is chosen: on a seed that is not reported, by the mean over a few encodings of the loss at training
// lengths, on sequences that are not trained on. All encodings then have the same.

import { join } from 'node:path'

const SEED = 0
const RATES = [0.001, 0.003, 0.01]
const ENCODINGS = ['none', 'rope', 'alibi', 'shaw']

/**
 * Remedies come after training, with the rate of the same task without them.
 * @param folder of the files that the plan names
 */
export function choicePlan(plan, folder) {
  const trained = Object.entries(plan.experiments).filter(([, { remedies }]) => !remedies)
  const experiments = trained.flatMap(([name, fields]) =>
    RATES.map((rate) => [`${name}-${rate}`.replace('.', '_'), atRate(fields, rate, folder)]),
  )
  return { ...plan, experiments: Object.fromEntries(experiments) }
}

function atRate(fields, learningRate, folder) {
  const { task, encodings, trainLength, optimizer } = fields
  const { file } = Object(task)
  return {
    ...fields,
    task: file === undefined ? task : { ...task, file: join(folder, file) },
    encodings: encodings.filter((name) => ENCODINGS.includes(name)),
    ...{ seeds: [SEED], testLengths: [trainLength] },
    optimizer: { ...optimizer, learningRate },
  }
}

/** By task: the mean loss at each rate. */
function lossesByTask(experiments) {
  const tasks = new Map()
  for (const { name, encodings } of experiments) {
    const [task, rate] = name.split('-')
    tasks.set(task, [...(tasks.get(task) ?? []), { rate: rate.replace('_', '.'), mean: meanLoss(encodings) }])
  }
  return tasks
}

/** Infinity where a run failed: a rate that breaks off is never the best. NaN where a run is missing. */
function meanLoss(encodings) {
  const losses = encodings.map(({ runs: [run] }) => lossOf(run))
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

function lossOf(run) {
  if (!run) return Number.NaN
  return run.error ? Number.POSITIVE_INFINITY : run.validationLoss
}

/** Nothing until every rate of the task has all its runs. */
function bestOf(rates) {
  if (rates.some(({ mean }) => Number.isNaN(mean))) return undefined
  const [best] = rates.filter(({ mean }) => Number.isFinite(mean)).toSorted((a, b) => a.mean - b.mean)
  return best?.rate
}

/** One line for each task. */
export function choiceTable(experiments) {
  const shown = ({ rate, mean }) => `${rate} ${Number.isFinite(mean) ? mean.toFixed(4) : '–'}`
  return [...lossesByTask(experiments)]
    .map(([task, rates]) => `${task}: ${rates.map(shown).join(', ')}; best ${bestOf(rates) ?? '–'}`)
    .join('\n')
}

/** The plan with the best rate of each task; experiments of the same task have the same. */
export function withRates(plan, experiments) {
  const best = new Map(
    [...lossesByTask(experiments)].map(([name, rates]) => [taskOf(plan.experiments[name]), bestOf(rates)]),
  )
  const rated = ([name, fields]) => {
    const rate = best.get(taskOf(fields))
    return [
      name,
      rate ? { ...fields, optimizer: { ...fields.optimizer, learningRate: Number(rate) } } : fields,
    ]
  }
  return { ...plan, experiments: Object.fromEntries(Object.entries(plan.experiments).map(rated)) }
}

const taskOf = ({ task }) => JSON.stringify(task)

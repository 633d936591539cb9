// Checks of a stored state against a plan: storage may hold anything.

import { type Fields, fieldsOf, integerOf, itemsOf, numberOf } from '../lib/boundary/checks.js'
import { refuse, show } from '../lib/boundary/errors.js'
import { Pcg32, type Pcg32State } from '../lib/boundary/pcg32.js'
import { hasSettled } from './patience.js'
import type { RunPlan } from './plan.js'
import type { Remedy } from './remedies.js'
import type { LengthScore, RemedyResult, RunReport } from './run-report.js'
import type { LastSteps, RunState } from './run-state.js'
import { STREAMS } from './streams.js'

/** The state in a header, each field checked against the plan; refused if the plan cannot have led there. */
export function stateFor(header: Fields, plan: RunPlan, finished: boolean): Omit<RunState, 'files' | 'key'> {
  const step = integerOf(header.step, 'state.step', 0, plan.steps)
  const reports = reportsOf(header.reports, plan, step, finished)
  if (finished && step < plan.steps && !hasSettled(reports, plan))
    throw refuse('ERR_VALUE', 'state.step', `the end at step ${step}`, `step ${plan.steps}`)
  const told = reports.filter(({ kind }) => kind === 'step').at(-1)?.step ?? 0
  const random = fieldsOf(header.random, 'state.random')
  if (typeof header.build !== 'string') throw refuse('ERR_TYPE', 'state.build', show(header.build), 'a text')
  return {
    build: header.build,
    step,
    reports,
    last: lastOf(header.last, step - told),
    random: {
      sequences: generatorOf(random.sequences, plan.seed, STREAMS.sequences, 'state.random.sequences'),
      positions: generatorOf(random.positions, plan.seed, STREAMS.positions, 'state.random.positions'),
    },
  }
}

/** The reports of a state: all that were due before `step`; of those that are due at it, none, the first or both. */
function reportsOf(value: unknown, plan: RunPlan, step: number, finished: boolean): RunReport[] {
  const due = dueUpTo(plan, step)
  const least = finished ? due.length : due.filter((one) => one.step < step).length
  const items = itemsOf(value, 'state.reports', 'a list of reports', due.length)
  if (items.length < least) throw refuse('ERR_SHAPE', 'state.reports', `${items.length} reports`, `${least}`)
  return items.map((item, i) => reportOf(item, `state.reports[${i}]`, due[i] as Due, plan))
}

type Due = Pick<RunReport, 'kind' | 'step'>

function dueUpTo({ steps, patience, reportEvery, testEvery }: RunPlan, last: number): Due[] {
  const due: Due[] = []
  const isDue = (step: number, every: number) => step === steps || (every > 0 && step % every === 0)
  // a report may say that the run has settled; then it is tested and ends
  const maySettle = (step: number) => patience > 0 && step === last && isDue(step, reportEvery)
  for (let step = 1; step <= last; step++) {
    if (isDue(step, reportEvery)) due.push({ kind: 'step', step })
    if (isDue(step, testEvery) || maySettle(step)) due.push({ kind: 'test', step })
  }
  return due
}

function reportOf(value: unknown, argument: string, due: Due, plan: RunPlan): RunReport {
  const fields = fieldsOf(value, argument)
  if (fields.kind !== due.kind || fields.step !== due.step) {
    const got = `${show(fields.kind)} at step ${show(fields.step)}`
    throw refuse('ERR_VALUE', argument, got, `"${due.kind}" at step ${due.step}`)
  }
  const number = (key: string) => numberOf(fields[key], `${argument}.${key}`)
  if (due.kind === 'test') {
    const lengths = scoresOf(fields.lengths, `${argument}.lengths`, plan)
    const remedies = remediesOf(fields.remedies ?? [], `${argument}.remedies`, plan)
    return { kind: 'test', step: due.step, lengths, ...(remedies.length > 0 ? { remedies } : {}) }
  }
  return {
    kind: 'step',
    step: due.step,
    loss: number('loss'),
    gradientNorm: number('gradientNorm'),
    learningRate: number('learningRate'),
    validationLoss: number('validationLoss'),
    accuracy: shareOf(fields, 'accuracy', argument),
    exactMatch: shareOf(fields, 'exactMatch', argument),
  }
}

function remediesOf(value: unknown, argument: string, plan: RunPlan): RemedyResult[] {
  const { remedies } = plan
  const items = itemsOf(value, argument, 'a list of remedies', remedies.length)
  if (items.length !== remedies.length)
    throw refuse('ERR_SHAPE', argument, `${items.length} remedies`, `${remedies.length}`)
  return items.map((item, i) => {
    const lengths = fieldsOf(item, `${argument}[${i}]`).lengths
    return {
      name: (remedies[i] as Remedy).name,
      lengths: scoresOf(lengths, `${argument}[${i}].lengths`, plan),
    }
  })
}

function scoresOf(value: unknown, argument: string, { testLengths, testCount }: RunPlan): LengthScore[] {
  const items = itemsOf(value, argument, 'a list of scores', testLengths.length)
  if (items.length !== testLengths.length)
    throw refuse('ERR_SHAPE', argument, `${items.length} scores`, `${testLengths.length}, one per length`)
  return items.map((item, i) => {
    const at = `${argument}[${i}]`
    const fields = fieldsOf(item, at)
    const length = testLengths[i] as number
    const chance = fieldsOf(fields.chance, `${at}.chance`)
    return {
      length: integerOf(fields.length, `${at}.length`, length, length),
      loss: numberOf(fields.loss, `${at}.loss`),
      ...(fields.lossError === undefined ? {} : { lossError: numberOf(fields.lossError, `${at}.lossError`) }),
      accuracy: shareOf(fields, 'accuracy', at),
      exactMatch: shareOf(fields, 'exactMatch', at),
      sequences: integerOf(fields.sequences, `${at}.sequences`, testCount, testCount),
      chance: {
        accuracy: shareOf(chance, 'accuracy', `${at}.chance`),
        exactMatch: shareOf(chance, 'exactMatch', `${at}.chance`),
      },
    }
  })
}

function shareOf(fields: Fields, key: string, argument: string): number {
  const share = numberOf(fields[key], `${argument}.${key}`)
  if (share < 0 || share > 1) throw refuse('ERR_VALUE', `${argument}.${key}`, String(share), '0 to 1')
  return share
}

/** The last steps of a state: one loss for each step that no report tells of yet. */
function lastOf(value: unknown, steps: number): LastSteps {
  const fields = fieldsOf(value, 'state.last')
  const losses = itemsOf(fields.losses, 'state.last.losses', 'a list of numbers', steps)
  if (losses.length !== steps)
    throw refuse('ERR_SHAPE', 'state.last.losses', `${losses.length} losses`, `${steps}, one per step`)
  return {
    losses: losses.map((loss, i) => numberOf(loss, `state.last.losses[${i}]`)),
    gradientNorm: numberOf(fields.gradientNorm, 'state.last.gradientNorm'),
    learningRate: numberOf(fields.learningRate, 'state.last.learningRate'),
  }
}

/** The state of a generator that the plan's run draws from, anywhere in its stream. */
function generatorOf(value: unknown, seed: number, stream: number, argument: string): Pcg32State {
  const words = itemsOf(value, argument, 'four whole numbers', 4)
  const { state } = Pcg32.from(words)
  const wanted = new Pcg32(seed, stream).state
  if (state[2] !== wanted[2] || state[3] !== wanted[3])
    throw refuse('ERR_VALUE', argument, 'the numbers of another stream', `those of stream ${stream}`)
  return state
}

// The recorded runs as the page reads them: tools/science/plan.json and docs/length-generalisation/runs put together.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importTypeScript } from '../build/typescript.mjs'
import { root } from '../paths.mjs'

const plan = join(root, 'tools/science/plan.json')
const runs = join(root, 'docs/length-generalisation/runs')

export async function recordedExperiments() {
  const { runsOfPlan } = await importTypeScript('web/command/experiment-plan.ts')
  const { recordsIn } = await importTypeScript('web/command/run-record.ts')
  const { merged } = await importTypeScript('web/command/merged.ts')
  const planned = await runsOfPlan(plan)
  const records = existsSync(runs) ? await recordsIn(runs) : new Map()
  const all = merged(planned, records)
  return {
    ...all,
    experiments: all.experiments.map(withRemedies),
    total: planned.length,
    plan: JSON.parse(readFileSync(plan, 'utf8')),
  }
}

/** Weights under another position are compared as an encoding of its own. */
function withRemedies(experiment) {
  const of = experiment.encodings.flatMap(({ runs }) => runs.flatMap((run) => (run.remedies ? [run] : [])))
  const names = new Set(of.flatMap(({ remedies }) => remedies.map(({ name }) => name)))
  const under = (name) =>
    of.map(({ remedies, ...run }) => ({ ...run, ...remedies.find((one) => one.name === name) }))
  return {
    ...experiment,
    encodings: [...experiment.encodings, ...[...names].map((name) => ({ name, runs: under(name) }))],
  }
}

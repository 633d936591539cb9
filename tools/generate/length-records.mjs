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
  return { ...merged(planned, records), total: planned.length, plan: JSON.parse(readFileSync(plan, 'utf8')) }
}

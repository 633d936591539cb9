// The measured curves as a table; loaded when it is saved.

import { csvLine } from '../../parts/export/csv.js'
import type { TrainDrawing } from './session.js'

const MEASURES = ['loss', 'accuracy', 'exactMatch'] as const

export function curvesCsv({ steps, runs }: TrainDrawing): string {
  const names = runs.flatMap(({ name }) => MEASURES.map((measure) => `${name} ${measure}`))
  const rows = steps.map((step, i) => [
    step,
    ...runs.flatMap(({ curve }) => MEASURES.map((measure) => curve[measure][i] ?? '')),
  ])
  return `${[['step', ...names], ...rows].map(csvLine).join('\n')}\n`
}

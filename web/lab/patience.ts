// When a run has learned what it will: a pure function of its reports, so that a run that goes on ends at the same step.

import type { RunPlan } from './plan.js'
import type { RunReport } from './run-report.js'

const SHARE = 0.99
/** The loss in nats below which it is as good as zero. */
const LEAST = 1e-3

/** Has the loss at training lengths not fallen for `patience` steps? */
export function hasSettled(reports: readonly RunReport[], { patience }: Pick<RunPlan, 'patience'>): boolean {
  if (patience === 0) return false
  let least = Number.POSITIVE_INFINITY
  let fellAt = 0
  let last = 0
  for (const report of reports) {
    if (report.kind !== 'step') continue
    last = report.step
    if (report.validationLoss >= Math.min(least * SHARE, least - LEAST)) continue
    least = report.validationLoss
    fellAt = report.step
  }
  return last - fellAt >= patience
}

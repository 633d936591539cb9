// What both entries of "whereformer/lab" export besides run() and their storage.

export { type ErrorCode, WhereformerError } from '../lib/boundary/errors.js'
export { Pcg32, type Pcg32State, type Random } from '../lib/boundary/pcg32.js'
export type * from '../lib/boundary/platform-types.js'
export { type Batch, type BatchOptions, batch, type Ids } from './batch.js'
export {
  type DrawnPositions,
  type LabEncoding,
  type LabPosition,
  type LabPositions,
  type LabStack,
  type Preset,
  presetNames,
  presets,
} from './encodings.js'
export { forget, type LabRunOptions } from './lab.js'
export type { LabReport, OfRun, RunNote } from './lab-report.js'
export type { FromWorker, LabWorker, ToWorker } from './messages.js'
export { defaultModel, defaultOptimizer, type LabOptions, type RunPlan } from './plan.js'
export type { Remedy } from './remedies.js'
export type { EncodingResult, LabResults, LengthResult, RunResult, Spread } from './results.js'
export type { LengthScore, RemedyResult, RunReport, StepReport, TestReport } from './run-report.js'
export type { LabStorage } from './storage.js'
export type { AssociativeRecallOptions } from './tasks/associative-recall.js'
export type { CopyOptions } from './tasks/copy.js'
export type { ModularAdditionOptions } from './tasks/modular-addition.js'
export type { RepeatKthOptions } from './tasks/repeat-kth.js'
export type { ReverseOptions } from './tasks/reverse.js'
export type { Chance, Sample, Task, TaskSpec, Words } from './tasks/task.js'
export { type TaskName, taskNames, taskOf, tasks } from './tasks/tasks.js'
export type { TextOptions } from './tasks/text.js'
export type { ModelOptions, OptimizerOptions } from './trainer.js'

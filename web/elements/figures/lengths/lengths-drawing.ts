// The recorded runs, and the names of the lab for tasks and encodings.

import type { Preset, Task, Words } from 'whereformer/lab'
import { type Lab, openLab } from '../../parts/engine/lab-platform.js'
import type { Experiment } from './experiment.js'
import type { LengthsState } from './set-up.js'

export interface LengthsDrawing {
  readonly task: Task
  /** Encodings of which runs are recorded. */
  readonly presets: readonly Preset[]
  readonly recorded: Experiment | undefined
  readonly lab: Lab
  readonly taskName: (task: string) => Words
}

export async function drawLengths({ task: name }: Pick<LengthsState, 'task'>): Promise<LengthsDrawing> {
  const [lab, { recorded }] = await Promise.all([openLab(), import('./recorded.generated.js')])
  const { presets, taskOf } = lab
  const encodings = new Set(recorded.flatMap(({ runs }) => runs.map(({ encoding }) => encoding)))
  return {
    presets: presets.filter(({ name }) => encodings.has(name)),
    lab,
    task: taskOf(name),
    taskName: (task) => taskOf(task).name,
    recorded: recorded.find(({ task }) => task === name),
  }
}

// The recorded runs, the names of the lab for tasks and encodings, and the reader's own encoding.

import type { Preset, Task, Words } from 'whereformer/lab'
import { type Lab, openLab } from '../../parts/engine/lab-platform.js'
import type { OpenOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import type { ExampleSizes } from '../../parts/positions/schema-positions.js'
import type { Experiment } from './experiment.js'
import { namesIn } from './lengths-fields.js'
import { type LengthsState, lengthsIn, WIDTH } from './set-up.js'

export interface LengthsDrawing {
  readonly task: Task
  /** Encodings of which runs are recorded. */
  readonly presets: readonly Preset[]
  readonly recorded: Experiment | undefined
  /** Runs on a text, which stand beside those of every task. */
  readonly text: Experiment | undefined
  readonly own: OwnFigure | undefined
  readonly lab: Lab
  readonly taskName: (task: string) => Words
}

export async function drawLengths(state: LengthsState, openOwn: OpenOwn): Promise<LengthsDrawing> {
  const [lab, { recorded, recordedText }] = await Promise.all([openLab(), import('./recorded.generated.js')])
  const { presets, taskOf } = lab
  const encodings = new Set(recorded.flatMap(({ runs }) => runs.map(({ encoding }) => encoding)))
  const task = taskOf(state.task)
  return {
    presets: presets.filter(({ name }) => encodings.has(name)),
    lab,
    task,
    taskName: (name) => taskOf(name).name,
    recorded: recorded.find((one) => one.task === state.task),
    text: recordedText,
    own: namesIn(state.encodings).has(OWN) ? await openOwn(() => modelSizes(state, task, lab)) : undefined,
  }
}

/** Sizes for which tables of positions are made: up to the longest sequence of training and tests. */
function modelSizes({ trainLength, testLengths }: LengthsState, task: Task, lab: Lab): ExampleSizes {
  const { heads } = lab.defaultModel
  const lengths = [trainLength, ...(lengthsIn(testLengths) ?? [])]
  // spread: at most nine lengths
  return { heads, dim: WIDTH / heads, tokens: Math.max(...lengths.map((length) => task.tokens(length))) }
}

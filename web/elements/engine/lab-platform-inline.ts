// Without files beside it there is no script for the lab's workers: tasks and encodings, but no training.

import { presets } from '../../lab/encodings.js'
import { taskOf } from '../../lab/tasks/tasks.js'

export async function openLab() {
  return { presets, taskOf, trains: undefined }
}

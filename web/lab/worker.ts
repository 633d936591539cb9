// The worker's side: one run at a time.

import { WhereformerError } from '../lib/boundary/errors.js'
import { wireError } from '../lib/worker/protocol.js'
import type { FromWorker, ToWorker } from './messages.js'
import { run } from './run.js'
import type { TrainerLibrary } from './trainer.js'

type Answer = (message: FromWorker) => void

/** Serves runs of the lab. @returns the receiver of the lab's messages */
export function serve(load: () => Promise<unknown>, answer: Answer): (message: ToWorker) => void {
  let library: Promise<TrainerLibrary> | undefined
  let controller = new AbortController()

  async function perform({ plan, state }: ToWorker & { kind: 'run' }): Promise<void> {
    controller = new AbortController()
    const { signal } = controller
    try {
      library ??= load().then(trainersOf)
      await run(plan, {
        trainers: await library,
        signal,
        state,
        report: (report) => answer({ kind: 'report', report }),
        keep: (kept) => answer({ kind: 'state', state: kept }),
        warn: (message) => answer({ kind: 'warning', message }),
      })
      answer({ kind: 'done' })
    } catch (cause) {
      answer({ kind: 'failed', error: wireError(cause) })
    }
  }

  return (message) => {
    if (message.kind === 'abort') controller.abort()
    else void perform(message)
  }
}

function trainersOf(library: unknown): TrainerLibrary {
  const trainers = library as Partial<TrainerLibrary>
  if (typeof trainers.trainer === 'function' && typeof trainers.resumeTrainer === 'function') {
    return trainers as TrainerLibrary
  }
  throw new WhereformerError('ERR_UNSUPPORTED', 'this build of the library cannot train')
}

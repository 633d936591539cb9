// What a worker in a browser runs: the library or runs of the lab, whichever the first message is of. In this room, since the library does not
// know of the lab.

import type { OpenFurther } from '../lib/worker/further.js'
import { libraryOf } from '../lib/worker/library.js'
import { wireError } from '../lib/worker/protocol.js'
import { serveLibrary } from '../lib/worker/serve.js'
import type { ToWorker } from './messages.js'
import type { FromScript, Start } from './start.js'
import { serve } from './worker.js'

/** @param open brings what few workers need; runs of the lab never do */
export function startThread(open: OpenFurther): void {
  serveLibrary(open)

  const answer = (message: FromScript) => postMessage(message)
  const nowhere = open(async () => ({ value: undefined }))
  const core = { kind: 'training', wanted: 1, count: 1 } as const
  let take: (message: ToWorker) => void = () => {}

  // The first message of the lab; those of the library are of none of these kinds.
  addEventListener('message', ({ data }: MessageEvent<Start | ToWorker>) => {
    if (data.kind !== 'start') return take(data)
    const library = libraryOf(data.module, core, async () => undefined, nowhere)
    take = serve(() => library, answer)
    library.then(
      () => answer({ kind: 'started' }),
      (cause) => answer({ kind: 'notStarted', error: wireError(cause) }),
    )
  })
}

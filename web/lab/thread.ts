// The script of every worker in browsers, dist/worker-thread.js: it serves the library or runs of the lab, whichever the first message is of. In
// this room, since the library does not know of the lab. The script needs no other file: bundlers may move it, and it runs from a blob too.

import { libraryOf } from '../lib/worker/library.js'
import { wireError } from '../lib/worker/protocol.js'
import { serveLibrary } from '../lib/worker/serve.js'
import type { ToWorker } from './messages.js'
import type { FromScript, Start } from './start.js'
import { serve } from './worker.js'

serveLibrary()

const answer = (message: FromScript) => postMessage(message)

let take: (message: ToWorker) => void = () => {}

// The first message of the lab; those of the library are of none of these kinds.
addEventListener('message', ({ data }: MessageEvent<Start | ToWorker>) => {
  if (data.kind !== 'start') return take(data)
  const library = libraryOf(data.module, { kind: 'training', wanted: 1, count: 1 }, async () => undefined)
  take = serve(() => library, answer)
  library.then(
    () => answer({ kind: 'started' }),
    (cause) => answer({ kind: 'notStarted', error: wireError(cause) }),
  )
})

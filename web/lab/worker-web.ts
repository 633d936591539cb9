// The worker's script in browsers. It needs no other file: bundlers may move it, and it runs from a blob too.

import createCore from 'whereformer-core'
import createTrainCore from 'whereformer-core-train'
import { refuse } from '../lib/boundary/errors.js'
import { fetchUrl } from '../lib/checkpoint/source.js'
import { coreOf, instanceOf } from '../lib/load.js'
import { Training } from '../lib/train/training.js'
import { wireError } from '../lib/worker/protocol.js'
import type { ToWorker } from './messages.js'
import type { FromScript, Modules } from './modules.js'
import { serve } from './worker.js'

const answer = (message: FromScript) => postMessage(message)

const refused = (what: string) =>
  Promise.reject(refuse('ERR_UNSUPPORTED', what, 'a worker of the lab', 'load()'))

async function libraryOf({ core, trainCore }: Modules) {
  return instanceOf(core, {
    glue: createCore,
    open: fetchUrl,
    loadModel: () => refused('loadModel'),
    identify: () => refused('identify'),
    training: async () => new Training({ start: () => coreOf(createTrainCore, trainCore), open: fetchUrl }),
  })
}

let take: (message: ToWorker) => void = () => {}

// The first message brings the modules.
addEventListener('message', ({ data }: MessageEvent<Modules | ToWorker>) => {
  if (data.kind !== 'modules') return take(data)
  const library = libraryOf(data)
  take = serve(() => library, answer)
  library.then(
    () => answer({ kind: 'started' }),
    (cause) => answer({ kind: 'notStarted', error: wireError(cause) }),
  )
})

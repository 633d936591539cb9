// The error of loadInWorker() where there are no workers of browsers.

import { refuse, type WhereformerError } from '../boundary/errors.js'

export function noWorkers(): WhereformerError {
  const got = 'a platform without the workers of browsers'
  const wanted =
    'a page or a worker; in Node and Deno call load() of "whereformer" in a thread of node:worker_threads'
  return refuse('ERR_UNSUPPORTED', 'loadInWorker', got, wanted)
}

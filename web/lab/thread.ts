// The script of every worker in browsers, dist/worker-thread.js. What few workers need comes with a second one; else the script needs no other
// file: bundlers may move it, and it runs from a blob too.

import { furtherByScript } from '../lib/worker/further.js'
import { startThread } from './start-thread.js'

export const start = (): void => startThread(furtherByScript)

// The script of workers where everything is in one file, dist/elements/inline.js.

import { furtherInside } from '../lib/worker/further-inside.js'
import { startThread } from './start-thread.js'

startThread(furtherInside)

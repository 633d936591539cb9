// The script of a helper in browsers, as text inside the code for threads.

import source from 'core-thread-source'
import { blobOf } from '../boundary/worker-script.js'

export const helperScript = blobOf(async () => ({ default: source }))

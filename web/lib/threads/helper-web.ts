// A helper in browsers: dist/core-thread.js.

import { type HelperWork, help } from './helper.js'

addEventListener('message', ({ data }: MessageEvent<HelperWork>) => help(data, () => postMessage('ready')))

// The makers of browsers.

import { hub } from './hub/on-demand.js'
import type { Makers } from './makers.js'
import { randomRequest } from './train/random-request.js'

export const makers: Makers = { ...hub, randomRequest }

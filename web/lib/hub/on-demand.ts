// Models by name in browsers, whose families come from files beside this module.

import { readersOnDemand } from '../checkpoint/readers-on-demand.js'
import { onDemand } from '../families/on-demand.js'
import { hubOver } from './web.js'

export const hub = hubOver(onDemand, readersOnDemand)

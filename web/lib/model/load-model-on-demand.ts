// Models whose families, and whose readers of other formats, come from files beside this module.

import { readersOnDemand } from '../checkpoint/readers-on-demand.js'
import { onDemand } from '../families/on-demand.js'
import { modelLoader } from './load-model.js'

export const loadModel = modelLoader(onDemand, readersOnDemand)

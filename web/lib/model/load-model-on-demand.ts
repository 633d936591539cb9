// Models whose families come from files beside this module.

import { openRenderer } from '../chat/on-demand.js'
import { onDemand } from '../families/on-demand.js'
import { modelLoader } from './load-model.js'

export const loadModel = modelLoader({ families: onDemand, renderer: openRenderer })

// Models whose further code comes from files beside this module.

import { codeOnDemand } from './code-on-demand.js'
import { modelLoader } from './load-model.js'

export const loadModel = modelLoader(codeOnDemand)

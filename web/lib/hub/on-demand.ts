// Models by name in browsers, whose further code comes from files beside this module.

import { codeOnDemand } from '../model/code-on-demand.js'
import { hubOver } from './web.js'

export const hub = hubOver(codeOnDemand)

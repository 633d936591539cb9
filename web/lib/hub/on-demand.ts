// Models by name in browsers, whose families come from files beside this module.

import { openRenderer } from '../chat/on-demand.js'
import { onDemand } from '../families/on-demand.js'
import { hubOver } from './web.js'

export const hub = hubOver({ families: onDemand, renderer: openRenderer })

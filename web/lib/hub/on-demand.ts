// Models by name in browsers, whose families, and tokenizers without a tokenizer.json, come from files beside this module.

import { onDemand } from '../families/on-demand.js'
import { filesOnDemand } from '../tokenizer/files-on-demand.js'
import { hubOver } from './web.js'

export const hub = hubOver(onDemand, filesOnDemand)

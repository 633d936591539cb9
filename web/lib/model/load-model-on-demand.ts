// Models whose families, and tokenizers without a tokenizer.json, come from files beside this module.

import { onDemand } from '../families/on-demand.js'
import { filesOnDemand } from '../tokenizer/files-on-demand.js'
import { modelLoader } from './load-model.js'

export const loadModel = modelLoader(onDemand, filesOnDemand)

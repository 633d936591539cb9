// The script of a worker: dist/worker-thread.js.

import createCore from 'whereformer-core'
import createTrainCore from 'whereformer-core-train'
import { coreOf, instanceOf } from '../load.js'
import { serve } from './serve.js'

serve({
  library: (module, onDemand) => instanceOf(module, { glue: createCore, ...onDemand }),
  training: (module) => coreOf(createTrainCore, module),
})

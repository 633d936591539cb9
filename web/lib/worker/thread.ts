// The script of a worker: dist/worker-thread.js.

import createCore from 'whereformer-core'
import { instanceOf } from '../load.js'
import { serve } from './serve.js'

serve((module, onDemand) => instanceOf(module, { glue: createCore, ...onDemand }))

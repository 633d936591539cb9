// dist/worker-further.js, which a worker runs beside its script when somebody asks for what it holds.

import { FURTHER } from './further.js'
import { further } from './further-inside.js'

Object.assign(globalThis, { [FURTHER]: further })

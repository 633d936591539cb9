// dist/worker-further.js, which a worker runs beside its script when somebody asks for what it holds.

import { families as vision } from '../families/further/vision.js'
import type { OpenChunk } from '../families/further.js'
import { FURTHER, type Further } from './further.js'
import { further } from './further-inside.js'

/** Models that read pictures are here too, unlike in scripts that hold all code. */
const families: OpenChunk = (name) => (name === 'vision' ? Promise.resolve(vision) : further.families(name))

const all: Further = { ...further, families }

Object.assign(globalThis, { [FURTHER]: all })

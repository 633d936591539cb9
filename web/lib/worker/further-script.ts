// dist/worker-further.js, which a worker runs beside its script when somebody asks for what it holds.

import { families as audio } from '../families/further/audio.js'
import { families as vision } from '../families/further/vision.js'
import type { ChunkName, FamiliesOf, OpenChunk } from '../families/further.js'
import { FURTHER, type Further } from './further.js'
import { further } from './further-inside.js'

/** Models that read pictures or sounds are here too, unlike in scripts that hold all code. */
const signals: Partial<Record<ChunkName, FamiliesOf>> = { audio, vision }

const families: OpenChunk = async (name) => signals[name] ?? further.families(name)

const all: Further = { ...further, families }

Object.assign(globalThis, { [FURTHER]: all })

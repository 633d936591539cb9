// Models by name in browsers.

import type { OpenChunk } from '../families/further.js'
import { hubOf } from './from-pretrained.js'
import { loadHere } from './load-here.js'
import { pages } from './pages.js'

export const hubOver = (families: OpenChunk) => hubOf({ ...pages, families }, loadHere(families))

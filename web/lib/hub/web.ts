// Models by name in browsers.

import type { Chunks } from '../model/load-model.js'
import { hubOf } from './from-pretrained.js'
import { loadHere } from './load-here.js'
import { pages } from './pages.js'

export const hubOver = (chunks: Chunks) => hubOf({ ...pages, families: chunks.families }, loadHere(chunks))

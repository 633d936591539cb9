// Models by name in browsers.

import type { OpenReader } from '../checkpoint/weight-file.js'
import type { OpenChunk } from '../families/further.js'
import { hubOf } from './from-pretrained.js'
import { loadHere } from './load-here.js'
import { pages } from './pages.js'

export const hubOver = (families: OpenChunk, readers: OpenReader) =>
  hubOf({ ...pages, families }, loadHere(families, readers))

// Models by name in browsers.

import type { OpenChunk } from '../families/further.js'
import type { OpenFiles } from '../tokenizer/given-files.js'
import { hubOf } from './from-pretrained.js'
import { loadHere } from './load-here.js'
import { pages } from './pages.js'

export const hubOver = (families: OpenChunk, tokenizerFiles: OpenFiles) =>
  hubOf({ ...pages, families, tokenizerFiles }, loadHere(families, tokenizerFiles))

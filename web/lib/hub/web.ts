// Models by name in browsers.

import type { ModelCode } from '../model/model-code.js'
import { hubOf } from './from-pretrained.js'
import { loadHere } from './load-here.js'
import { pages } from './pages.js'

export const hubOver = (code: ModelCode) => hubOf({ ...pages, ...code }, loadHere(code))

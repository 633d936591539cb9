// Models by name in browsers.

import { hubOf } from './from-pretrained.js'
import { loadHere } from './load-here.js'
import { pages } from './pages.js'

export const hub = hubOf(pages, loadHere)

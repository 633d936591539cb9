// The page of the short form: it must bundle where no peer is installed.

import { ownEngines } from './own-engines.js'
import { start } from './start.js'

start(ownEngines)

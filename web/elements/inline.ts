// dist/elements/inline.js: every element and the library in one classic script. Only while it runs for the first time does it know its tag.

import { allElements } from './all-elements.js'
import { defineAll } from './parts/element/define-element.js'
import { cameFrom } from './parts/engine/models-script-inline.js'

cameFrom(globalThis.document?.currentScript as HTMLScriptElement | null | undefined)
defineAll(allElements)

// whereformer/elements/register: every element gets its name. On a server nothing happens.

import { allElements } from './all-elements.js'
import { defineAll } from './parts/element/define-element.js'

export { configureElements, type ElementSettings } from './parts/engine/settings.js'

defineAll(allElements)

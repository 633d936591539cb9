// @vitest-environment jsdom
// Generated cases for the custom elements.

import { testTarget } from './session.js'
import { elements } from './targets/elements.js'

testTarget(elements)

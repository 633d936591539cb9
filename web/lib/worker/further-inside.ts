// What few workers need, for scripts that hold everything.

import { readersAtHand } from '../checkpoint/readers-at-hand.js'
import { atHand } from '../families/at-hand.js'
import { identify } from '../identify/identify.js'
import type { Further, OpenFurther } from './further.js'

export const further: Further = { families: atHand, readers: readersAtHand, identify }

export const furtherInside: OpenFurther = () => async () => further

// Encoder–decoders whose code comes when their model_type is seen.

import type { FamiliesOf } from '../further.js'
import { bartRelatives } from './bart-relatives.js'
import { ALIASES, READ_BY } from './encoder-decoders-fields.generated.js'
import { umt5 } from './umt5.js'

const reads = { READ_BY, ALIASES }

export const families: FamiliesOf = (parts) =>
  [...bartRelatives(parts), umt5(parts)].map((family) => ({ ...family, reads }))

// Decoders whose code comes when their model_type is seen.

import type { FamiliesOf } from '../further.js'
import { ALIASES, READ_BY } from './decoders-fields.generated.js'
import { llamaLike } from './llama-like.js'

const reads = { READ_BY, ALIASES }

export const families: FamiliesOf = (parts) => [llamaLike].map((family) => ({ ...family(parts), reads }))

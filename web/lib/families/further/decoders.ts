// Decoders whose code comes when their model_type is seen.

import type { FamiliesOf } from '../further.js'
import { decoderFamily } from './decoder.js'
import { ALIASES, READ_BY } from './decoders-fields.generated.js'
import { layerNormDecoders } from './layer-norm-decoders.js'
import { llamaRelatives } from './llama-relatives.js'

const reads = { READ_BY, ALIASES }

export const families: FamiliesOf = (parts) =>
  [...Object.entries(llamaRelatives), ...Object.entries(layerNormDecoders)]
    .map(decoderFamily(parts))
    .map((family) => ({ ...family, reads }))

// Decoders whose code comes when their model_type is seen.

import type { FamiliesOf } from '../further.js'
import { type Decoder, decoderFamily } from './decoder.js'
import { ALIASES, READ_BY } from './decoders-fields.generated.js'
import { layerNormDecoders } from './layer-norm-decoders.js'
import { llamaRelatives } from './llama-relatives.js'
import { olmoRelatives } from './olmo-relatives.js'
import { squaredReluDecoders } from './squared-relu-decoders.js'

const reads = { READ_BY, ALIASES }

export const families: FamiliesOf = (parts) =>
  [llamaRelatives, layerNormDecoders, olmoRelatives, squaredReluDecoders]
    .flatMap(Object.entries<Decoder>)
    .map(decoderFamily(parts))
    .map((family) => ({ ...family, reads }))

// Encoders of sound, and Whisper, whose code comes when their model_type is seen.

import type { FamiliesOf } from '../further.js'
import { ALIASES, READ_BY } from './audio-fields.generated.js'
import { hubert, wav2vec2 } from './wav2vec2.js'
import { whisper } from './whisper.js'

const reads = { READ_BY, ALIASES }

export const families: FamiliesOf = (parts) =>
  [hubert, wav2vec2, whisper].map((make) => ({ ...make(parts), reads }))

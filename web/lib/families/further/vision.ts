// Encoders of pictures, and the towers of texts that belong to them, whose code comes when their model_type is seen.

import type { FamiliesOf } from '../further.js'
import { pictureTowers, textTowers } from './clip.js'
import { ALIASES, READ_BY } from './vision-fields.generated.js'
import { deit, dinov2, registers, vit } from './vit.js'

const reads = { READ_BY, ALIASES }

export const families: FamiliesOf = (parts) => {
  const all = [
    ...[vit, deit, dinov2, registers].map((make) => make(parts)),
    ...pictureTowers(parts),
    ...textTowers(parts),
  ]
  return all.map((family) => ({ ...family, reads }))
}

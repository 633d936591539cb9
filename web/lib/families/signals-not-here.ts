// What stands for the families of pictures and sounds in scripts that hold all their code: these have none for either.

import { WhereformerError } from '../boundary/errors.js'
import type { FamiliesOf } from './further.js'

export const families: FamiliesOf = () => {
  const reason = 'models that read pictures or sounds, and their towers, come from a file beside the module'
  const advice = 'import "whereformer" and load them on the thread of the page'
  throw new WhereformerError(
    'ERR_UNSUPPORTED',
    `config.model_type: ${reason}, and this code loads none: ${advice}`,
  )
}

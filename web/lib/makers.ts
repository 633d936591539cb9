// Models that need no files of the caller: by a name, and random ones. Browsers load both with the first of them.

import type { Core } from './boundary/core.js'
import type { Hub } from './hub/from-pretrained.js'
import type { Model } from './model/model.js'
import type { randomRequest } from './train/random-request.js'

export interface Makers extends Hub<Core, Model> {
  randomRequest: typeof randomRequest
}

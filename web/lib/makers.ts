// Models that need no files of the caller: by a name, and random ones. Browsers load both with the first of them.

import type { Core } from './boundary/core.js'
import type { LoadModelOptions } from './families/weight-format.js'
import type { Hub } from './hub/hub.js'
import type { LoadModelRequest } from './model/load-model-request.js'
import type { Model } from './model/model.js'
import type { RandomModelOptions, RandomModelSpec } from './train/random-model.js'

export interface Makers extends Hub<Core, Model> {
  randomRequest(
    spec: RandomModelSpec,
    options: RandomModelOptions | undefined,
  ): [LoadModelRequest, LoadModelOptions]
}

// The entry with the bytes of the core in a module: no asset, and nothing on demand, for service workers, CDNs and strict bundlers. One core
// serves all of it.

import { INLINE } from './boundary/threads-info.js'
import { openRenderer } from './chat/not-here.js'
import { fetchUrl } from './checkpoint/source.js'
import { atHand } from './families/at-hand.js'
import { hubOver } from './hub/web.js'
import { identify } from './identify/identify.js'
import { loaderFor } from './load.js'
import { modelLoader } from './model/load-model.js'
import * as trainingCode from './train/code.js'
import { randomRequest } from './train/random-request.js'
import { wasmFiles } from './wasm-inside.js'

export * from './exports.js'

const chunks = { families: atHand, renderer: openRenderer }

export const load = loaderFor({
  glue: trainingCode.glue,
  wasm: wasmFiles,
  open: fetchUrl,
  loadModel: modelLoader(chunks),
  makers: async () => ({ ...hubOver(chunks), randomRequest }),
  identify: async () => identify,
  training: { code: async () => trainingCode, wasm: wasmFiles },
  threads: async () => INLINE,
})

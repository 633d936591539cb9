// The entry for Node: reads the .wasm file beside this module, and weights from the file system too.

import createCore from 'whereformer-core'
import { fetchUrl, type OpenUrl } from './checkpoint/source.js'
import { hub } from './hub/node.js'
import { identify } from './identify/identify.js'
import { loaderFor } from './load.js'
import { loadModel } from './model/load-model-on-demand.js'
import { openFile } from './node-file.js'
import { parallel } from './threads/code-node.js'
import * as trainingCode from './train/code.js'
import { randomRequest } from './train/random-request.js'
import { trainWasmFiles } from './train/wasm-files.js'
import { wasmFiles } from './wasm-files.js'

export * from './exports.js'

// file: addresses and paths are files, everything else is fetched
const openUrl: OpenUrl = (url, options) => {
  const text = String(url)
  const isFile = text.startsWith('file:') || !/^[a-z][a-z0-9+.-]+:/i.test(text)
  return isFile ? openFile(text, options.phase) : fetchUrl(url, options)
}

export const load = loaderFor({
  glue: createCore,
  wasm: wasmFiles,
  open: openUrl,
  loadModel,
  makers: async () => ({ ...hub, randomRequest }),
  identify: async () => identify,
  training: { code: async () => trainingCode, wasm: trainWasmFiles },
  threads: async () => parallel,
})

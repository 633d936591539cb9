// The entry for Node: reads the .wasm file beside this module, and weights from the file system too.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import createCore from 'whereformer-core'
import { WhereformerError } from './boundary/errors.js'
import { fetchUrl, type OpenUrl } from './checkpoint/source.js'
import { loaderFor } from './load.js'
import { loadModel } from './model/load-model.js'
import * as trainingCode from './train/code.js'
import { trainWasmFiles } from './train/wasm-files.js'
import { wasmFiles } from './wasm-files.js'

export * from './exports.js'

// file: addresses and paths are files, everything else is fetched
const openUrl: OpenUrl = (url, options) => {
  const text = String(url)
  if (text.startsWith('file:')) return openFile(text)
  return /^[a-z][a-z0-9+.-]+:/i.test(text) ? fetchUrl(url, options) : openFile(text)
}

const openFile: (place: string) => ReturnType<OpenUrl> = async (place) => {
  try {
    const path = place.startsWith('file:') ? fileURLToPath(place) : place
    const { size } = await stat(path)
    const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    return { body, total: size, from: path }
  } catch (cause) {
    throw new WhereformerError('ERR_LOAD', `${place}: could not be read (${cause})`, { cause })
  }
}

export const load = loaderFor({
  glue: createCore,
  wasm: wasmFiles,
  open: openUrl,
  loadModel,
  training: { code: async () => trainingCode, wasm: trainWasmFiles },
})

// The entry for Node: reads the .wasm file beside this module, and weights from the file system too.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import createCore from 'whereformer-core'
import { WhereformerError } from './errors.js'
import { loaderFor } from './load.js'
import { loadModel } from './load-model.js'
import { fetchUrl, type OpenUrl } from './source.js'

export * from './exports.js'

// file: addresses and paths are files, everything else is fetched
const openUrl: OpenUrl = (url, options) => {
  const text = String(url)
  if (text.startsWith('file:')) return openFile(fileURLToPath(text))
  return /^[a-z][a-z0-9+.-]+:/i.test(text) ? fetchUrl(url, options) : openFile(text)
}

const openFile: (path: string) => ReturnType<OpenUrl> = async (path) => {
  try {
    const { size } = await stat(path)
    const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    return { body, total: size, from: path }
  } catch (cause) {
    throw new WhereformerError('ERR_LOAD', `${path}: could not be read (${cause})`, { cause })
  }
}

export const load = loaderFor({
  glue: createCore,
  wasm: {
    simd: () => new URL('core-simd.wasm', import.meta.url),
    relaxed: () => new URL('core-relaxed.wasm', import.meta.url),
  },
  open: openUrl,
  loadModel,
})

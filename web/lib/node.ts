// The entry for Node: reads the .wasm file beside this module, and weights from the file system too.

import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import createCore from 'whereformer-core'
import { refuse, WhereformerError } from './boundary/errors.js'
import { fetchUrl, type OpenUrl } from './checkpoint/source.js'
import { identify } from './identify/identify.js'
import { loaderFor } from './load.js'
import { loadModel } from './model/load-model.js'
import { parallel } from './threads/code-node.js'
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
    const { size, isFolder } = await factsOf(path)
    if (isFolder) throw refuse('ERR_LOAD', 'weights', `the folder ${place}`, `a file: ${await filesIn(path)}`)
    const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    return { body, total: size, from: path }
  } catch (cause) {
    if (cause instanceof WhereformerError) throw cause
    throw new WhereformerError('ERR_LOAD', `${place}: could not be read (${cause})`, { cause })
  }
}

async function factsOf(path: string): Promise<{ size: number; isFolder: boolean }> {
  const facts = await stat(path)
  return { size: facts.size, isFolder: facts.isDirectory() }
}

/** What a folder offers, for the message of an error. */
async function filesIn(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /\.safetensors(\.index\.json)?$/.test(name))
  if (names.length === 0) return 'it holds no .safetensors file'
  return `it holds ${names.slice(0, 4).join(', ')}${names.length > 4 ? ' …' : ''}`
}

export const load = loaderFor({
  glue: createCore,
  wasm: wasmFiles,
  open: openUrl,
  loadModel,
  identify: async () => identify,
  training: { code: async () => trainingCode, wasm: trainWasmFiles },
  threads: async () => parallel,
})

// The entry for Node: reads the .wasm file beside this module, and weights from the file system too.

import { open, readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import createCore from 'whereformer-core'
import { refuse, WhereformerError } from './boundary/errors.js'
import { foreignAmong } from './checkpoint/formats.js'
import type { Progress } from './checkpoint/progress.js'
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
  const isFile = text.startsWith('file:') || !/^[a-z][a-z0-9+.-]+:/i.test(text)
  return isFile ? openFile(text, options.phase) : fetchUrl(url, options)
}

const openFile = async (place: string, phase: Progress['phase']): ReturnType<OpenUrl> => {
  try {
    const path = place.startsWith('file:') ? fileURLToPath(place) : place
    const { size, isFolder } = await factsOf(path)
    if (isFolder) {
      const wanted = phase === 'wasm' ? 'a .wasm file' : `a file: ${await filesIn(path)}`
      throw refuse('ERR_LOAD', phase, `the folder ${place}`, wanted)
    }
    return { body: await piecesOf(path), total: size, from: path }
  } catch (cause) {
    if (cause instanceof WhereformerError) throw cause
    throw new WhereformerError('ERR_LOAD', `${place}: could not be read (${cause})`, { cause })
  }
}

const PIECE = 2 ** 20

// A file as a stream: Node's own has pieces of 64 kB, and copies each once more.
async function piecesOf(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path)
  return new ReadableStream({
    async pull(controller) {
      const piece = new Uint8Array(PIECE)
      const { bytesRead } = await file.read(piece).catch(async (cause) => {
        await file.close()
        throw cause
      })
      if (bytesRead > 0) return controller.enqueue(piece.subarray(0, bytesRead))
      await file.close()
      controller.close()
    },
    cancel: () => file.close(),
  })
}

async function factsOf(path: string): Promise<{ size: number; isFolder: boolean }> {
  const facts = await stat(path)
  return { size: facts.size, isFolder: facts.isDirectory() }
}

/** What a folder offers, for the message of an error. */
async function filesIn(folder: string): Promise<string> {
  const all = await readdir(folder)
  const names = all.filter((name) => /\.safetensors(\.index\.json)?$/.test(name))
  const others = foreignAmong(all).slice(0, 3).join(', ')
  if (names.length === 0) return `it holds no .safetensors file${others && `, but ${others}`}`
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

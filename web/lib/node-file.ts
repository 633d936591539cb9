// A file of Node's file system as a source of bytes.

import { open, readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { refuse, WhereformerError } from './boundary/errors.js'
import { foreignAmong } from './checkpoint/formats.js'
import type { Progress } from './checkpoint/progress.js'
import type { OpenUrl } from './checkpoint/source.js'

export const openFile = async (place: string, phase: Progress['phase']): ReturnType<OpenUrl> => {
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

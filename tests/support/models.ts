// The models of the golden data and the trained ones.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { LoadModelRequest } from 'whereformer'
import { fileUrl, modelsFolder, readJson } from './golden.js'

export interface ModelFolder {
  name: string
  request: LoadModelRequest & { config: object }
  /** The file of expected values in tests/golden. */
  expected: string
}

const models = fileUrl('models/')

/** The names of all checkpoints of the golden data. */
export function goldenModels(): string[] {
  return readdirSync(models).filter((name) => existsSync(new URL(`${name}/config.json`, models)))
}

/** Does save() write the files of its family? Not where their values were multiplied by others as they were read, nor where one part of the model was. */
export const isWritten = (name: string) =>
  !/^(?:dinov2|clip|clipseg|granite|llava|llava-next|mistral3|gemma3-vision|qwen.*-vl)-/.test(name)

export function goldenModel(name: string): ModelFolder {
  return folderOf(name, new URL(`${name}/`, models), `models/${name}/expected.safetensors`)
}

export const trainedModels = [
  'rope',
  'learned',
  'alibi',
  't5',
  'small-rope',
  'small-learned',
  'small-none',
].map((encoding) => {
  const name = `tiny-shakespeare-${encoding}`
  return folderOf(name, trainedFolder(name), `models/${name}.safetensors`)
})

export function trainedFolder(name: string): URL {
  return new URL(`${name}/`, modelsFolder)
}

function folderOf(name: string, folder: URL, expected: string): ModelFolder {
  const request: ModelFolder['request'] = {
    config: readJson('config.json', folder),
    weights: weightsOf(folder),
  }
  if (existsSync(new URL('tokenizer.json', folder))) request.tokenizer = readJson('tokenizer.json', folder)
  return { name, request, expected }
}

function weightsOf(folder: URL): LoadModelRequest['weights'] {
  const index = 'model.safetensors.index.json'
  if (!existsSync(new URL(index, folder))) return new URL('model.safetensors', folder)
  return { index: readJson<object>(index, folder), file: (name) => new URL(name, folder) }
}

export function bytesOf({ request }: ModelFolder): Uint8Array {
  return new Uint8Array(readFileSync(request.weights as URL))
}

/** The parsed header and the data of a safetensors file, to take it apart. */
export function takeApart(
  file: Uint8Array,
): Record<string, { dtype: string; shape: number[]; bytes: Uint8Array }> {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true))
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)))
  delete header.__metadata__
  const parts = Object.entries(
    header as Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>,
  )
  const inOrder = parts.sort(([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0])
  return Object.fromEntries(
    inOrder.map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        return [name, { dtype, shape, bytes: file.slice(8 + length + from, 8 + length + to) }]
      },
    ),
  )
}

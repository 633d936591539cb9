// The models of the golden data and the two trained ones.

import { existsSync, readFileSync } from 'node:fs'
import type { LoadModelRequest } from 'whereformer'
import { fileUrl, modelsFolder, readJson } from './golden.js'

export interface ModelFolder {
  name: string
  request: LoadModelRequest
  /** The file of expected values in tests/golden. */
  expected: string
}

export const randomModels = [
  'gpt2-f16-bare-names',
  'gpt2-f32',
  'llama-bf16-tied-v4',
  'llama-f16-gqa',
  'llama-f32-gqa-biases',
].map((name) => folderOf(name, fileUrl(`models/${name}/`), `models/${name}/expected.safetensors`))

export const trainedModels = ['tiny-shakespeare-rope', 'tiny-shakespeare-learned'].map((name) =>
  folderOf(name, new URL(`${name}/`, modelsFolder), `models/${name}.safetensors`),
)

function folderOf(name: string, folder: URL, expected: string): ModelFolder {
  const request: LoadModelRequest = {
    config: readJson('config.json', folder),
    weights: new URL('model.safetensors', folder),
  }
  if (existsSync(new URL('tokenizer.json', folder))) request.tokenizer = readJson('tokenizer.json', folder)
  return { name, request, expected }
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

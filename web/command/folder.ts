// A folder as save_pretrained writes it: config.json, tokenizer.json, and safetensors, in one file or in shards with an index.

import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, WhereformerError } from '../lib/boundary/errors.js'
import { headerLength, readHeader, type TensorEntry } from '../lib/checkpoint/safetensors-header.js'

const INDEX = 'model.safetensors.index.json'

export interface ModelFolder {
  path: string
  config: object
  tokenizer: object | undefined
  /** Of the weights, in order. */
  files: string[]
  index: object | undefined
}

export async function modelFolder(path: string): Promise<ModelFolder> {
  const names = await namesIn(path)
  const config = (await json(path, 'config.json')) as object
  const index = names.includes(INDEX) ? await json(path, INDEX) : undefined
  const tokenizer = names.includes('tokenizer.json') ? await json(path, 'tokenizer.json') : undefined
  return { path, config, tokenizer, index, files: index ? filesOf(index) : weightsAmong(names, path) }
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (cause) {
    throw new WhereformerError(
      'ERR_LOAD',
      `${path}: is not a folder that can be read (${messageOf(cause)})`,
      { cause },
    )
  }
}

async function json(path: string, name: string): Promise<object> {
  try {
    return JSON.parse(await readFile(join(path, name), 'utf8')) as object
  } catch (cause) {
    throw new WhereformerError('ERR_LOAD', `${join(path, name)}: could not be read (${messageOf(cause)})`, {
      cause,
    })
  }
}

function filesOf(index: object): string[] {
  const map = (index as { weight_map?: Record<string, string> }).weight_map ?? {}
  return [...new Set(Object.values(map))]
}

function weightsAmong(names: readonly string[], path: string): string[] {
  const files = names.filter((name) => name.endsWith('.safetensors'))
  if (files.includes('model.safetensors')) return ['model.safetensors']
  if (files.length === 1) return files
  const got = files.length === 0 ? 'no .safetensors file' : `${files.join(', ')} and no index`
  throw new WhereformerError(
    'ERR_LOAD',
    `${path}: got ${got}, wanted model.safetensors or shards with ${INDEX}`,
  )
}

/** The tensors of one file, from its header alone. */
export async function tensorsOf(path: string, file: string): Promise<TensorEntry[]> {
  const handle = await open(join(path, file))
  try {
    const start = new Uint8Array(8)
    const { bytesRead } = await handle.read(start, 0, 8, 0)
    const header = new Uint8Array(headerLength(start.subarray(0, bytesRead), file))
    await handle.read(header, 0, header.length, 8)
    return readHeader(header, file)
  } finally {
    await handle.close()
  }
}

/** What loadModel() takes. */
export function weightsOf({ path, files, index }: ModelFolder) {
  return index ? { index, file: (name: string) => join(path, name) } : join(path, files[0] as string)
}

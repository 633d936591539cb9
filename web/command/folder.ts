// A folder as save_pretrained writes it: config.json, tokenizer.json, and safetensors, in one file or in shards with an index.

import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, WhereformerError } from '../lib/boundary/errors.js'
import { FIRST_BYTES, foreignAmong, refusalOfJson } from '../lib/checkpoint/formats.js'
import { fileOfTensors } from '../lib/checkpoint/index-file.js'
import { bad, headerLength, readHeader, type TensorEntry } from '../lib/checkpoint/safetensors-header.js'
import { CONFIG, INDEX, TOKENIZER, WEIGHTS } from '../lib/hub/names.js'
import { COMPANIONS, VOCABULARIES } from '../lib/tokenizer/given-files.js'
import { bytesOf, requireFile, unreadable } from './files.js'

export interface ModelFolder {
  path: string
  config: object
  tokenizer: object | undefined
  /** The names of the files of weights, in order. */
  files: string[]
  index: object | undefined
}

export async function modelFolder(path: string): Promise<ModelFolder> {
  const names = await namesIn(path)
  const config = (await json(path, CONFIG)) as object
  const index = names.includes(INDEX) ? await json(path, INDEX) : undefined
  const tokenizer = names.includes(TOKENIZER)
    ? await json(path, TOKENIZER)
    : await tokenizerFiles(path, names)
  const files = index ? filesOf(index, join(path, INDEX)) : weightsAmong(names, path)
  for (const file of files) await requireFile(join(path, file))
  return { path, config, tokenizer, index, files }
}

/** The files that stand for a tokenizer.json; undefined if no vocabulary is among them. */
async function tokenizerFiles(path: string, names: readonly string[]): Promise<object | undefined> {
  if (!VOCABULARIES.some((file) => names.includes(file))) return undefined
  const there = [...VOCABULARIES, ...COMPANIONS].filter((file) => names.includes(file))
  return Object.fromEntries(
    await Promise.all(there.map(async (file) => [file, await bytesOf(join(path, file))])),
  )
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

async function json(folder: string, name: string): Promise<object> {
  const path = join(folder, name)
  await requireFile(path)
  const bytes = await bytesOf(path)
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as object
  } catch (cause) {
    throw refusalOfJson(bytes, path) ?? unreadable(path, cause)
  }
}

function filesOf(index: object, label: string): string[] {
  return [...new Set(fileOfTensors(index, label).map(([, file]) => file))]
}

function weightsAmong(names: readonly string[], path: string): string[] {
  const files = names.filter((name) => name.endsWith('.safetensors') && !name.startsWith('.'))
  if (files.includes('model.safetensors')) return ['model.safetensors']
  if (files.length === 1) return files
  const others = foreignAmong(names)
  const beside = others.length > 0 ? ` beside ${others.slice(0, 3).join(', ')}` : ''
  const got = files.length === 0 ? `no .safetensors file${beside}` : `${files.join(', ')} and no index`
  throw new WhereformerError('ERR_LOAD', `${path}: got ${got}, wanted ${WEIGHTS} or shards with ${INDEX}`)
}

/** The tensors of one file, from its header alone. */
export async function tensorsOf(path: string, file: string): Promise<TensorEntry[]> {
  const handle = await open(join(path, file))
  const bytesAt = async (at: number, length: number) => {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await handle.read(bytes, 0, length, at)
    return bytes.subarray(0, bytesRead)
  }
  try {
    const length = headerLength(await bytesAt(0, FIRST_BYTES), file)
    const header = await bytesAt(8, length)
    if (header.length < length)
      throw bad(file, `a header of ${length} bytes in a file of ${8 + header.length}`, 'a complete file')
    return readHeader(header, file)
  } finally {
    await handle.close()
  }
}

/** The weights of a folder as loadModel() takes them. */
export function weightsOf({ path, files, index }: ModelFolder) {
  return index ? { index, file: (name: string) => join(path, name) } : join(path, files[0] as string)
}

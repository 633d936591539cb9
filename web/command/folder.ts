// A folder of a model: config.json, tokenizer.json, and safetensors, in one file or in shards with an index, or else pytorch_model.bin or GGUF.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, WhereformerError } from '../lib/boundary/errors.js'
import { foreignAmong, refusalOfJson } from '../lib/checkpoint/formats.js'
import { headersOf } from '../lib/checkpoint/headers.js'
import { fileOfTensors } from '../lib/checkpoint/index-file.js'
import { readersOnDemand } from '../lib/checkpoint/readers-on-demand.js'
import { CONFIG, INDEX, TOKENIZER, WEIGHTS } from '../lib/hub/names.js'
import { isGguf, nameOne, otherWeights, type Weights } from '../lib/hub/other-weights.js'
import { openFile } from '../lib/node-file.js'
import { COMPANIONS, VOCABULARIES } from '../lib/tokenizer/given-files.js'
import { bytesOf, requireFile, unreadable } from './files.js'

export interface ModelFolder {
  path: string
  /** Undefined beside a GGUF file, which brings its own. */
  config: object | undefined
  tokenizer: object | undefined
  /** The names of the files of weights, in order. */
  files: string[]
  index: object | undefined
}

/** @param named the file of weights, if an argument names it */
export async function modelFolder(path: string, named?: string): Promise<ModelFolder> {
  const names = await namesIn(path)
  const described = !names.includes(CONFIG) && (named === undefined ? names : [named]).some(isGguf)
  const config = described ? undefined : await json(path, CONFIG)
  const tokenizer = names.includes(TOKENIZER)
    ? await json(path, TOKENIZER)
    : await tokenizerFiles(path, names)
  const own: Weights = named === undefined ? weightsAmong(names, path) : { file: named }
  const index = 'index' in own ? await json(path, own.index) : undefined
  const files = 'index' in own ? filesOf(index as object, join(path, own.index)) : [own.file]
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

function weightsAmong(names: readonly string[], path: string): Weights {
  if (names.includes(INDEX)) return { index: INDEX }
  const files = names.filter((name) => name.endsWith('.safetensors') && !name.startsWith('.'))
  const file = files.includes(WEIGHTS) ? WEIGHTS : files[0]
  if (file !== undefined && (file === WEIGHTS || files.length === 1)) return { file }
  const other = files.length === 0 ? otherWeights(names, nameOne(path, '--file')) : undefined
  if (other) return other
  const others = foreignAmong(names)
  const beside = others.length > 0 ? ` beside ${others.slice(0, 3).join(', ')}` : ''
  const got = files.length === 0 ? `no .safetensors file${beside}` : `${files.join(', ')} and no index`
  throw new WhereformerError('ERR_LOAD', `${path}: got ${got}, wanted ${WEIGHTS} or shards with ${INDEX}`)
}

/** What the files of weights say before their tensors; GGUF files bring a config. */
export async function folderHeaders({ path, config, files }: ModelFolder) {
  const sources = files.map((file) => ({ label: file, open: () => openFile(join(path, file), 'weights') }))
  const headers = await headersOf(sources, { config, readers: readersOnDemand })
  const described = config ?? headers[0]?.config
  if (!described) throw noConfig(path)
  return { config: described, files: headers.map(({ label, entries }) => ({ file: label, entries })) }
}

const noConfig = (path: string) =>
  new WhereformerError('ERR_LOAD', `${path}: got no ${CONFIG}, wanted one: of files, GGUF alone needs none`)

/** The weights of a folder as loadModel() takes them. */
export function weightsOf({ path, files, index }: ModelFolder) {
  return index ? { index, file: (name: string) => join(path, name) } : join(path, files[0] as string)
}

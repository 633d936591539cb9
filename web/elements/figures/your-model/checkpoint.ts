// The checkpoint among chosen files: config.json, tokenizer.json, and safetensors in one file or in shards.

import type { LoadModelOptions, Progress } from 'whereformer'
import { messageOf } from '../../../lib/boundary/errors.js'
import { FIRST_BYTES, foreignAmong, formatOf, titleOf } from '../../../lib/checkpoint/formats.js'
import { fileOfTensors } from '../../../lib/checkpoint/index-file.js'
import { headerLength, readHeader } from '../../../lib/checkpoint/safetensors-header.js'
import { CONFIG, INDEX, TOKENIZER } from '../../../lib/hub/names.js'
import type { FileTensors } from '../../../lib/model/report.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { OwnModel } from '../../parts/trained/own-model.js'
import type { ChosenFile } from './chosen-files.js'
import type { YourModelWords } from './messages.js'
import { refused, unreadable } from './refusals.js'

export interface Checkpoint {
  /** The name of its folder, or what its config says. */
  title: string
  config: object
  hasTokenizer: boolean
  /** The files of its weights, with their sizes in bytes. */
  shards: readonly { size: number }[]
  /** The host that it is downloaded from; undefined where the files are here. */
  from?: string
  /** The headers of its files of weights. */
  tensors(): Promise<readonly FileTensors[]>
  load(library: AnyLibrary, request: Loading, options: LoadModelOptions): Promise<OwnModel['model']>
}

interface Loading {
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/** No config and no vocabulary is larger. */
const MOST_JSON = 100_000_000

export async function checkpointIn(files: readonly ChosenFile[]): Promise<Checkpoint> {
  const folder = folderOf(files)
  const inside = new Map(
    files.filter(({ path }) => folderIn(path) === folder).map(({ path, file }) => [nameIn(path), file]),
  )
  const [config, tokenizer, index] = await Promise.all(
    [CONFIG, TOKENIZER, INDEX].map((name) => jsonOf(inside.get(name), name)),
  )
  const named = [...inside].filter(([name]) => /^[^.].*\.safetensors$/s.test(name)).sort(byName)
  const shards = index ? indexed(index, inside) : whole(named)
  if (shards.length === 0) throw refused((words) => words.noWeights(foreignIn(inside.keys(), words)))
  const weights = index
    ? { index, file: (name: string) => inside.get(name) as File }
    : shards.length === 1
      ? (shards[0] as File)
      : shards
  const request = { config: config as object, weights, ...(tokenizer && { tokenizer }) }
  return {
    title: folder.split('/').at(-1) || titleIn(request.config),
    config: request.config,
    hasTokenizer: tokenizer !== undefined,
    shards,
    tensors: () => Promise.all(shards.map(tensorsIn)),
    load: (library, loading, options) => library.loadModel({ ...request, ...loading }, options),
  }
}

async function tensorsIn(file: File): Promise<FileTensors> {
  return { file: file.name, entries: await entriesOf(file) }
}

async function entriesOf(file: File) {
  const start = await bytesOf(file, 0, FIRST_BYTES)
  const length = named(start, file.name, () => headerLength(start, file.name))
  return readHeader(await bytesOf(file, 8, 8 + length), file.name)
}

async function bytesOf(file: File, from: number, to: number): Promise<Uint8Array> {
  const bytes = file.slice(from, to).arrayBuffer()
  return new Uint8Array(await bytes.catch((cause) => unreadable(file.name, cause)))
}

/** A file that cannot be read because it has another format is refused with the name of that format. */
function named<T>(start: Uint8Array, name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const format = formatOf(start)
    if (!format) throw cause
    throw refused((words) => words.foreignFile[format.kind](name, titleOf(format)), messageOf(cause))
  }
}

/** That of the config that is the least deep. */
function folderOf(files: readonly ChosenFile[]): string {
  const configs = files.filter(({ path }) => nameIn(path) === CONFIG)
  const [first] = configs.sort((a, b) => depth(a) - depth(b))
  const names = files.map(({ path }) => nameIn(path))
  if (!first)
    throw refused((words) => (names.length ? words.noConfig(foreignIn(names, words)) : words.noFiles))
  if (configs.filter((other) => depth(other) === depth(first)).length > 1)
    throw refused((words) => words.severalModels(configs.length))
  return folderIn(first.path)
}

const depth = ({ path }: ChosenFile) => path.split('/').length
const folderIn = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const byName = ([a]: [string, File], [b]: [string, File]) => (a < b ? -1 : 1)

function indexed(index: object, inside: ReadonlyMap<string, File>): File[] {
  const names = [...new Set(fileOfTensors(index, INDEX).map(([, name]) => name))]
  const missing = names.filter((name) => !inside.has(name))
  if (missing.length) throw refused((words) => words.noShards(missing.slice(0, 3).join(', '), missing.length))
  return names.map((name) => inside.get(name) as File)
}

/** model.safetensors, or all there are. */
function whole(named: readonly (readonly [string, File])[]): File[] {
  const one = named.find(([name]) => name === 'model.safetensors')
  return (one ? [one] : named).map(([, file]) => file)
}

function foreignIn(names: Iterable<string>, words: YourModelWords): string {
  const foreign = foreignAmong([...names])
  return foreign.length ? words.foreign(foreign.slice(0, 3).join(', ')) : ''
}

function titleIn(config: object): string {
  const { _name_or_path: path, model_type: type } = config as Record<string, unknown>
  const name = typeof path === 'string' ? path.split('/').at(-1) : ''
  return name || String(type ?? CONFIG)
}

async function jsonOf(file: File | undefined, name: string): Promise<object | undefined> {
  if (!file) return undefined
  if (file.size > MOST_JSON) throw refused((words) => words.tooLargeJson(name))
  const text = await file.text().catch((cause) => unreadable(name, cause))
  const start = await bytesOf(file, 0, FIRST_BYTES)
  const value = named(start, name, () => parsed(text, name))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw refused((words) => words.notJson(name))
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refused((words) => words.notJson(name), messageOf(cause))
  }
}

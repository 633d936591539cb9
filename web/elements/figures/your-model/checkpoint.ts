// The checkpoint among chosen files: safetensors in one file or in shards, or what else the library reads, and the files beside
// them. Other files than safetensors are read by the library alone, when the model is loaded.

import type { LoadModelOptions, Progress } from 'whereformer'
import { messageOf } from '../../../lib/boundary/errors.js'
import { FIRST_BYTES, foreignAmong, formatOf, titleOf } from '../../../lib/checkpoint/formats.js'
import { fileOfTensors } from '../../../lib/checkpoint/index-file.js'
import { headerLength, readHeader } from '../../../lib/checkpoint/safetensors-header.js'
import {
  CHAT_TEMPLATE,
  CONFIG,
  GENERATION,
  INDEX,
  TOKENIZER,
  TOKENIZER_CONFIG,
} from '../../../lib/hub/names.js'
import { isGguf, otherWeights } from '../../../lib/hub/other-weights.js'
import type { FileTensors } from '../../../lib/model/report.js'
import { COMPANIONS, VOCABULARIES } from '../../../lib/tokenizer/given-files.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { OwnModel } from '../../parts/trained/own-model.js'
import type { ChosenFile } from './chosen-files.js'
import type { YourModelWords } from './messages.js'
import { refused, unreadable } from './refusals.js'

export interface Checkpoint {
  /** The name of its folder, or what its config says. */
  title: string
  /** Undefined where it is inside of a GGUF file. */
  config: object | undefined
  hasTokenizer: boolean
  /** The files of its weights, with their sizes in bytes. */
  shards: readonly { size: number }[]
  /** The host that it is downloaded from; undefined where the files are here. */
  from?: string
  /** The headers of its files of weights; undefined of other files than safetensors. */
  tensors(): Promise<readonly FileTensors[] | undefined>
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
  const json = (name: string) => jsonOf(inside.get(name), name)
  const [config, tokenizerJson, generationConfig, tokenizerConfig] = await Promise.all(
    [CONFIG, TOKENIZER, GENERATION, TOKENIZER_CONFIG].map(json),
  )
  const tokenizer = tokenizerJson ?? (await vocabularyIn(inside))
  const chatTemplate = await inside.get(CHAT_TEMPLATE)?.text()
  const { index, shards } = await weightsIn(inside, json)
  const weights = index
    ? { index, file: (name: string) => inside.get(name) as File }
    : shards.length === 1
      ? (shards[0] as File)
      : shards
  const isOther = !shards.every(isSafetensors)
  const ownConfig = shards.some(({ name }) => isGguf(name))
  if (!config && !ownConfig) throw refused((words) => words.noConfig(''))
  const beside = { tokenizer, generationConfig, tokenizerConfig, chatTemplate }
  const given = Object.entries({ config, ...beside }).filter(([, value]) => value !== undefined)
  return {
    title: folder.split('/').at(-1) || titleIn(config ?? {}, shards),
    config,
    hasTokenizer: tokenizer !== undefined || ownConfig,
    shards,
    tensors: async () => (isOther ? undefined : Promise.all(shards.map(tensorsIn))),
    load: (library, loading, options) =>
      library.loadModel({ ...Object.fromEntries(given), weights, ...loading }, options),
  }
}

const isSafetensors = ({ name }: File) => !/\.(?:gguf|bin)$/i.test(name)

interface Weights {
  /** What names the shards, if anything does. */
  index?: object
  shards: File[]
}

/** safetensors, if there are any; else pytorch_model.bin, else GGUF. */
async function weightsIn(
  inside: ReadonlyMap<string, File>,
  json: (name: string) => Promise<object | undefined>,
): Promise<Weights> {
  const index = await json(INDEX)
  if (index) return { index, shards: indexed(index, INDEX, inside) }
  const named = [...inside].filter(([name]) => /^[^.].*\.safetensors$/s.test(name)).sort(byName)
  const names = [...inside.keys()]
  if (named.length) return { shards: whole(named) }
  const other = otherWeights(names, (found) => refused((words) => words.severalGguf(found.join(', '))))
  if (!other) throw refused((words) => words.noWeights(foreignIn(names, words)))
  if ('file' in other) return { shards: [inside.get(other.file) as File] }
  const otherIndex = (await json(other.index)) as object
  return { index: otherIndex, shards: indexed(otherIndex, other.index, inside) }
}

/** The files that stand for a tokenizer.json, as bytes; undefined if no vocabulary is among them. */
async function vocabularyIn(inside: ReadonlyMap<string, File>): Promise<object | undefined> {
  if (!VOCABULARIES.some((name) => inside.has(name))) return undefined
  const there = [...VOCABULARIES, ...COMPANIONS].flatMap((name) => {
    const file = inside.get(name)
    return file ? [file] : []
  })
  const large = there.find(({ size }) => size > MOST_JSON)
  if (large) throw refused((words) => words.tooLargeJson(large.name))
  return Object.fromEntries(
    await Promise.all(there.map(async (file) => [file.name, await bytesOf(file, 0, file.size)] as const)),
  )
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

/** That of the config that is the least deep, or of GGUF files, which need none. */
function folderOf(files: readonly ChosenFile[]): string {
  const named = files.filter(({ path }) => nameIn(path) === CONFIG)
  const configs = named.length ? named : files.filter(({ path }) => isGguf(path)).slice(0, 1)
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

function indexed(index: object, label: string, inside: ReadonlyMap<string, File>): File[] {
  const names = [...new Set(fileOfTensors(index, label).map(([, name]) => name))]
  const missing = names.filter((name) => !inside.has(name))
  if (missing.length)
    throw refused((words) => words.noShards(label, missing.slice(0, 3).join(', '), missing.length))
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

/** What its config calls it; of files that describe themselves, the name of the first. */
function titleIn(config: object, [first]: readonly File[]): string {
  const { _name_or_path: path, model_type: type } = config as Record<string, unknown>
  const name = typeof path === 'string' ? path.split('/').at(-1) : ''
  return name || (first && isGguf(first.name) && first.name) || String(type ?? CONFIG)
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

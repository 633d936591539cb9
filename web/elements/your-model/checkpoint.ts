// The checkpoint among chosen files: config.json, tokenizer.json, and safetensors in one file or in shards.

import { messageOf } from '../../lib/boundary/errors.js'
import { headerLength, readHeader } from '../../lib/checkpoint/safetensors-header.js'
import type { IndexedWeights } from '../../lib/checkpoint/shards.js'
import type { FileTensors } from '../../lib/model/report.js'
import type { ChosenFile } from './chosen-files.js'
import type { YourModelWords } from './messages.js'
import { refused, unreadable } from './refusals.js'

export interface Checkpoint {
  /** The name of its folder, or what its config says. */
  title: string
  config: object
  tokenizer: object | undefined
  /** The files of its weights. */
  shards: readonly File[]
  /** Of loadModel(). */
  weights: File | IndexedWeights | readonly File[]
}

const INDEX = 'model.safetensors.index.json'

/** No config and no vocabulary is larger. */
const MOST_JSON = 100_000_000

/** Files of weights in other formats. */
const FOREIGN = /\.(bin|pt|pth|gguf|ggml|onnx|h5|msgpack|npz)$/i

export async function checkpointIn(files: readonly ChosenFile[]): Promise<Checkpoint> {
  const folder = folderOf(files)
  const inside = new Map(
    files.filter(({ path }) => folderIn(path) === folder).map(({ path, file }) => [nameIn(path), file]),
  )
  const [config, tokenizer, index] = await Promise.all(
    ['config.json', 'tokenizer.json', INDEX].map((name) => jsonOf(inside.get(name), name)),
  )
  const named = [...inside].filter(([name]) => name.endsWith('.safetensors')).sort(byName)
  const shards = index ? indexed(index, inside) : whole(named)
  if (shards.length === 0) throw refused((words) => words.noWeights(foreignIn(inside, words)))
  const weights = index
    ? { index, file: (name: string) => inside.get(name) as File }
    : shards.length === 1
      ? (shards[0] as File)
      : shards
  const title = folder.split('/').at(-1) || titleIn(config as object)
  return { title, config: config as object, tokenizer, shards, weights }
}

/** The headers of its files of weights. */
export function tensorsIn({ shards }: Checkpoint): Promise<FileTensors[]> {
  return Promise.all(shards.map(async (file) => ({ file: file.name, entries: await entriesOf(file) })))
}

async function entriesOf(file: File) {
  const bytes = async (from: number, to: number) =>
    new Uint8Array(
      await file
        .slice(from, to)
        .arrayBuffer()
        .catch((cause) => unreadable(file.name, cause)),
    )
  const length = headerLength(await bytes(0, 8), file.name)
  return readHeader(await bytes(8, 8 + length), file.name)
}

/** That of the config that is the least deep. */
function folderOf(files: readonly ChosenFile[]): string {
  const configs = files.filter(({ path }) => nameIn(path) === 'config.json')
  const [first] = configs.sort((a, b) => depth(a) - depth(b))
  if (!first) throw refused((words) => (files.length ? words.noConfig : words.noFiles))
  if (configs.filter((other) => depth(other) === depth(first)).length > 1)
    throw refused((words) => words.severalModels(configs.length))
  return folderIn(first.path)
}

const depth = ({ path }: ChosenFile) => path.split('/').length
const folderIn = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const byName = ([a]: [string, File], [b]: [string, File]) => (a < b ? -1 : 1)

function indexed(index: object, inside: ReadonlyMap<string, File>): File[] {
  const map = (index as { weight_map?: Record<string, unknown> }).weight_map ?? {}
  const names = [...new Set(Object.values(map).map(String))]
  const missing = names.filter((name) => !inside.has(name))
  if (missing.length) throw refused((words) => words.noShards(missing.slice(0, 3).join(', '), missing.length))
  return names.map((name) => inside.get(name) as File)
}

/** model.safetensors, or all there are. */
function whole(named: readonly (readonly [string, File])[]): File[] {
  const one = named.find(([name]) => name === 'model.safetensors')
  return (one ? [one] : named).map(([, file]) => file)
}

function foreignIn(inside: ReadonlyMap<string, File>, words: YourModelWords): string {
  const foreign = [...inside.keys()].filter((name) => FOREIGN.test(name))
  return foreign.length ? words.foreign(foreign.slice(0, 3).join(', ')) : ''
}

function titleIn(config: object): string {
  const { _name_or_path: path, model_type: type } = config as Record<string, unknown>
  const name = typeof path === 'string' ? path.split('/').at(-1) : ''
  return name || String(type ?? 'config.json')
}

async function jsonOf(file: File | undefined, name: string): Promise<object | undefined> {
  if (!file) return undefined
  if (file.size > MOST_JSON) throw refused((words) => words.tooLargeJson(name))
  const text = await file.text().catch((cause) => unreadable(name, cause))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refused((words) => words.notJson(name), messageOf(cause))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw refused((words) => words.notJson(name))
}

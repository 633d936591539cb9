// The files of a checkpoint: one source, a list of shards, or an index from tensor names to files.

import { callbackOf, fieldOf, isList, itemsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { isArrayBuffer, isBlob, isResponse, isStream, isUrl } from '../boundary/kinds.js'
import { fileOfTensors } from './index-file.js'
import type { Inventory } from './inventory.js'
import { memoryBytes } from './source.js'
import type { Source } from './weights-source.js'

/** The parsed model.safetensors.index.json, and the source of each file that it names. */
export interface IndexedWeights {
  index: object
  /**
   * Gives the source of a file. Called sequentially, only for files with tensors that the model needs. An index whose names lead out of
   * its folder (`../`, an absolute path, an address) is refused before.
   */
  file: (name: string) => Source | Promise<Source>
}

export type WeightsSource = Source | readonly Source[] | IndexedWeights

/** A source that is opened lazily. */
export interface Shard {
  label: string
  get: () => Source | Promise<Source>
  /** Is the shard in memory or a Blob? Its header can then be read first, at no cost. */
  here: boolean
}

export interface Shards {
  list: Shard[]
  /** Bytes of all tensors, if an index has the number. */
  dataBytes?: number | undefined
}

const MOST_SHARDS = 10_000
const ARGUMENT = 'request.weights'

export function shardsOf(weights: unknown, inventory: Inventory | undefined): Shards {
  if (inventory && isIndexed(weights)) return indexedShards(weights, inventory)
  const many = isList(weights, ARGUMENT)
  const sources = many ? itemsOf(weights, ARGUMENT, 'shards', MOST_SHARDS) : [weights]
  const list = sources.map((source, i) => ({
    label: many && sources.length > 1 ? `weights[${i}]` : 'weights',
    get: () => source as Source, // checked when opened
    here: isHere(source),
  }))
  return { list }
}

/** All sources of weights, asked for at once: a worker cannot receive a function. Only an index needs the inventory. */
export async function allSources(weights: unknown, inventory: Inventory | undefined): Promise<Source[]> {
  const { list } = shardsOf(weights, inventory)
  return Promise.all(list.map(({ get }) => get()))
}

/** Can the weights be read a second time? Streams and responses cannot. */
export function isReadableAgain(weights: unknown): boolean {
  if (isIndexed(weights)) return true
  const sources = isList(weights, ARGUMENT) ? itemsOf(weights, ARGUMENT, 'shards', MOST_SHARDS) : [weights]
  return !sources.some((source) => isStream(source) || isResponse(source))
}

export function isIndexed(weights: unknown): boolean {
  const plain = typeof weights === 'object' && weights !== null && !isList(weights, ARGUMENT)
  return plain && !isSource(weights) && fieldOf(weights, 'index', ARGUMENT) !== undefined
}

/** The tensors that an index names; undefined of other weights. */
export function namesIn(weights: unknown): string[] | undefined {
  if (!isIndexed(weights)) return undefined
  return fileOfTensors(fieldOf(weights, 'index', ARGUMENT), `${ARGUMENT}.index`).map(([tensor]) => tensor)
}

function isSource(value: unknown): boolean {
  if (isUrl(value) || isBlob(value) || isResponse(value)) return true
  return isStream(value) || isArrayBuffer(value) || ArrayBuffer.isView(value)
}

function isHere(source: unknown): boolean {
  return isBlob(source) || memoryBytes(source, ARGUMENT) !== undefined
}

function indexedShards(weights: unknown, inventory: Inventory): Shards {
  const file = callbackOf<IndexedWeights['file']>(fieldOf(weights, 'file', ARGUMENT), `${ARGUMENT}.file`)
  if (!file)
    throw refuse('ERR_TYPE', `${ARGUMENT}.file`, 'nothing', 'a function from a file name to its source')
  const argument = `${ARGUMENT}.index`
  const index = fieldOf(weights, 'index', ARGUMENT)
  const named = fileOfTensors(index, argument)
  inventory.requireNames(named.map(([tensor]) => tensor))
  const needed = [...new Set(named.filter(([tensor]) => inventory.wants(tensor)).map(([, name]) => name))]
  const all = new Set(named.map(([, name]) => name)).size === needed.length
  const list = needed.map((name) => ({ label: show(name), get: () => file(name), here: false }))
  return { list, dataBytes: all ? totalSize(index, argument) : undefined }
}

function totalSize(index: unknown, argument: string): number | undefined {
  const metadata = fieldOf(index, 'metadata', argument)
  const size = typeof metadata === 'object' && metadata !== null && fieldOf(metadata, 'total_size', argument)
  return typeof size === 'number' && Number.isSafeInteger(size) ? size : undefined
}

// One file of weights or several shards, read sequentially, with at most one piece in memory.

import { isUint8Array } from '../boundary/kinds.js'
import { ByteReader } from './byte-reader.js'
import { FIRST_BYTES, formatOf, type ReaderName } from './formats.js'
import type { Inventory } from './inventory.js'
import type { ReceiveRows } from './pieces.js'
import { ProgressSum } from './progress.js'
import { TensorFile } from './safetensors.js'
import { beginsAsHeader, type TensorEntry } from './safetensors-header.js'
import { namesIn, type Shard, type Shards, shardsOf } from './shards.js'
import type { ReadOptions } from './source.js'
import { type OpenFile, type OpenReader, readerParts, type WeightFile } from './weight-file.js'
import { openSource } from './weights-source.js'

/** Receives the tensors. */
export interface Destination {
  /** Called before the tensors of each file, if no fault is known by then. `all`: the names of all tensors, if they are known. */
  begin(all?: readonly string[]): void
  receiverOf(entry: TensorEntry): ReceiveRows | undefined
}

export interface CheckpointOptions extends ReadOptions {
  /** The config.json that the caller gives; without one, the first file has to bring its own. */
  config?: object | undefined
  /** Brings the readers of other formats than safetensors; without it, these are refused. */
  readers?: OpenReader
}

interface OpenShard extends Shard {
  reader?: ByteReader
  file?: WeightFile
}

/** The files of a model; to be closed. */
export class Checkpoint {
  readonly #weights: unknown
  readonly #options: CheckpointOptions
  readonly #openers = new Map<ReaderName, OpenFile>()
  #shards: readonly OpenShard[] = []
  #dataBytes: number | undefined
  readonly #progress: ProgressSum
  readonly #sizes: (number | undefined)[] = [] // of the shards that were opened
  #headerBytes = 0

  constructor(weights: unknown, options: CheckpointOptions) {
    this.#weights = weights
    this.#options = options
    this.#progress = new ProgressSum(options.phase, options.onProgress)
  }

  /** The config.json that the first file brings; undefined if it has none. */
  async config(): Promise<object | undefined> {
    this.#plan(shardsOf(this.#weights, undefined))
    const [first] = this.#shards
    return first && (await this.#fileOf(first)).config
  }

  /** The tensors of all files, or the names of an index; undefined where not all headers can be read before the tensors. */
  async tensors(): Promise<readonly (TensorEntry | string)[] | undefined> {
    const names = namesIn(this.#weights)
    if (names) return names
    this.#plan(shardsOf(this.#weights, undefined))
    if (this.#shards.length > 1 && !this.#shards.every(({ here }) => here)) return undefined
    const lists: (readonly TensorEntry[])[] = []
    for (const shard of this.#shards) lists.push((await this.#fileOf(shard)).entries)
    return lists.flat()
  }

  /** The first file, if it was read. */
  get first(): WeightFile | undefined {
    return this.#shards[0]?.file
  }

  /**
   * Reads the tensors of an inventory; throws if tensors are missing or unexpected. Faults are found in headers. Headers of files in memory are
   * read first; after the first fault only headers are read.
   */
  async read(inventory: Inventory, to: Destination): Promise<void> {
    if (this.#shards.length === 0) this.#plan(shardsOf(this.#weights, inventory))
    const early = this.#shards.length === 1 ? this.#shards : this.#shards.filter(({ here }) => here)
    for (const shard of early) await this.#open(shard)
    for (const shard of early) await this.#note(shard, inventory)
    const isWhole = early.length === this.#shards.length
    if (isWhole) inventory.requireComplete()
    const all = isWhole ? early.flatMap(({ file }) => file?.entries ?? []).map(({ name }) => name) : undefined
    for (const shard of this.#shards) {
      if (!early.includes(shard)) await this.#note(shard, inventory)
      if (!inventory.faulty) {
        to.begin(all)
        await shard.file?.read((entry) => to.receiverOf(entry))
      }
      shard.reader?.close()
    }
    inventory.requireComplete()
  }

  close(): void {
    for (const { reader } of this.#shards) reader?.close()
  }

  #plan({ list, dataBytes }: Shards): void {
    this.#shards = list.map((shard) => ({ ...shard }))
    this.#dataBytes = dataBytes
  }

  async #open(shard: OpenShard): Promise<ByteReader> {
    if (shard.reader) return shard.reader
    const opened = await openSource(await shard.get(), this.#options)
    this.#sizes.push(isUint8Array(opened) ? opened.length : opened.total)
    this.#progress.total = this.#total()
    shard.reader = new ByteReader(opened, this.#progress, this.#options.signal)
    return shard.reader
  }

  /** Reads the header of a file. */
  async #fileOf(shard: OpenShard): Promise<WeightFile> {
    if (shard.file) return shard.file
    const reader = await this.#open(shard)
    const start = await reader.peek(FIRST_BYTES)
    const other = beginsAsHeader(start) ? undefined : formatOf(start)?.reader
    const open = other === undefined ? TensorFile.open : await this.#openerOf(other)
    shard.file = await open(reader, shard.label, this.#options.config)
    this.#headerBytes += shard.file.headerBytes
    this.#progress.total = this.#total()
    return shard.file
  }

  async #openerOf(name: ReaderName): Promise<OpenFile> {
    const readerOf = this.#openers.has(name) ? undefined : await this.#options.readers?.(name)
    if (readerOf) this.#openers.set(name, readerOf(readerParts))
    return this.#openers.get(name) ?? TensorFile.open
  }

  async #note(shard: OpenShard, inventory: Inventory): Promise<void> {
    inventory.add((await this.#fileOf(shard)).entries, shard.label)
  }

  // An index has the bytes of all tensors; each file adds its header.
  #total(): number | undefined {
    if (this.#dataBytes !== undefined) return this.#dataBytes + this.#headerBytes
    if (this.#sizes.length < this.#shards.length) return undefined
    const sum = this.#sizes.reduce<number>((total, size) => total + (size ?? Number.NaN), 0)
    return Number.isNaN(sum) ? undefined : sum
  }
}

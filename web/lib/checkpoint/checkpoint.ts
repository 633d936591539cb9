// One safetensors file or several shards, read sequentially, with at most one piece in memory.

import { isUint8Array } from '../boundary/kinds.js'
import { ByteReader } from './byte-reader.js'
import type { Inventory } from './inventory.js'
import { ProgressSum } from './progress.js'
import { type ReceiveRows, TensorFile } from './safetensors.js'
import type { TensorEntry } from './safetensors-header.js'
import { type Shard, type Shards, shardsOf } from './shards.js'
import type { ReadOptions } from './source.js'
import { openSource } from './weights-source.js'

/** Receives the tensors. */
export interface Destination {
  /** Called before the tensors of each file, if no fault is known by then. `all`: the names of all tensors, if they are known. */
  begin(all?: readonly string[]): void
  receiverOf(entry: TensorEntry): ReceiveRows | undefined
}

/** Reads the tensors of an inventory; throws if tensors are missing or unexpected. */
export async function readCheckpoint(
  weights: unknown,
  inventory: Inventory,
  to: Destination,
  options: ReadOptions,
): Promise<void> {
  const checkpoint = new Checkpoint(shardsOf(weights, inventory), options)
  try {
    await checkpoint.read(inventory, to)
  } finally {
    checkpoint.close()
  }
}

interface OpenShard extends Shard {
  reader?: ByteReader
  file?: TensorFile
}

class Checkpoint {
  readonly #shards: readonly OpenShard[]
  readonly #dataBytes: number | undefined
  readonly #options: ReadOptions
  readonly #progress: ProgressSum
  readonly #sizes: (number | undefined)[] = [] // of the shards that were opened
  #headerBytes = 0

  constructor({ list, dataBytes }: Shards, options: ReadOptions) {
    this.#shards = list.map((shard) => ({ ...shard }))
    this.#dataBytes = dataBytes
    this.#options = options
    this.#progress = new ProgressSum(options.phase, options.onProgress)
  }

  // Faults are found in headers. Headers of files in memory are read first; after the first fault only headers are read.
  async read(inventory: Inventory, to: Destination): Promise<void> {
    const early = this.#shards.length === 1 ? this.#shards : this.#shards.filter(({ here }) => here)
    for (const shard of early) await this.#open(shard)
    for (const shard of early) await this.#readHeader(shard, inventory)
    const isWhole = early.length === this.#shards.length
    if (isWhole) inventory.requireComplete()
    const all = isWhole ? early.flatMap(({ file }) => file?.entries ?? []).map(({ name }) => name) : undefined
    for (const shard of this.#shards) {
      const file = shard.file ?? (await this.#readHeader(shard, inventory))
      if (!inventory.faulty) {
        to.begin(all)
        await file.read((entry) => to.receiverOf(entry))
      }
      shard.reader?.close()
    }
    inventory.requireComplete()
  }

  close(): void {
    for (const { reader } of this.#shards) reader?.close()
  }

  async #open(shard: OpenShard): Promise<ByteReader> {
    const opened = await openSource(await shard.get(), this.#options)
    this.#sizes.push(isUint8Array(opened) ? opened.length : opened.total)
    this.#progress.total = this.#total()
    shard.reader = new ByteReader(opened, this.#progress, this.#options.signal)
    return shard.reader
  }

  async #readHeader(shard: OpenShard, inventory: Inventory): Promise<TensorFile> {
    const file = await TensorFile.open(shard.reader ?? (await this.#open(shard)), shard.label)
    inventory.add(file.entries, shard.label)
    this.#headerBytes += file.headerBytes
    this.#progress.total = this.#total()
    shard.file = file
    return file
  }

  // An index has the bytes of all tensors; each file adds its header.
  #total(): number | undefined {
    if (this.#dataBytes !== undefined) return this.#dataBytes + this.#headerBytes
    if (this.#sizes.length < this.#shards.length) return undefined
    const sum = this.#sizes.reduce<number>((total, size) => total + (size ?? Number.NaN), 0)
    return Number.isNaN(sum) ? undefined : sum
  }
}

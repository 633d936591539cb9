// The regions of the WebAssembly heap that callers own: those of live heap tensors. The rest belongs to the core, so views of it are
// neither read nor written.

import { refuse, type WhereformerError } from './errors.js'

/** The byte range of one heap tensor. */
export interface Region {
  readonly begin: number
  readonly end: number
  /** The tensor was disposed of. */
  freed: boolean
  /** Returns the values where they lie in memory now. */
  readonly look: () => Float32Array
}

/** The regions of one instance of the core. */
export class HeapRegions {
  /** The regions of live tensors, sorted by first byte; they do not overlap. */
  readonly #live: Region[] = []
  /** The views that tensors returned. */
  readonly views = new WeakMap<object, Region>()

  add({ byteOffset, byteLength }: Float32Array, look: () => Float32Array): Region {
    const region = { begin: byteOffset, end: byteOffset + byteLength, freed: false, look }
    this.#live.splice(this.#countUpTo(byteOffset), 0, region)
    return region
  }

  remove(region: Region): void {
    if (!region.freed) this.#live.splice(this.#countUpTo(region.begin) - 1, 1)
    region.freed = true
  }

  /** The last region that begins at or before this byte. */
  at(byte: number): Region | undefined {
    return this.#live[this.#countUpTo(byte) - 1]
  }

  #countUpTo(byte: number): number {
    let [low, high] = [0, this.#live.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#live[middle] as Region).begin <= byte) low = middle + 1
      else high = middle
    }
    return low
  }
}

// The key of the regions on their buffer, known to all modules: the library and its worker entry may receive tensors of each other.
const regionsKey: unique symbol = Symbol.for('whereformer heap regions')

interface Memory extends ArrayBuffer {
  [regionsKey]?: HeapRegions
}

/** The regions of shared memories, kept apart because engines freeze the buffer of one. */
type SharedMemories = WeakMap<ArrayBufferLike, HeapRegions>

function ofSharedMemory(): SharedMemories {
  const all = globalThis as { [regionsKey]?: SharedMemories }
  all[regionsKey] ??= new WeakMap()
  return all[regionsKey]
}

function regionsOf(buffer: ArrayBufferLike): HeapRegions | undefined {
  return (buffer as Memory)[regionsKey] ?? ofSharedMemory().get(buffer)
}

/** Records the view that a tensor returns: memory growth detaches views. */
export function noteView(view: Float32Array, regions: HeapRegions, region: Region): void {
  if (Object.isExtensible(view.buffer))
    Object.defineProperty(view.buffer, regionsKey, { value: regions, configurable: true })
  else ofSharedMemory().set(view.buffer, regions)
  regions.views.set(view, region)
}

/** Is this a view of the memory of a core? */
export const liesInCore = ({ buffer }: Float32Array) => isOfCore(buffer)

/** Is this the memory of a core that has tensors? */
export function isOfCore(buffer: ArrayBufferLike): boolean {
  return regionsOf(buffer) !== undefined
}

/** The live tensor in which a view of the memory of a core lies, others are refused; undefined for memory of the caller. */
export function requireLive(
  view: object,
  buffer: ArrayBufferLike,
  begin: number,
  bytes: number,
  argument: string,
): Region | undefined {
  const regions = regionsOf(buffer)
  if (!regions || bytes === 0) return undefined
  const region = regions.views.get(view) ?? regions.at(begin) // the memory of a disposed tensor may be in use again
  if (region && !region.freed && begin + bytes <= region.end) return region
  throw ofNoTensor(argument)
}

export function ofNoTensor(argument: string): WhereformerError {
  const got = 'memory of WebAssembly that belongs to no live tensor'
  return refuse('ERR_DISPOSED', argument, got, 'a view of a tensor that was not disposed of')
}

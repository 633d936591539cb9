// Tensors in the memory of WebAssembly, for callers who repeat: operations read and write them without a copy.

import { isList } from './checks.js'
import type { Core } from './core.js'
import { disposedOf, disposeKey, disposeWithOwner, Handle } from './handle.js'
import { type HeapRegions, noteView, type Region } from './heap-regions.js'
import { NOTHING } from './raw.js'
import { elementCount, shapeOf, type TensorLike, tensorOf } from './tensor.js'

/** May be passed wherever a tensor may, also as `out`. */
export class HeapTensor {
  readonly shape: number[]
  readonly #memory: Memory
  #view: Float32Array

  /** @internal Comes from tensor. */
  constructor(core: Core, shape: readonly number[], data: Float32Array = NOTHING) {
    const { handle } = core.call((raw) => raw.allocate({ count: elementCount(shape), data }))
    this.shape = Object.freeze([...shape]) as number[]
    this.#memory = new Memory(core, handle)
    this.#view = this.#memory.look()
    disposeWithOwner(this, this.#memory)
  }

  /**
   * The values themselves. The array is another one after the memory has grown: ask again instead of keeping it. One that is kept
   * longer than the tensor is refused wherever it is passed (ERR_DISPOSED).
   */
  get data(): Float32Array {
    this.#memory.requireAlive()
    if (this.#view.buffer.byteLength === 0) this.#view = this.#memory.look()
    return this.#view
  }

  /** Frees the memory; once more does nothing. */
  dispose(): void {
    disposedOf(this)
    this.#memory.dispose()
  }

  [disposeKey](): void {
    this.dispose()
  }
}

/** What a tensor has in WebAssembly. */
class Memory extends Handle {
  readonly #regions: HeapRegions
  #region: Region | undefined

  constructor(core: Core, address: number) {
    super(core, address, 'tensor')
    this.#regions = core.heap
  }

  look(): Float32Array {
    const { data } = this.call((raw, handle) => raw.view({ handle }))
    this.#region ??= this.#regions.add(data)
    noteView(data, this.#regions, this.#region)
    return data
  }

  override dispose(): void {
    if (this.#region) this.#regions.remove(this.#region)
    super.dispose()
  }
}

/** A tensor of zeros, or a copy of another tensor. */
export function tensor(core: Core, source: readonly number[] | TensorLike): HeapTensor {
  if (isList(source, 'source')) return new HeapTensor(core, shapeOf(source, 'source'))
  const { data, shape } = tensorOf(source, 'source')
  return new HeapTensor(core, shape, data)
}

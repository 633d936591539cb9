// Tensors on the WebAssembly heap, for repeated calls: operations read and write them without a copy.

import { isList } from './checks.js'
import type { Core } from './core.js'
import { disposedOf, disposeKey, disposeWithOwner, Handle } from './handle.js'
import { type HeapRegions, noteView, type Region } from './heap-regions.js'
import { isArrayBuffer } from './kinds.js'
import { NOTHING } from './raw.js'
import { elementCount, shapeOf, type TensorLike, tensorOf } from './tensor.js'

/** Accepted wherever a tensor is, also as `out`. */
export class HeapTensor {
  readonly shape: number[]
  readonly #memory: Memory
  #view: Float32Array

  /** @internal Created by tensor(). */
  constructor(core: Core, shape: readonly number[], data: Float32Array = NOTHING) {
    const { handle } = core.call((raw) => raw.allocate({ count: elementCount(shape), data }))
    this.shape = Object.freeze([...shape]) as number[]
    this.#memory = new Memory(core, handle)
    this.#view = this.#memory.look()
    disposeWithOwner(this, this.#memory)
  }

  /**
   * A view of the values. Memory growth detaches views: read this property again instead of keeping the array. A view that is kept
   * after dispose() is refused wherever it is passed (ERR_DISPOSED). Of an instance with threads it lies in shared memory.
   */
  get data(): Float32Array {
    this.#memory.requireAlive()
    const { buffer } = this.#view
    if (buffer.byteLength === 0 || !isArrayBuffer(buffer)) this.#lookAgain(buffer)
    return this.#view
  }

  /** Views of shared memory are not detached; after growth they would be copied where they are passed. */
  #lookAgain(before: ArrayBufferLike): void {
    const view = this.#memory.look()
    if (view.buffer !== before) this.#view = view
  }

  /** Frees the memory; further calls are no-ops. */
  dispose(): void {
    disposedOf(this)
    this.#memory.dispose()
  }

  [disposeKey](): void {
    this.dispose()
  }
}

/** The allocation of a tensor on the WebAssembly heap. */
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

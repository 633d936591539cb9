// Tensors on the WebAssembly heap, for repeated calls: operations read and write them without a copy.

import { isList } from './checks.js'
import type { Core } from './core.js'
import { disposedOf, disposeKey, disposeWithOwner, Handle, itsOwn, skipKey } from './handle.js'
import { type HeapRegions, noteView, type Region } from './heap-regions.js'
import { NOTHING } from './raw.js'
import { elementCount, shapeOf, type TensorInput, tensorOf } from './tensor.js'

/** A tensor on the WebAssembly heap, accepted wherever a tensor is, also as `out`. */
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
   * after dispose() is refused wherever it is passed (ERR_DISPOSED). In an instance with threads the view lies in shared memory.
   */
  get data(): Float32Array {
    HeapTensor.#memoryOf(this).requireAlive()
    if (!this.#memory.holds(this.#view)) this.#view = this.#memory.look()
    return this.#view
  }

  /** @internal */
  get [skipKey](): boolean {
    return true
  }

  static #memoryOf(tensor: HeapTensor): Memory {
    return itsOwn('tensor', () => tensor.#memory)
  }

  /** Frees the memory; further calls are no-ops. */
  dispose(): void {
    HeapTensor.#memoryOf(this).dispose()
    disposedOf(this)
  }

  [disposeKey](): void {
    this.dispose()
  }
}

/** The allocation of a tensor on the WebAssembly heap. */
class Memory extends Handle {
  readonly #core: Core
  readonly #regions: HeapRegions
  #region: Region | undefined

  constructor(core: Core, address: number) {
    super(core, address, 'tensor')
    this.#core = core
    this.#regions = core.heap
  }

  look(): Float32Array {
    const { data } = this.call((raw, handle) => raw.view({ handle }))
    this.#region ??= this.#regions.add(data, () => this.look())
    noteView(data, this.#regions, this.#region)
    return data
  }

  /**
   * Is the view up to date? Growth detaches views; those of shared memory keep the old buffer, and would be copied where they are passed.
   */
  holds({ buffer }: Float32Array): boolean {
    return buffer.byteLength > 0 && buffer === (this.#core.sharedBuffer ?? buffer)
  }

  override dispose(): void {
    if (this.#region) this.#regions.remove(this.#region)
    super.dispose()
  }
}

/** A tensor of zeros, or a copy of another tensor. */
export function tensor(core: Core, source: readonly number[] | TensorInput): HeapTensor {
  if (isList(source, 'source')) return new HeapTensor(core, shapeOf(source, 'source'))
  const { data, shape } = tensorOf(source, 'source')
  return new HeapTensor(core, shape, data)
}

// Tensors in the memory of WebAssembly, for callers who repeat: operations read and write them without a copy.

import { isList } from './checks.js'
import type { Core } from './core.js'
import { disposedOf, disposeKey, disposeWithOwner, Handle } from './handle.js'
import { NOTHING } from './raw.js'
import { elementCount, shapeOf, type TensorLike, tensorOf } from './tensor.js'

const memories = new WeakSet<ArrayBufferLike>()

/** Is this a view of the memory of a core? */
export function liesInCore(data: Float32Array): boolean {
  return memories.has(data.buffer)
}

/** May be passed wherever a tensor may, also as `out`. */
export class HeapTensor {
  readonly shape: number[]
  readonly #core: Core
  readonly #handle: Handle
  #view: Float32Array

  /** @internal Comes from tensor. */
  constructor(core: Core, shape: readonly number[], data: Float32Array = NOTHING) {
    const { handle } = core.call((raw) => raw.allocate({ count: elementCount(shape), data }))
    this.shape = Object.freeze([...shape]) as number[]
    this.#core = core
    this.#handle = new Handle(core, handle, 'tensor')
    this.#view = this.#look()
    disposeWithOwner(this, this.#handle)
  }

  /** The values themselves. The array is another one after the memory has grown: ask again instead of keeping it. */
  get data(): Float32Array {
    this.#handle.requireAlive()
    if (this.#view.buffer.byteLength === 0) this.#view = this.#look()
    return this.#view
  }

  /** Frees the memory; once more does nothing. */
  dispose(): void {
    disposedOf(this)
    this.#handle.dispose()
  }

  [disposeKey](): void {
    this.dispose()
  }

  #look(): Float32Array {
    const handle = this.#handle.requireAlive()
    const { data } = this.#core.call((raw) => raw.view({ handle }))
    memories.add(data.buffer)
    return data
  }
}

/** A tensor of zeros, or a copy of another tensor. */
export function tensor(core: Core, source: readonly number[] | TensorLike): HeapTensor {
  if (isList(source, 'source')) return new HeapTensor(core, shapeOf(source, 'source'))
  const { data, shape } = tensorOf(source, 'source')
  return new HeapTensor(core, shape, data)
}

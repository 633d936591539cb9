// Checkpoints: one safetensors file or several shards, decoded to float32 tensor by tensor.

import { refuse, show, WhereformerError } from './errors.js'
import { decodeBfloat16, decodeFloat16 } from './half.js'
import { readHeader, type TensorEntry } from './safetensors-header.js'
import type { Tensor } from './tensor.js'

interface Stored extends TensorEntry {
  file: Uint8Array
}

export class Checkpoint {
  readonly #tensors = new Map<string, Stored>()

  constructor(files: readonly Uint8Array[]) {
    files.forEach((file, i) => {
      const label = files.length > 1 ? `weights[${i}]` : 'weights'
      for (const entry of readHeader(file, label)) this.#add({ ...entry, file }, label)
    })
  }

  get names(): string[] {
    return [...this.#tensors.keys()]
  }

  has(name: string): boolean {
    return this.#tensors.has(name)
  }

  shapeOf(name: string): readonly number[] {
    return this.#find(name).shape
  }

  /** A copy in float32. */
  read(name: string): Tensor {
    const { dtype, shape, file, begin, end } = this.#find(name)
    const decode = decoders.get(dtype)
    if (!decode)
      throw refuse('ERR_UNSUPPORTED', `weights, tensor ${show(name)}`, `dtype ${dtype}`, 'F32, F16 or BF16')
    return { data: decode(file.slice(begin, end).buffer as ArrayBuffer), shape: [...shape] }
  }

  #add(stored: Stored, label: string): void {
    if (this.#tensors.has(stored.name)) {
      throw refuse(
        'ERR_PARSE',
        label,
        `the tensor ${show(stored.name)} of an earlier shard`,
        'each tensor once',
      )
    }
    this.#tensors.set(stored.name, stored)
  }

  #find(name: string): Stored {
    const stored = this.#tensors.get(name)
    if (!stored) throw new WhereformerError('ERR_VALUE', `weights: no tensor ${show(name)}`)
    return stored
  }
}

// WebAssembly, and so every machine this runs on in practice, is little-endian like the file.
const decoders: ReadonlyMap<string, (bytes: ArrayBuffer) => Float32Array> = new Map([
  ['F32', (bytes) => new Float32Array(bytes)],
  ['F16', (bytes) => decodeFloat16(new Uint16Array(bytes))],
  ['BF16', (bytes) => decodeBfloat16(new Uint16Array(bytes))],
])

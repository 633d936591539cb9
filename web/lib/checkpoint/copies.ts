// Tied weights may be stored more than once. A copy is skipped, but must be equal: transformers uses a different one.
// Both are hashed as they arrive, so neither is kept.

import { show, WhereformerError } from '../boundary/errors.js'
import type { ReceiveRows } from './pieces.js'

/** A copy that differs from its original. */
export class CopyDiffers extends WhereformerError {
  /** The names of the copy and of its original. */
  readonly difference: string

  constructor(difference: string) {
    super('ERR_VALUE', `weights: ${difference}; set tie_word_embeddings to false if they are separate`)
    this.difference = difference
  }
}

export class Copies {
  /** The original of each copy, by names. */
  readonly #originals: Map<string, string>
  readonly #hashes = new Map<string, Hash>()

  constructor(copies: Readonly<Record<string, string>>) {
    this.#originals = new Map(Object.entries(copies))
  }

  /** The names of all tensors that there are: an original without a copy is not hashed. */
  expect(names: ReadonlySet<string>): void {
    for (const copy of this.#originals.keys()) if (!names.has(copy)) this.#originals.delete(copy)
  }

  /** Hashes the rows of copies and originals; undefined for other tensors. */
  receiverOf(name: string): ReceiveRows<Float32Array> | undefined {
    if (!this.#originals.has(name) && ![...this.#originals.values()].includes(name)) return undefined
    const hash = new Hash()
    this.#hashes.set(name, hash)
    return (data) => hash.add(data)
  }

  requireEqual(): void {
    for (const [copy, original] of this.#originals) {
      const [a, b] = [this.#hashes.get(copy), this.#hashes.get(original)]
      if (!a || !b || a.text === b.text) continue
      throw new CopyDiffers(`${show(copy)} differs from ${show(original)}, which config ties it to`)
    }
  }
}

/** Hash of the bits of float32 numbers, in order. */
class Hash {
  #a = 0x811c9dc5
  #b = 0
  #count = 0

  add({ buffer, byteOffset, length }: Float32Array): void {
    const bits = new Uint32Array(buffer, byteOffset, length)
    let [a, b] = [this.#a, this.#b]
    for (let i = 0; i < length; i++) {
      const x = bits[i] as number
      a = Math.imul(a ^ x, 0x01000193)
      b = Math.imul(b + x, 0x9e3779b1)
      b ^= b >>> 15
    }
    this.#a = a
    this.#b = b
    this.#count += length
  }

  get text(): string {
    return `${this.#count} ${this.#a} ${this.#b}`
  }
}

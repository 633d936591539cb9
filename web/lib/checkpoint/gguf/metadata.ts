// The header of a GGUF file, treated as untrusted: metadata by name, then the tensors. Nothing is allocated by a count that the file states
// before as many bytes have arrived.

import type { Cursor } from '../cursor.js'
import type { Here, ReaderParts } from '../weight-file.js'

export type Value = number | string | boolean | readonly number[] | readonly string[] | readonly boolean[]

export type Metadata = ReadonlyMap<string, Value>

/** A tensor as the file describes it; `dims` begin with the length of a row. */
export interface StoredTensor {
  name: string
  dims: number[]
  type: number
  offset: number
}

export interface Header {
  metadata: Metadata
  tensors: StoredTensor[]
}

/** What a header may take; that of a model with 260 thousand tokens takes 16 MB. */
export const LARGEST_HEADER = 2 ** 27

const MOST_FIELDS = 65_536
const MOST_TENSORS = 100_000
/** In all lists together: a number takes 8 bytes of memory, and as little as one of the file. */
const MOST_ITEMS = 2 ** 22
const LONGEST_NAME = 65_535
const LONGEST_TENSOR_NAME = 512
const MOST_AXES = 4

const STRING = 8
const ARRAY = 9

/** The bytes of each type of a value, and how it is read. */
const SCALARS: readonly (readonly [bytes: number, read: (cursor: Cursor) => number | boolean] | undefined)[] =
  [
    [1, (at) => at.u8()],
    [1, (at) => at.number('getInt8')],
    [2, (at) => at.number('getUint16')],
    [2, (at) => at.number('getInt16')],
    [4, (at) => at.u32()],
    [4, (at) => at.number('getInt32')],
    [4, (at) => at.number('getFloat32')],
    [1, (at) => at.u8() !== 0],
    undefined, // a string
    undefined, // an array
    [8, (at) => at.u64()],
    [8, (at) => at.i64()],
    [8, (at) => at.number('getFloat64')],
  ]

export function readHeader(cursor: Cursor, here: Here): Promise<Header> {
  return new HeaderReader(cursor, here).header()
}

class HeaderReader {
  readonly #cursor: Cursor
  readonly #label: string
  readonly #parts: ReaderParts
  readonly #decoder = new TextDecoder()
  #itemsLeft = MOST_ITEMS

  constructor(cursor: Cursor, { label, parts }: Here) {
    this.#cursor = cursor
    this.#label = label
    this.#parts = parts
  }

  async header(): Promise<Header> {
    const at = this.#cursor
    await at.ensure(24)
    at.bytes(4)
    this.#requireVersion(at.u32())
    const tensorCount = this.#atMost(at.u64(), MOST_TENSORS, 'tensors')
    const fieldCount = this.#atMost(at.u64(), MOST_FIELDS, 'fields of metadata')
    const metadata = new Map<string, Value>()
    for (let i = 0; i < fieldCount; i++) {
      const key = await this.#text(LONGEST_NAME, 'a name')
      if (metadata.has(key)) throw this.#bad(`the field ${this.#parts.show(key)} twice`, 'each field once')
      await at.ensure(4)
      metadata.set(key, await this.#value(at.u32(), key))
    }
    const tensors: StoredTensor[] = []
    for (let i = 0; i < tensorCount; i++) tensors.push(await this.#tensor())
    return { metadata, tensors }
  }

  #requireVersion(version: number): void {
    if (version === 2 || version === 3) return
    const { refuse } = this.#parts
    const got = version === 0x03000000 || version === 0x02000000 ? 'big-endian GGUF' : `GGUF ${version}`
    throw refuse('ERR_UNSUPPORTED', this.#label, got, 'GGUF 2 or 3, little-endian')
  }

  async #value(type: number, key: string): Promise<Value> {
    const at = this.#cursor
    if (type === STRING) return this.#text(LARGEST_HEADER, 'a text')
    if (type === ARRAY) return this.#list(key)
    const [bytes, read] = this.#scalar(type, key)
    const wait = at.ensure(bytes)
    if (wait) await wait
    return read(at)
  }

  async #list(key: string): Promise<Value> {
    const at = this.#cursor
    await at.ensure(12)
    const type = at.u32()
    const count = this.#atMost(at.u64(), this.#itemsLeft, `items in ${this.#parts.show(key)}`)
    this.#itemsLeft -= count
    if (type === STRING) {
      const texts: string[] = []
      for (let i = 0; i < count; i++) texts.push(await this.#text(LARGEST_HEADER, 'a text'))
      return texts
    }
    const [bytes, read] = this.#scalar(type, key)
    await at.ensure(bytes * count)
    return Array.from({ length: count }, () => read(at)) as number[] | boolean[]
  }

  #scalar(type: number, key: string) {
    const scalar = SCALARS[type]
    if (scalar) return scalar
    throw this.#bad(`a value of type ${type} in ${this.#parts.show(key)}`, 'a number, text or list of them')
  }

  async #text(longest: number, what: string): Promise<string> {
    const at = this.#cursor
    const first = at.ensure(8)
    if (first) await first
    const length = at.u64()
    if (length > longest) throw this.#bad(`${what} of ${length} bytes`, `at most ${longest}`)
    const rest = at.ensure(length)
    if (rest) await rest
    return this.#decoder.decode(at.bytes(length))
  }

  async #tensor(): Promise<StoredTensor> {
    const at = this.#cursor
    const name = await this.#text(LONGEST_TENSOR_NAME, 'the name of a tensor')
    await at.ensure(4)
    const axes = at.u32()
    if (axes > MOST_AXES) throw this.#bad(`${axes} axes of ${this.#parts.show(name)}`, `at most ${MOST_AXES}`)
    await at.ensure(8 * axes + 12)
    const dims = Array.from({ length: axes }, () => at.u64())
    return { name, dims, type: at.u32(), offset: at.u64() }
  }

  #atMost(count: number, most: number, what: string): number {
    if (count <= most) return count
    throw this.#bad(`${count} ${what}`, `at most ${most}`)
  }

  #bad(got: string, wanted: string) {
    return this.#parts.refuse('ERR_PARSE', `${this.#label}, header`, got, wanted)
  }
}

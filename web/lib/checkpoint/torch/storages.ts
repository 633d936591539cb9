// The numbers of storages as they arrive: tensors that lie one after another are passed on in pieces of rows; a storage whose tensors are
// turned or overlap is in memory as a whole.

import type { Cursor } from '../cursor.js'
import type { Dtype, StoredValues } from '../half.js'
import type { ReceiveRows } from '../pieces.js'
import type { TensorEntry } from '../safetensors-header.js'
import type { Here } from '../weight-file.js'
import type { Storage, View } from './pickle.js'

export interface TorchTensor {
  entry: TensorEntry
  view: View
}

/** The bytes of a number of each type. */
const BYTES: Readonly<Record<string, number>> = {
  ...{ F64: 8, I64: 8, F32: 4, I32: 4, F16: 2, BF16: 2, I16: 2, I8: 1, U8: 1, BOOL: 1 },
}

export const bytesOf = ({ dtype, size }: Storage) => (BYTES[dtype] as number) * size

const numbersIn = (shape: readonly number[]) => shape.reduce((product, n) => product * n, 1)

/** Do rows follow one another? Axes of one entry have any stride. */
function isPlain({ shape, strides }: View): boolean {
  let wanted = 1
  for (let i = shape.length - 1; i >= 0; i--) {
    if (shape[i] !== 1 && strides[i] !== wanted) return false
    wanted *= shape[i] as number
  }
  return true
}

/** Tensors that are the same view, such as tied ones, which are read once. */
interface Same {
  view: View
  receivers: ReceiveRows[]
}

export class StorageReader {
  readonly #cursor: Cursor
  readonly #here: Here
  readonly #eventLoop: { yield(): Promise<boolean> }

  constructor(cursor: Cursor, here: Here) {
    this.#cursor = cursor
    this.#here = here
    this.#eventLoop = new here.parts.EventLoop()
  }

  /** Reads a storage from where the cursor is. */
  async read(
    storage: Storage,
    tensors: readonly TorchTensor[],
    receiverOf: (entry: TensorEntry) => ReceiveRows | undefined,
  ): Promise<void> {
    await this.#eventLoop.yield()
    const same = sameViews(tensors, receiverOf)
    const size = BYTES[storage.dtype] as number
    if (!follow(same)) return this.#readWhole(storage, same)
    let at = 0
    for (const { view, receivers } of same) {
      await this.#pass((view.offset - at) * size)
      await this.#rows(storage.dtype as Dtype, view, receivers)
      at = view.offset + numbersIn(view.shape)
    }
    await this.#pass((storage.size - at) * size)
  }

  async #rows(dtype: Dtype, { shape }: View, receivers: readonly ReceiveRows[]): Promise<void> {
    const [rows = 1, ...row] = shape
    const rowBytes = numbersIn(row) * (BYTES[dtype] as number)
    const most = this.#mostRows(numbersIn(row))
    for (let first = 0; first < rows; first += most) {
      const values = this.#here.parts.valuesIn(
        await this.#take(Math.min(most, rows - first) * rowBytes),
        dtype,
      )
      for (const receive of receivers) receive(values, first)
      await this.#eventLoop.yield() // reading from memory never yields
    }
  }

  async #readWhole(storage: Storage, same: readonly Same[]): Promise<void> {
    const bytes = bytesOf(storage)
    this.#requireLeft(bytes)
    const whole = this.#here.parts.allocateBytes(bytes, this.#here.label)
    for (let at = 0; at < bytes; ) {
      const part = await this.#take(Math.min(this.#here.parts.PIECE, bytes - at))
      whole.set(part, at)
      at += part.length
    }
    const values = this.#here.parts.valuesIn(whole, storage.dtype as Dtype)
    for (const { view, receivers } of same) await this.#gather(values, view, receivers)
  }

  async #gather(values: StoredValues, view: View, receivers: readonly ReceiveRows[]): Promise<void> {
    const [rows = 1, ...row] = view.shape
    const [stride = 0, ...strides] = view.strides
    const places = placesOf(row, strides)
    const most = this.#mostRows(places.length)
    for (let first = 0; first < rows; first += most) {
      const count = Math.min(most, rows - first)
      const piece =
        values.slice(0, 0).constructor === Float32Array
          ? new Float32Array(count * places.length)
          : new Uint16Array(count * places.length)
      for (let i = 0, to = 0; i < count; i++) {
        const from = view.offset + (first + i) * stride
        for (const place of places) piece[to++] = values[from + place] as number
      }
      for (const receive of receivers) receive(piece, first)
      await this.#eventLoop.yield()
    }
  }

  #mostRows(width: number): number {
    const { PIECE, ROWS } = this.#here.parts
    return ROWS * Math.max(1, Math.floor(PIECE / (4 * ROWS * Math.max(1, width))))
  }

  #requireLeft(bytes: number): void {
    const { size, position } = this.#cursor
    if (size !== undefined && position + bytes > size) throw this.#cut(size)
  }

  async #take(count: number): Promise<Uint8Array> {
    const bytes = await this.#cursor.take(count)
    if (bytes.length < count) throw this.#cut(this.#cursor.position)
    return bytes
  }

  async #pass(count: number): Promise<void> {
    if ((await this.#cursor.skip(count)) < count) throw this.#cut(this.#cursor.position)
  }

  #cut(length: number) {
    const { label, parts } = this.#here
    return parts.refuse(
      'ERR_PARSE',
      label,
      `a file of ${length} bytes that ends within a tensor`,
      'a complete file',
    )
  }
}

function sameViews(
  tensors: readonly TorchTensor[],
  receiverOf: (entry: TensorEntry) => ReceiveRows | undefined,
): Same[] {
  const found = new Map<string, Same>()
  for (const { entry, view } of tensors) {
    const receive = numbersIn(view.shape) > 0 ? receiverOf(entry) : undefined
    if (!receive) continue
    const key = `${view.offset} ${view.shape} ${view.strides}`
    const same = found.get(key) ?? { view, receivers: [] }
    same.receivers.push(receive)
    found.set(key, same)
  }
  return [...found.values()].sort((a, b) => a.view.offset - b.view.offset)
}

/** Are all plain, one behind another? */
function follow(same: readonly Same[]): boolean {
  let at = 0
  for (const { view } of same) {
    if (!isPlain(view) || view.offset < at) return false
    at = view.offset + numbersIn(view.shape)
  }
  return true
}

/** Where the numbers of a row are, from its first. */
function placesOf(shape: readonly number[], strides: readonly number[]): number[] {
  let places = [0]
  shape.forEach((n, i) => {
    const stride = strides[i] as number
    places = places.flatMap((place) => Array.from({ length: n }, (_, k) => place + k * stride))
  })
  return places
}

// Tensors on their way to a worker and back. Heap tensors belong to one thread: a worker gets copies of their values.

import { fieldOf } from './checks.js'
import { refuse } from './errors.js'
import { shapeText, type Tensor, tensorOf } from './tensor.js'

/** The same value, without the rest of the memory that its arrays are parts of, and with heap tensors as plain ones. */
export function sendable<T>(value: T): T {
  try {
    return copied(value) as T
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'WhereformerError') throw cause // a tensor that was disposed of
    return value // what cannot be read cannot be posted either, and that is told there
  }
}

function copied(value: unknown): unknown {
  if (value instanceof Float32Array) return value.length * 4 < value.buffer.byteLength ? value.slice() : value
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(copied) : value
  if (Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]))
  }
  const { data, shape } = value as Partial<Tensor>
  return data instanceof Float32Array && shape ? { data: copied(data), shape: [...shape] } : value
}

/** `out` stays on this side: what a worker answers is put there. */
export function keepOut<O>(options: O): { sent: O; receive: (result: Tensor) => Tensor } {
  const given = typeof options === 'object' && options !== null && fieldOf(options, 'out', 'options')
  if (!given) return { sent: options, receive: (result) => result }
  tensorOf(given, 'options.out')
  const { out: _, ...sent } = options as { out?: unknown }
  return { sent: sent as O, receive: (result) => fill(given as Tensor, result) }
}

function fill(out: Tensor, { data, shape }: Tensor): Tensor {
  const room = tensorOf(out, 'options.out')
  if (shapeText(room.shape) !== shapeText(shape)) {
    throw refuse('ERR_SHAPE', 'options.out', `shape ${shapeText(room.shape)}`, shapeText(shape))
  }
  room.data.set(data)
  return out
}

// Tensors in messages. Heap tensors belong to one thread: a worker gets copies of their values.

import { fieldOf } from '../boundary/checks.js'
import { refuse, WhereformerError } from '../boundary/errors.js'
import { requireLive } from '../boundary/heap-regions.js'
import { isFloat32Array, isPlainObject } from '../boundary/kinds.js'
import { shapeText, type Tensor, tensorOf } from '../boundary/tensor.js'

/** A copy of a value that can be posted: arrays are copied out of larger buffers, heap tensors and proxies become plain objects. */
export function sendable<T>(value: T): T {
  try {
    return copied(value) as T
  } catch (cause) {
    if (cause instanceof WhereformerError) throw cause // a tensor that was disposed of
    return value // posting an unreadable value fails with its own error
  }
}

function copied(value: unknown): unknown {
  if (isFloat32Array(value)) return ownMemory(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(copied) : value.slice()
  if (isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]))
  }
  const { data, shape } = value as Partial<Tensor>
  return isFloat32Array(data) && shape ? { data: copied(data), shape: [...shape] } : value
}

function ownMemory(data: Float32Array): Float32Array {
  requireLive(data, data.buffer, data.byteOffset, data.byteLength, 'data')
  return data.byteLength < data.buffer.byteLength ? data.slice() : data
}

/** Options without `out`, which stays in this thread, and a function that copies the worker's result to it. */
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

// Plain tensors: numbers and a shape, row-major, garbage-collected. Data are copied into and out of WebAssembly.

import { fieldOf, itemsOf, typedArrayName } from './checks.js'
import { refuse, show } from './errors.js'

export interface Tensor {
  data: Float32Array
  shape: number[]
}

/** What the package accepts as a tensor. */
export interface TensorLike {
  readonly data: Float32Array
  readonly shape: readonly number[]
}

export function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, 1)
}

export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`
}

/** A checked tensor over the caller's memory; `rank` are the allowed numbers of axes. */
export function tensorOf(value: unknown, argument: string, rank?: readonly number[]): Tensor {
  const shape = shapeOf(fieldOf(value, 'shape', argument), `${argument}.shape`)
  const data = floatsOf(fieldOf(value, 'data', argument), `${argument}.data`)
  if (rank && !rank.includes(shape.length)) {
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, `${rank.join(' or ')} axes`)
  }
  requireLength(data.length, shape, argument)
  return { data, shape }
}

export function requireLength(length: number, shape: readonly number[], argument: string): void {
  const wanted = elementCount(shape)
  if (length !== wanted) {
    throw refuse(
      'ERR_SHAPE',
      `${argument}.data`,
      `${length} values`,
      `${wanted} for shape ${shapeText(shape)}`,
    )
  }
}

const LARGEST_RANK = 8

/** At most eight axis lengths, integers ≥ 0 whose product is a safe integer. */
export function shapeOf(value: unknown, argument: string): number[] {
  const lengths = itemsOf(value, argument, 'a list of axis lengths', LARGEST_RANK)
  const shape = lengths.map((n, i) => axisLength(n, `${argument}[${i}]`))
  if (!Number.isSafeInteger(elementCount(shape))) {
    throw refuse('ERR_SHAPE', argument, shapeText(shape), 'fewer than 2^53 elements')
  }
  return shape
}

function axisLength(value: unknown, argument: string): number {
  const wanted = 'an integer ≥ 0'
  if (typeof value !== 'number') throw refuse('ERR_TYPE', argument, show(value), wanted)
  if (!Number.isSafeInteger(value) || value < 0) throw refuse('ERR_SHAPE', argument, String(value), wanted)
  return value
}

export function floatsOf(value: unknown, argument: string): Float32Array {
  const { buffer, offset, length } = memoryOf(value, 'Float32Array', argument)
  return new Float32Array(buffer, offset, length)
}

export function bytesOf(value: unknown, argument: string): Uint8Array {
  const { buffer, offset, length } = memoryOf(value, 'Uint8Array', argument)
  return new Uint8Array(buffer, offset, length)
}

interface Memory {
  buffer: ArrayBuffer
  offset: number
  length: number
}

// Where a typed array lies, read through the built-in getters, so that a subclass cannot lie about it.
function memoryOf(value: unknown, type: string, argument: string): Memory {
  const name = typedArrayName(value)
  if (name !== type) throw refuse('ERR_TYPE', argument, name ? `a ${name}` : show(value), `a ${type}`)
  const buffer = requireOrdinary(builtIn(typedArray, 'buffer', value), argument)
  return {
    buffer,
    offset: builtIn(typedArray, 'byteOffset', value),
    length: builtIn(typedArray, 'length', value),
  }
}

/** Refuses shared and detached memory. */
export function requireOrdinary(buffer: ArrayBuffer, argument: string): ArrayBuffer {
  if (isShared(buffer)) throw refuse('ERR_TYPE', argument, 'shared memory', 'an ordinary ArrayBuffer')
  if (isDetached(buffer)) {
    throw refuse('ERR_VALUE', argument, 'a detached buffer', 'live memory (was it transferred?)')
  }
  return buffer
}

const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object

function builtIn<T>(prototype: object, field: string, value: unknown): T {
  return Object.getOwnPropertyDescriptor(prototype, field)?.get?.call(value) as T
}

// The getter of ArrayBuffer answers for ordinary memory only.
function isShared(buffer: ArrayBuffer): boolean {
  return throws(() => builtIn(ArrayBuffer.prototype, 'byteLength', buffer))
}

function isDetached(buffer: ArrayBuffer): boolean {
  return throws(() => new Uint8Array(buffer))
}

function throws(attempt: () => unknown): boolean {
  try {
    attempt()
    return false
  } catch {
    return true
  }
}

// Plain tensors: numbers and a shape, row-major, garbage-collected. Data are copied into and out of WebAssembly.

import { fieldOf, itemsOf } from './checks.js'
import { oneOfKind, refuse, show } from './errors.js'
import { isOfCore, requireLive } from './heap-regions.js'
import { getterOf, isArrayBuffer, throws, typedArrayName } from './kinds.js'

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
  let product = 1
  for (const n of shape) product *= n
  return product
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
  const shape = lengths.every(isAxisLength) ? lengths : refuseAxes(lengths, argument)
  if (!Number.isSafeInteger(elementCount(shape))) {
    throw refuse('ERR_SHAPE', argument, shapeText(shape), 'fewer than 2^53 elements')
  }
  return shape
}

function isAxisLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function refuseAxes(lengths: readonly unknown[], argument: string): never {
  const i = lengths.findIndex((n) => !isAxisLength(n))
  const code = typeof lengths[i] === 'number' ? 'ERR_SHAPE' : 'ERR_TYPE'
  throw refuse(code, `${argument}[${i}]`, show(lengths[i]), 'an integer ≥ 0')
}

function floatsOf(value: unknown, argument: string): Float32Array {
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

// Buffer and byte range of a typed array, from the built-in getters, which a subclass cannot override.
function memoryOf(value: unknown, type: string, argument: string): Memory {
  const name = typedArrayName(value)
  if (name !== type) throw refuse('ERR_TYPE', argument, name ? oneOfKind(name) : show(value), oneOfKind(type))
  const buffer = requireOrdinary(bufferOf(value), argument)
  const [offset, length] = [offsetOf(value), lengthOf(value)]
  requireLive(value as object, buffer, offset, bytesOfView(value), argument)
  return { buffer, offset, length }
}

/** Refuses shared memory, unless it is that of a core, and detached memory. In this order: isArrayBuffer is slow for shared memory. */
export function requireOrdinary(buffer: ArrayBuffer, argument: string): ArrayBuffer {
  if (!isOfCore(buffer) && !isArrayBuffer(buffer))
    throw refuse('ERR_TYPE', argument, 'shared memory', 'an ordinary ArrayBuffer')
  if (isDetached(buffer)) {
    const reasons = 'was it transferred, or is it a view of a tensor in WebAssembly, whose memory has grown?'
    throw refuse('ERR_VALUE', argument, 'a detached buffer', `live memory (${reasons})`)
  }
  return buffer
}

const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object
const bufferOf = getterOf<ArrayBuffer>(typedArray, 'buffer')
const offsetOf = getterOf<number>(typedArray, 'byteOffset')
const lengthOf = getterOf<number>(typedArray, 'length')
const bytesOfView = getterOf<number>(typedArray, 'byteLength')

// Detached and empty buffers both have 0 bytes; only of an empty one a view can be made.
function isDetached(buffer: ArrayBuffer): boolean {
  return buffer.byteLength === 0 && throws(() => new Uint8Array(buffer))
}

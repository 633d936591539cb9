// Plain tensors: numbers and a shape, row-major, garbage-collected. Data are copied into and out of WebAssembly.

import { fieldOf, itemsOf } from './checks.js'
import { oneOfKind, refuse, show } from './errors.js'
import { isOfCore, ofNoTensor, type Region, requireLive } from './heap-regions.js'
import { getterOf, isArrayBuffer, throws, typedArrayName } from './kinds.js'
import { NOTHING } from './raw.js'

export interface Tensor {
  data: Float32Array
  shape: number[]
}

/** A tensor that is read. */
export interface TensorLike {
  readonly data: Float32Array
  readonly shape: readonly number[]
}

/** The lengths of the axes: `shape`, or `dims` as tensors of onnxruntime and transformers.js have it. */
export type Shaped = { readonly shape: readonly number[] } | { readonly dims: readonly number[] }

/** What functions accept as a tensor. */
export type TensorInput = { readonly data: Float32Array } & Shaped

export function elementCount(shape: readonly number[]): number {
  let product = 1
  for (const n of shape) product *= n
  return product
}

export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`
}

/** @internal A checked tensor over the caller's memory; `rank` are the allowed numbers of axes. */
export function tensorOf(value: unknown, argument: string, rank?: readonly number[]): Given {
  const shape = shapeIn(value, argument)
  const given = new Given(fieldOf(value, 'data', argument), Float32Array, shape, argument)
  if (rank && !rank.includes(shape.length)) {
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, `${rank.join(' or ')} axes`)
  }
  requireLength(given.length, shape, argument)
  return given
}

/** The checked shape of a tensor: its `shape`, else its `dims`. */
export function shapeIn(value: unknown, argument: string): number[] {
  for (const name of ['shape', 'dims']) {
    const lengths = fieldOf(value, name, argument)
    if (lengths !== undefined) return shapeOf(lengths, `${argument}.${name}`)
  }
  throw refuse('ERR_TYPE', `${argument}.shape`, `nothing in ${show(value)}`, 'a tensor { data, shape }')
}

/** An absent tensor. */
export const ABSENT: { readonly data: Float32Array } = { data: NOTHING }

type Values = Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

interface ArrayType<V extends Values> {
  readonly name: string
  new (buffer: ArrayBuffer, offset: number, length: number): V
}

/**
 * @internal A tensor of the caller. Reading another argument may run code of the caller, which can free or move these values: `data` is read after
 * that, when nothing but the call of the core is left (ADR 34).
 */
export class Given<V extends Values = Float32Array<ArrayBuffer>> {
  readonly shape: number[]
  readonly length: number
  readonly #argument: string
  readonly #offset: number
  readonly #region: Region | undefined
  #view: V

  constructor(value: unknown, type: ArrayType<V>, shape: number[], argument: string) {
    const at = `${argument}.data`
    const name = typedArrayName(value)
    if (name !== type.name)
      throw refuse('ERR_TYPE', at, name ? oneOfKind(name) : show(value), oneOfKind(type.name))
    // the built-in getters, which a subclass cannot override
    const buffer = requireOrdinary(bufferOf(value), at)
    const offset = offsetOf(value)
    this.shape = shape
    this.length = lengthOf(value)
    this.#argument = at
    this.#offset = offset
    this.#region = requireLive(value as object, buffer, offset, bytesOfView(value), at)
    this.#view = new type(buffer, offset, this.length)
  }

  /** The values, until code of the caller runs again. */
  get data(): V {
    if (this.#region?.freed) throw ofNoTensor(this.#argument)
    return this.#view.length === this.length ? this.#view : this.#moved()
  }

  // A view of values whose buffer has changed: memory growth detaches the views of tensors; any other array was given away or shrunk.
  #moved(): V {
    if (!this.#region) {
      const wanted = `the ${this.length} values that it had when the call began`
      throw refuse('ERR_VALUE', this.#argument, `${this.#view.length} values`, wanted)
    }
    const { buffer } = this.#region.look() as Float32Array<ArrayBuffer>
    const type = this.#view.constructor as ArrayType<V>
    this.#view = new type(buffer, this.#offset, this.length)
    return this.#view
  }
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

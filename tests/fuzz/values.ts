// Cases are JSON, so that they can be shrunk and kept in a file. What JSON has no word for is an object with the key $.

import type { Tensor } from 'whereformer'
import { Random } from '../support/random.js'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export type JsonObject = { [key: string]: Json }

type Maker = (fields: JsonObject) => unknown

const makers: Readonly<Record<string, Maker>> = {
  undefined: () => undefined,
  number: ({ value }) => Number(value),
  bigint: ({ value }) => BigInt(String(value)),
  symbol: () => Symbol('fuzz'),
  function: () => () => 1,
  date: () => new Date(0),
  map: () => new Map([['data', 1]]),
  float32: ({ values }) => Float32Array.from(values as number[]),
  uint8: ({ values }) => Uint8Array.from(values as number[]),
  noise: ({ shape, seed }) => noise(shape as number[], seed as number),
  array: ({ of, length }) => arrayOf(String(of), length as number),
  detached: ({ length }) => detached(length as number),
  shared: ({ length }) => new Float32Array(new SharedArrayBuffer(4 * Math.abs(length as number))),
  resizable: ({ length }) => resizable(length as number),
  revoked: () => revoked(),
  throwing: () => throwing(),
  circular: () => circular(),
  sparse: ({ length }) => new Array(Math.abs(length as number)),
  claims: ({ tag }) => ({ [Symbol.toStringTag]: tag, length: 2, data: [1], shape: [1] }),
  lying: ({ length }) => lying(length as number),
}

/** The value that a case describes. */
export function live(json: Json): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(live)
  const maker = typeof json.$ === 'string' && Object.hasOwn(makers, json.$) ? makers[json.$] : undefined
  if (maker) return maker(json)
  const object: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(json))
    Object.defineProperty(object, key, {
      value: live(value),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  return object
}

/** Plain data with typed arrays, as a case. */
export function asJson(value: unknown): Json {
  if (value instanceof Float32Array) return { $: 'float32', values: Array.from(value, asJson) as number[] }
  if (value instanceof Uint8Array) return { $: 'uint8', values: Array.from(value) }
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : named(value)
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value as Json
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]))
}

const named = (value: number): Json => ({ $: 'number', value: Object.is(value, -0) ? '-0' : String(value) })

/** A hostile value: rarely one that costs much time. */
export function hostile(random: Random): Json {
  const length = random.pick([0, 1, 2, 3, 24])
  return random.pick<() => Json>([
    () => oddNumber(random),
    () => oddNumber(random),
    () => random.pick(['', '1', 'constructor', '__proto__', 'rope', '\ud800', 'x'.repeat(300)]),
    () => random.pick([true, false, null]),
    () => random.pick<Json>([[], {}, [[]], [1], [1, 2], { length: 3 }, { data: [1], shape: [1] }]),
    () => ({ $: 'noise', shape: random.pick([[2, 3, 4], [0, 4], [4], [1, 2, 3, 4], []]), seed: 1 }),
    () => ({
      $: 'array',
      of: random.pick(['Float64Array', 'Float32Array', 'Uint8Array', 'Int32Array', 'BigInt64Array']),
      length,
    }),
    () => ({ $: random.pick(['detached', 'shared', 'resizable', 'lying', 'sparse']), length }),
    () => ({
      $: random.pick(['undefined', 'symbol', 'function', 'date', 'map', 'revoked', 'throwing', 'circular']),
    }),
    () => ({ $: 'bigint', value: random.pick(['0', '3', '18446744073709551616']) }),
    () => ({
      $: 'claims',
      tag: random.pick(['Float32Array', 'AbortSignal', 'Blob', 'Array', 'Promise']),
    }),
    () => ({ $: 'number', value: random.pick(['NaN', 'Infinity', '-Infinity', '-0']) }),
  ])()
}

const SMALL = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 64, -1, 0.5, 1.5, -7, 1e-45, 1e-7]
const LARGE = [255, 257, 1024, 65_537, 2 ** 24, 2 ** 24 + 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 1e300]

export function oddNumber(random: Random): number {
  return random.pick(random.integer(0, 9) === 0 ? LARGE : SMALL)
}

function noise(shape: number[], seed: number): Tensor {
  return new Random(seed).tensor(...shape)
}

function arrayOf(name: string, length: number): unknown {
  const Constructor = (globalThis as unknown as Record<string, new (length: number) => unknown>)[name]
  return Constructor ? new Constructor(length) : undefined
}

function detached(length: number): Float32Array {
  const array = new Float32Array(length)
  structuredClone(array.buffer, { transfer: [array.buffer] })
  return array
}

function resizable(length: number): Float32Array {
  const Resizable = ArrayBuffer as unknown as new (bytes: number, options: object) => ArrayBuffer
  return new Float32Array(new Resizable(4 * length, { maxByteLength: 4 * length + 64 }))
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function throwing(): object {
  const boo = () => {
    throw new RangeError('boo')
  }
  return new Proxy([], { get: boo, has: boo, ownKeys: boo, getOwnPropertyDescriptor: boo })
}

function circular(): object {
  const object: Record<string, unknown> = { type: 'rope' }
  object.self = object
  return object
}

function lying(length: number): Float32Array {
  class Lying extends Float32Array {
    override get length(): number {
      return 2 ** 31
    }
  }
  return new Lying(length)
}

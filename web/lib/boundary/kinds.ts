// What an object is, whatever realm it comes from: a frame, jsdom and a polyfill have classes of their own, which `instanceof` does not
// know. What only claims to be something is not.

const typedArrayTag = getterOf<string | undefined>(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)
const bytesIn = getterOf<number>(ArrayBuffer.prototype, 'byteLength')

/** A built-in getter, which no object can replace by one of its own. */
export function getterOf<T>(prototype: object, field: PropertyKey): (value: unknown) => T {
  const get = Object.getOwnPropertyDescriptor(prototype, field)?.get as () => T
  return (value) => get.call(value)
}

/** 'Float32Array' …, whatever the array claims; undefined for anything else. */
export const typedArrayName = typedArrayTag

export function isFloat32Array(value: unknown): value is Float32Array {
  return typedArrayName(value) === 'Float32Array'
}

export function isUint8Array(value: unknown): value is Uint8Array {
  return typedArrayName(value) === 'Uint8Array'
}

/** Ordinary memory: the getter refuses shared memory. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return !throws(() => bytesIn(value))
}

export function isWasmModule(value: unknown): value is WebAssembly.Module {
  return !throws(() => WebAssembly.Module.customSections(value as WebAssembly.Module, 'name'))
}

export const isAbortSignal = (value: unknown) =>
  isPlatformObject<AbortSignal>(value, 'AbortSignal', 'aborted')
export const isUrl = (value: unknown) => isPlatformObject<URL>(value, 'URL', 'href')
export const isResponse = (value: unknown) => isPlatformObject<Response>(value, 'Response', 'status')
export const isStream = (value: unknown) =>
  isPlatformObject<ReadableStream<Uint8Array>>(value, 'ReadableStream', 'locked')

/** A File is one too. */
export const isBlob = (value: unknown): value is Blob =>
  isPlatformObject<Blob>(value, 'Blob', 'size') || isPlatformObject<Blob>(value, 'File', 'size')

/** Of some implementation: the getter that it inherits answers for it and refuses what is not of its class. */
function isPlatformObject<T extends object>(value: unknown, tag: string, field: keyof T): value is T {
  if (typeof value !== 'object' || value === null) return false
  try {
    if (Object.prototype.toString.call(value) !== `[object ${tag}]`) return false
    const get = inheritedGetter(value, field)
    get?.call(value)
    return get !== undefined && throws(() => get.call({}))
  } catch {
    return false
  }
}

function inheritedGetter(value: object, field: PropertyKey): (() => unknown) | undefined {
  if (Object.hasOwn(value, field)) return undefined
  for (let at = Object.getPrototypeOf(value); at; at = Object.getPrototypeOf(at)) {
    const own = Object.getOwnPropertyDescriptor(at, field)
    if (own) return own.get
  }
  return undefined
}

/** An object literal, also one without a prototype. */
export function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

export function throws(attempt: () => unknown): boolean {
  try {
    attempt()
    return false
  } catch {
    return true
  }
}

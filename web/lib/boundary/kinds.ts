// Kinds of objects, for every realm: frames, jsdom and polyfills have their own classes, for which `instanceof` fails. The checks use
// built-in getters, so that an object cannot pretend to be another kind.

const typedArrayTag = getterOf<string | undefined>(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)
const bytesIn = getterOf<number>(ArrayBuffer.prototype, 'byteLength')

/** A built-in getter, which an object cannot override. */
export function getterOf<T>(prototype: object, field: PropertyKey): (value: unknown) => T {
  const get = Object.getOwnPropertyDescriptor(prototype, field)?.get as () => T
  return (value) => get.call(value)
}

/** 'Float32Array' …, from the built-in getter; undefined for anything else. */
export const typedArrayName = typedArrayTag

export function isFloat32Array(value: unknown): value is Float32Array {
  return typedArrayName(value) === 'Float32Array'
}

export function isUint8Array(value: unknown): value is Uint8Array {
  return typedArrayName(value) === 'Uint8Array'
}

/** An ArrayBuffer: the getter throws for a SharedArrayBuffer. */
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

/** A Blob of any realm or implementation; a File is one too. */
export const isBlob = (value: unknown): value is Blob =>
  isPlatformObject<Blob>(value, 'Blob', 'size') || isPlatformObject<Blob>(value, 'File', 'size')

/** An object of a class of the platform, of any implementation: the inherited getter throws for objects of another class. */
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

// The one error class of the package, and the ways to raise it.

export type ErrorCode =
  | 'ERR_SHAPE'
  | 'ERR_VALUE'
  | 'ERR_TYPE'
  | 'ERR_PARSE'
  | 'ERR_UNSUPPORTED'
  | 'ERR_OOM'
  | 'ERR_DISPOSED'
  | 'ERR_ABORTED'
  | 'ERR_LOAD'
  | 'ERR_CRASHED'

const NAME = 'WhereformerError'
// A brand on every error of the package: entries, bundles and realms have a class each, which a plain `instanceof` would tell apart.
const BRAND = Symbol.for(NAME)

/**
 * Every failure of Whereformer. `code` is for programs; `message` names the argument, the received and the expected value.
 * `instanceof WhereformerError` holds for errors of every entry of the package, and of other copies, frames and realms.
 */
export class WhereformerError extends Error {
  /** @internal Consoles name an error by its class, which a bundler may have renamed. */
  static override readonly name = NAME
  override readonly name = NAME
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }

  get [BRAND](): boolean {
    return true
  }

  // A narrower class has instances of its own; nothing is one that throws when it is read, as a caller's error may.
  static override [Symbol.hasInstance](value: unknown): boolean {
    try {
      // biome-ignore lint/complexity/noThisInStatic: a narrower class calls it, too
      return this === WhereformerError ? !!(value as Branded)?.[BRAND] : super[Symbol.hasInstance](value)
    } catch {
      return false
    }
  }
}

type Branded = { [BRAND]?: unknown } | undefined

/** "argument: got …, wanted …", the shape of every message about an argument. */
export function refuse(code: ErrorCode, argument: string, got: string, wanted: string): WhereformerError {
  return new WhereformerError(code, `${argument}: got ${got}, wanted ${wanted}`)
}

/** The fields of a failed result, which the C++ core returns instead of throwing. */
export interface Failure {
  code: string
  argument: string
  got: number | string
  wanted: string
}

export function fromFailure(failure: Failure): WhereformerError {
  if (failure.code === 'ERR_OOM') {
    return new WhereformerError('ERR_OOM', `out of memory: ${failure.got} bytes could not be allocated`)
  }
  return refuse(failure.code as ErrorCode, failure.argument, String(failure.got), failure.wanted)
}

export function aborted(signal: AbortSignal): WhereformerError {
  return new WhereformerError('ERR_ABORTED', 'the operation was aborted by the caller’s signal', {
    cause: signal.reason,
  })
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal)
}

/** The message of an error of any realm; any other value as text. */
export function messageOf(cause: unknown): string {
  const message: unknown = (cause as Partial<Error> | null | undefined)?.message
  return typeof message === 'string' ? message : String(cause)
}

/** A short text for any value, also for one whose getters throw. */
export function show(value: unknown): string {
  try {
    return picture(value)
  } catch {
    return 'an unreadable object'
  }
}

function picture(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? `an array of ${value.length}` : pictureOfObject(value)
}

function pictureOfObject(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  return ArrayBuffer.isView(value) ? `${oneOfKind(tag)} of ${value.byteLength} bytes` : `an object (${tag})`
}

/** The name of a kind or class with its article; a U is spoken as in "unit". */
export function oneOfKind(name: string): string {
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`
}

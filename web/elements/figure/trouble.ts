// Errors: the sentence for the reader, and the message of the library.

import type { Tables } from '../element/language.js'
import type { FigureWords } from './words.js'

export interface Trouble {
  kind: keyof FigureWords['trouble']
  code: string
  message: string
  /** Advice for the author of the page, where available. */
  advice?: Tables<string> | undefined
}

/** An error of an element itself, with a code like those of the library. */
export class FigureFailure extends Error {
  override readonly name = 'WhereformerError'
  readonly code: string
  readonly advice: Tables<string> | undefined

  constructor(code: string, message: string, advice?: Tables<string>) {
    super(message)
    this.code = code
    this.advice = advice
  }
}

const kinds: Readonly<Record<string, Trouble['kind']>> = {
  ERR_LOAD: 'load',
  ERR_PARSE: 'load',
  ERR_CRASHED: 'crashed',
  ERR_DISPOSED: 'crashed',
  ERR_OOM: 'memory',
  ERR_VALUE: 'value',
  ERR_SHAPE: 'value',
  ERR_UNSUPPORTED: 'value',
}

export function troubleOf(error: unknown): Trouble {
  const message = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (typeof WebAssembly === 'undefined') return { kind: 'wasm', code, message }
  const advice = (error as Partial<FigureFailure> | undefined)?.advice
  return { kind: kinds[code] ?? 'other', code, message, advice }
}

// By its name: there may be two copies of the library, each with a class of its own.
function codeOf(error: unknown): string {
  return error instanceof Error && error.name === 'WhereformerError' && 'code' in error
    ? String(error.code)
    : 'ERR_FAILED'
}

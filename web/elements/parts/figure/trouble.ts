// Errors: the sentence for the reader, and the message of the library.

import type { Bilingual } from '../../../content/bilingual.js'
import type { FigureWords } from './words.js'

export interface Trouble {
  kind: keyof FigureWords['trouble']
  code: string
  message: string
  /** Advice for the author of the page, where available. */
  advice?: Bilingual | undefined
}

// Repeats the brand of web/lib/boundary/errors.ts, which every page with a figure would load for the name alone.
const BRAND = Symbol.for('WhereformerError')

/** An error of an element itself, with a code like those of the library. */
export class FigureFailure extends Error {
  override readonly name = 'WhereformerError'
  readonly [BRAND] = true
  readonly code: string
  readonly advice: Bilingual | undefined

  constructor(code: string, message: string, advice?: Bilingual) {
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
  const code = codeOf(error)
  const message = String((error as Partial<Error> | undefined)?.message ?? error)
  if (typeof WebAssembly === 'undefined') return { kind: 'wasm', code, message }
  const advice = (error as Partial<FigureFailure> | undefined)?.advice
  return { kind: kinds[code] ?? 'other', code, message, advice }
}

function codeOf(error: unknown): string {
  const branded = error as Partial<FigureFailure> | undefined
  return (branded?.[BRAND] && branded.code) || 'ERR_FAILED'
}

// Errors in words: a sentence of the page for the reader, the library's own message beside it.

import { WhereformerError } from 'whereformer/worker'
import type { Messages } from './messages/index.js'

export type TroubleKind = Exclude<keyof Messages['trouble'], 'detail' | 'retry'>

export interface Trouble {
  kind: TroubleKind
  message: string
}

export function troubleOf(error: unknown): Trouble {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof WhereformerError ? error.code : undefined
  if (code === 'ERR_LOAD' || code === 'ERR_PARSE') return { kind: 'load', message }
  if (code === 'ERR_CRASHED' || code === 'ERR_DISPOSED') return { kind: 'crashed', message }
  return { kind: code === 'ERR_OOM' ? 'memory' : 'other', message }
}

// What few workers need: families beyond the first (ADR 39), readers of other files than safetensors (ADR 41), and identify(). In browsers a
// second script brings it, dist/worker-further.js.

import { refuse, WhereformerError } from '../boundary/errors.js'
import { trusted } from '../boundary/worker-script.js'
import type { OpenReader } from '../checkpoint/weight-file.js'
import type { OpenChunk } from '../families/further.js'
import type { identify } from '../identify/identify.js'
import { type FurtherAddress, fromWire } from './protocol.js'

export interface Further {
  families: OpenChunk
  readers: OpenReader
  identify: typeof identify
}

/** Brings what few workers need. */
export type OpenFurther = (addressAt: FurtherAddress) => () => Promise<Further>

/** Where the second script puts what it holds; the first one's modules, which it takes, are under another name. */
export const FURTHER = Symbol.for('whereformer.further')

type Scope = typeof globalThis & {
  [FURTHER]?: Further
  importScripts(address: string | URL): void
}

/** From the first address that works, once; after a failure another attempt may succeed. */
export const furtherByScript: OpenFurther = (addressAt) => {
  let found: Promise<Further> | undefined
  return () => {
    found ??= firstOf(addressAt).catch((cause) => {
      found = undefined
      throw cause
    })
    return found
  }
}

async function firstOf(addressAt: FurtherAddress): Promise<Further> {
  const failures: string[] = []
  for (let index = 0; ; index++) {
    const answer = await addressAt(index)
    if ('error' in answer) {
      failures.push(fromWire(answer.error).message)
      continue
    }
    if (answer.value === undefined) throw missing(failures)
    try {
      return runAt(answer.value)
    } catch (cause) {
      failures.push(`${answer.value.slice(0, 100)}: ${cause}`)
    }
  }
}

function runAt(address: string): Further {
  const scope = globalThis as Scope
  scope.importScripts(trusted(address, 'whereformer'))
  if (scope[FURTHER]) return scope[FURTHER]
  throw refuse('ERR_LOAD', 'worker', 'another script', 'the script "whereformer/worker-further.js"')
}

function missing(failures: readonly string[]): WhereformerError {
  const advice =
    'Under a strict content security policy serve "whereformer/worker-further.js" beside "worker-thread.js".'
  const said = failures.join('; ')
  return new WhereformerError(
    'ERR_LOAD',
    `the second script of the worker could not be loaded (${said}). ${advice}`,
  )
}

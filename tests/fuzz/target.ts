// What a target of the fuzzer is: it makes cases, runs them, and knows a call whose result never changes.

import type { Random } from '../support/random.js'
import type { Json } from './values.js'

export interface Target {
  readonly name: string
  /** Cases of the run that is part of `npm test -- --all`. */
  readonly short: number
  /** Of one case, in milliseconds; 5000 when absent. */
  readonly slowest?: number
  open(): Promise<Bench>
}

export type Outcome = 'worked' | 'refused'

export interface Bench {
  /** A case, as JSON. */
  make(random: Random): Json
  /** Throws a Fault if the library did anything but answer rightly or refuse with a WhereformerError. */
  run(value: Json): Outcome | Promise<Outcome>
  /** A call with a known result; throws if it differs. */
  known(): void | Promise<void>
  /** Models, sessions and tensors that are alive: 0 after every case. */
  live(): number | Promise<number>
  close(): void | Promise<void>
}

/** What a case revealed. */
export class Fault extends Error {
  override readonly name = 'Fault'
}

/** The outcome of a call that may be refused. */
export function attempt(call: () => unknown): Outcome {
  try {
    call()
    return 'worked'
  } catch (error) {
    return refused(error)
  }
}

/** 'refused' for the one error class of the package; anything else is a fault. */
export function refused(error: unknown): Outcome {
  if ((error as Error)?.name !== 'WhereformerError') {
    if (error instanceof Fault) throw error
    throw new Fault(`raw ${String(error)}`, { cause: error })
  }
  const { code, message } = error as Error & { code: string }
  if (code === 'ERR_CRASHED') throw new Fault(message, { cause: error })
  return 'refused'
}

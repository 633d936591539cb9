// Calls of the core for training, which can do everything that the plain core can.

import type { Handle } from '../boundary/handle.js'
import type { Failing, RawTrainCore } from '../boundary/raw.js'

/** Runs a call of training. @param handle an object in an instance of the core for training */
export function trainCall<R extends Failing>(
  handle: Handle,
  run: (raw: RawTrainCore, address: number) => R,
): R {
  return handle.call((raw, address) => run(raw as RawTrainCore, address))
}

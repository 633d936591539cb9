// Compiled after every build of the core: fails when the bindings and raw.ts have drifted apart.

import type { MainModule } from '../../build/wasm-simd/whereformer-core.js'
import type { RawCore } from './raw.js'

/** Requests are compared both ways, so that neither side reads a field that the other does not send. */
type Requests<T> = { [K in keyof T]: T[K] extends (request: infer R) => unknown ? R : never }
type Results<T> = { [K in keyof T]: T[K] extends (request: never) => infer R ? R : never }

export const requestsAreRead = (sent: Requests<RawCore>): Requests<MainModule> => sent
export const requestsAreSent = (read: Requests<MainModule>): Requests<RawCore> => read
export const resultsMatch = (made: Results<MainModule>): Results<RawCore> => made

// The raw module; its operations are generated from the C++.

import type { RawCore, RawFinishModelRequest } from './raw.generated.js'
import type { Failing } from './raw-values.js'

export type * from './raw.generated.js'
export type * from './raw-values.js'

/** Positions of a model: the different ones, and which of them each layer uses. */
export type RawPositions = Omit<RawFinishModelRequest, 'model'>

/** An absent array of a request. All requests share it: never return it to a caller. */
export const NOTHING = new Float32Array(0)
export const NO_FLAGS = new Uint8Array(0)

/** The values: fresh, or request.out when that had room for exactly these. Absent when that lies in WebAssembly. */
export interface RawData extends Failing {
  data: Float32Array
}

interface CoreOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object
}

export type CoreFactory = (options: CoreOptions) => Promise<RawCore>

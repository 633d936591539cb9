// The raw module; its operations are generated from the C++.

import type { RawCore, RawFinishModelRequest } from './raw.generated.js'
import type { Failing } from './raw-values.js'

export type * from './raw.generated.js'
export type * from './raw-values.js'

/** Positions of a model: the distinct stacks, and the index of the stack of each layer. */
export type RawPositions = Omit<RawFinishModelRequest, 'model'>

/** An absent array of a request. All requests share it: never return it to a caller. */
export const NOTHING: Float32Array = new Float32Array(0)
export const NO_FLAGS: Uint8Array = new Uint8Array(0)

/** The values of a result: a new array, or request.out if its length fits. Absent if request.out is on the WebAssembly heap. */
export interface RawData extends Failing {
  data: Float32Array
}

interface CoreOptions {
  /** The memory of a core that imports one; without it the glue makes one. */
  wasmMemory?: WebAssembly.Memory | undefined
  instantiateWasm(
    imports: object,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object
}

export type CoreFactory<Raw extends RawCore = RawCore> = (options: CoreOptions) => Promise<Raw>

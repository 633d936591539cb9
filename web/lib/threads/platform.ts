// What threads need of a platform.

import type { CoreFactory, RawThreadCore } from '../boundary/raw.js'
import type { WasmSources } from '../load-options.js'
import type { HelperWork } from './helper.js'

/** A worker that computes. */
export interface Helper {
  end(): void
}

export interface ThreadPlatform {
  /** Of the core with threads. */
  glue: CoreFactory<RawThreadCore>
  wasm: WasmSources
  /** Of the core that trains with threads. */
  training: { glue: () => Promise<CoreFactory<RawThreadCore>>; wasm: WasmSources }
  /** Why there can be only one thread here. */
  obstacle(): string | undefined
  cores(): number
  /** Resolves when the helper is about to compute; `failed` is called if it ends afterwards by itself. */
  open(work: HelperWork, failed: () => void): Promise<Helper>
}

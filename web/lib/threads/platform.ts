// What threads need of a platform.

import type { CoreFactory, RawThreadCore } from '../boundary/raw.js'
import type { WasmSources } from '../load-options.js'
import type { HelperWork } from './helper.js'

/** A worker that computes. */
export interface Helper {
  end(): void
}

export interface ThreadPlatform {
  /** The glue of the core with threads. */
  glue: CoreFactory<RawThreadCore>
  wasm: WasmSources
  /** Why there can be only one thread here. */
  obstacle(): string | undefined
  cores(): number
  /** Opens a helper; resolves when it is about to compute; `gone` is called when it has ended, and before anybody ends it. */
  open(work: HelperWork, gone: () => void): Promise<Helper>
}

/**
 * A worker that calls `gone` before whoever ends it does so, so that it takes no further share of the work: a call of the core that follows
 * at once would wait for a share that was taken in its last moments, and nobody can tell that call of the end.
 */
export function goneBeforeItsEnd<W extends { terminate(): unknown }>(worker: W, gone: () => void): W {
  const terminate = worker.terminate.bind(worker)
  worker.terminate = () => {
    gone()
    return terminate()
  }
  return worker
}

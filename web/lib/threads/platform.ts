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
  /** Why there can be only one thread here. */
  obstacle(): string | undefined
  cores(): number
  /** Resolves when the helper is about to compute; `gone` is called when it has ended, and before anybody ends it. */
  open(work: HelperWork, gone: () => void): Promise<Helper>
}

/**
 * Whoever ends the worker, it takes no share of the work any more: a call of the core that follows at once would wait for a share that
 * was taken in its last moments, and nobody can tell that call of the end.
 */
export function goneBeforeItsEnd<W extends { terminate(): unknown }>(worker: W, gone: () => void): W {
  const terminate = worker.terminate.bind(worker)
  worker.terminate = () => {
    gone()
    return terminate()
  }
  return worker
}

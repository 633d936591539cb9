// Loads the library on first use, from the files of the package. The inline build replaces this module by
// platform-inline.ts.

import type { AnyLibrary, OnProgress } from './library.js'
import { elementSettings } from './settings.js'

export async function openInWorker(onProgress: OnProgress): Promise<AnyLibrary> {
  const { loadInWorker } = await import('whereformer/worker')
  const { workerUrl, wasmUrl } = elementSettings()
  return loadInWorker({ ...(workerUrl && { workerUrl }), ...(wasmUrl && { wasmUrl }), onProgress })
}

export async function openHere(onProgress: OnProgress): Promise<AnyLibrary> {
  const { load } = await import('whereformer')
  const { wasmUrl } = elementSettings()
  return load({ ...(wasmUrl && { wasmUrl }), onProgress })
}

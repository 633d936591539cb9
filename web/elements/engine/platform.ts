// How the library comes to a page: as files beside this one, when they are first needed. The inline build has its own way
// (platform-inline.ts).

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

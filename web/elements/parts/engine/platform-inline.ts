// The inline build: .wasm bytes, worker and library in one file.

import { load } from 'whereformer/inline'
import { loadInWorker } from 'whereformer/worker'
import type { AnyLibrary, OnProgress } from './library.js'
import { elementSettings } from './settings.js'

export function openInWorker(onProgress: OnProgress): Promise<AnyLibrary> {
  const { workerUrl } = elementSettings()
  return loadInWorker({ ...(workerUrl && { workerUrl }), onProgress })
}

export function openHere(onProgress: OnProgress): Promise<AnyLibrary> {
  return load({ onProgress })
}

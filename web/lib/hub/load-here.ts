// What was found is loaded into the core of this thread, in pieces while it arrives.

import type { Core } from '../boundary/core.js'
import { type Chunks, modelLoader } from '../model/load-model.js'
import type { Model } from '../model/model.js'
import type { Found } from './from-pretrained.js'

export function loadHere(chunks: Chunks): (core: Core, found: Found) => Promise<Model> {
  const loadModel = modelLoader(chunks)
  return (core, { open, weights, index, file, ...request }) => {
    const source = index ? { index, file: (name: string) => name } : file
    return loadModel(core, (name) => open(String(name)), { ...request, weights: source }, { weights })
  }
}

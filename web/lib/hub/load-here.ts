// What was found is loaded into the core of this thread, in pieces while it arrives.

import type { Core } from '../boundary/core.js'
import type { OpenChunk } from '../families/further.js'
import { modelLoader } from '../model/load-model.js'
import type { Model } from '../model/model.js'
import type { OpenFiles } from '../tokenizer/given-files.js'
import type { Found } from './from-pretrained.js'

export function loadHere(
  families: OpenChunk,
  tokenizerFiles: OpenFiles,
): (core: Core, found: Found) => Promise<Model> {
  const loadModel = modelLoader(families, tokenizerFiles)
  return (core, { open, weights, index, file, ...request }) => {
    const source = index ? { index, file: (name: string) => name } : file
    return loadModel(core, (name) => open(String(name)), { ...request, weights: source }, { weights })
  }
}

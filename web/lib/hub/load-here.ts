// What was found is loaded into the core of this thread, in pieces while it arrives.

import type { Core } from '../boundary/core.js'
import { loadModel } from '../model/load-model.js'
import type { Model } from '../model/model.js'
import type { Found } from './from-pretrained.js'

export function loadHere(core: Core, { open, weights, index, file, ...request }: Found): Promise<Model> {
  const source = index ? { index, file: (name: string) => name } : file
  return loadModel(core, (name) => open(String(name)), { ...request, weights: source }, { weights })
}

// Readers of other formats than safetensors, from files beside this module.

import { beside } from '../families/on-demand.js'
import type { OpenReader } from './weight-file.js'

const chunks = {
  gguf: () => import('./gguf/reader.js'),
  torch: () => import('./torch/reader.js'),
} as const

export const readersOnDemand: OpenReader = async (name) => (await beside(name, chunks[name])).readerOf

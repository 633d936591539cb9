// Tensors as a file in memory, as loadModel takes checkpoints.

import { float32, wellFormed } from '../../support/safetensors-file.ts'

export function safetensors(tensors) {
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => [name, float32(shape, data)])
  return wellFormed(Object.fromEntries(entries)).buffer
}

// Which files are the weights of a model that has no safetensors.

import { refuse } from '../boundary/errors.js'
import { TORCH, TORCH_INDEX } from './names.js'

/** Names of files of weights, or of the index that names them; undefined if there are none. */
export type Weights = { index: string } | { file: string }

/** @param argument what names one of several GGUF files, in messages */
export function otherWeights(names: readonly string[], place: string, argument: string): Weights | undefined {
  if (names.includes(TORCH_INDEX)) return { index: TORCH_INDEX }
  if (names.includes(TORCH)) return { file: TORCH }
  const found = ggufAmong(names)
  const [file] = found
  if (found.length > 1)
    throw refuse(
      'ERR_VALUE',
      place,
      `${found.length} GGUF files`,
      `the name of one as ${argument}: ${found.join(', ')}`,
    )
  return file === undefined ? undefined : { file }
}

export const isGguf = (name: string) => /\.gguf$/i.test(name)

/** Models in GGUF; what beside them has other tensors (of a vision encoder, of the importance of weights) is none. */
export const ggufAmong = (names: readonly string[]) =>
  names.filter((name) => isGguf(name) && !/^\.|(?:^|\/)(?:mmproj|imatrix)/i.test(name)).sort()

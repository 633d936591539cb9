// Which files are the weights of a model that has no safetensors.

import { refuse } from '../boundary/errors.js'
import { TORCH, TORCH_INDEX } from './names.js'

/** Names of files of weights, or of the index that names them; undefined if there are none. */
export type Weights = { index: string } | { file: string }

/** @param tooMany what is thrown for several GGUF files and nothing that goes before them */
export function otherWeights(
  names: readonly string[],
  tooMany: (found: readonly string[]) => Error,
): Weights | undefined {
  if (names.includes(TORCH_INDEX)) return { index: TORCH_INDEX }
  if (names.includes(TORCH)) return { file: TORCH }
  const found = ggufAmong(names)
  const [file] = found
  if (found.length > 1) throw tooMany(found)
  return file === undefined ? undefined : { file }
}

/** @param argument what names one of several GGUF files */
export const nameOne = (place: string, argument: string) => (found: readonly string[]) =>
  refuse(
    'ERR_VALUE',
    place,
    `${found.length} GGUF files`,
    `the name of one as ${argument}: ${found.join(', ')}`,
  )

export const isGguf = (name: string) => /\.gguf$/i.test(name)

/** Models in GGUF; what beside them has other tensors (of a vision encoder, of the importance of weights) is none. */
const ggufAmong = (names: readonly string[]) =>
  names.filter((name) => isGguf(name) && !/^\.|(?:^|\/)(?:mmproj|imatrix)/i.test(name)).sort()

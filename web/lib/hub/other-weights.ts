// Which files are the weights of a model that has no safetensors.

import { WhereformerError } from '../boundary/errors.js'
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

/** Each of several GGUF files is a model of its own. */
export class SeveralModels extends WhereformerError {
  readonly names: readonly string[]

  /** @param argument what names one of them */
  constructor(place: string, argument: string, names: readonly string[]) {
    const wanted = `the name of one as ${argument}: ${names.join(', ')}`
    super('ERR_VALUE', `${place}: got ${names.length} GGUF files, wanted ${wanted}`)
    this.names = names
  }
}

export const nameOne = (place: string, argument: string) => (found: readonly string[]) =>
  new SeveralModels(place, argument, found)

export const isGguf = (name: string) => /\.gguf$/i.test(name)

/** Models in GGUF; what beside them has other tensors (of a vision encoder, of the importance of weights) is none. */
const ggufAmong = (names: readonly string[]) =>
  names.filter((name) => isGguf(name) && !/^\.|(?:^|\/)(?:mmproj|imatrix)/i.test(name)).sort()

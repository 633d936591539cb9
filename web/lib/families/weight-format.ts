// How the matrices of a model are kept in WebAssembly.

import { choiceOf, optionsOf } from '../boundary/checks.js'

export interface LoadModelOptions {
  /**
   * `stored` (default): matrices stay in the type of the checkpoint.
   *
   * `q8`: they are rounded to 8 bits as they arrive, whatever their type: 32 inputs of an output share a scale, and each weight is the
   * nearest multiple of it, at most 127. That takes 1.06 bytes a weight, and decodes three times as fast as F32 where weights do not fit the
   * caches. Embeddings and heads are matrices; norms, biases and small tables stay. A block with a value that is not finite gives NaN.
   * `save()` writes the rounded values.
   */
  weights?: 'stored' | 'q8'
}

type StoredType = 'F32' | 'F16' | 'BF16'

export interface WeightFormat {
  name: NonNullable<LoadModelOptions['weights']>
  /** The type in which a matrix is kept; undefined if that depends on its type in the checkpoint, which is not known yet. */
  typeOf<T extends StoredType | undefined>(stored: T): T | 'Q8'
  /** Words of an error of memory before types are known: the type in which the weights are smallest. */
  least: string
}

const FORMATS: Record<NonNullable<LoadModelOptions['weights']>, WeightFormat> = {
  stored: { name: 'stored', typeOf: (stored) => stored, least: ' even in 16 bits' },
  q8: { name: 'q8', typeOf: () => 'Q8', least: ' even in 8 bits' },
}

export const { stored: AS_STORED, q8: Q8 } = FORMATS

export function weightFormatOf(options: LoadModelOptions | undefined): WeightFormat {
  const { weights = 'stored' } = optionsOf(options, 'options', ['weights'])
  return FORMATS[choiceOf(weights, 'options.weights', ['stored', 'q8'])]
}

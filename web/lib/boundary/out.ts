// The destination of a result: a tensor of the caller, or a new array.

import { refuse } from './errors.js'
import { NOTHING, type RawData } from './raw.js'
import { shapeText, type Tensor, tensorOf } from './tensor.js'

/** The memory of options.out, which must have the shape of the result; empty when it was not given. */
export function roomOf(out: unknown, shape: readonly number[]): Float32Array {
  if (out === undefined) return NOTHING
  const given = tensorOf(out, 'options.out')
  if (shapeText(given.shape) !== shapeText(shape)) {
    throw refuse('ERR_SHAPE', 'options.out', `shape ${shapeText(given.shape)}`, shapeText(shape))
  }
  return given.data
}

/** options.out itself, which the core has filled, or a tensor over the returned array. */
export function resultIn(out: unknown, raw: RawData, shape: number[]): Tensor {
  return out === undefined ? { data: raw.data, shape } : (out as Tensor)
}

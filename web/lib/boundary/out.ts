// The destination of a result: a tensor of the caller, or a new array.

import { refuse } from './errors.js'
import type { RawData } from './raw.js'
import { ABSENT, shapeText, type Tensor, tensorOf } from './tensor.js'

/** options.out, which must have the shape of the result; ABSENT when it was not given. */
export function roomOf(out: unknown, shape: readonly number[]): { readonly data: Float32Array } {
  if (out === undefined) return ABSENT
  const given = tensorOf(out, 'options.out')
  if (shapeText(given.shape) === shapeText(shape)) return given
  throw refuse('ERR_SHAPE', 'options.out', `shape ${shapeText(given.shape)}`, shapeText(shape))
}

/** The tensor of a result: options.out itself, which the core has filled, or one over the returned array. */
export function resultIn(out: unknown, raw: RawData, shape: number[]): Tensor {
  return out === undefined ? { data: raw.data, shape } : (out as Tensor)
}

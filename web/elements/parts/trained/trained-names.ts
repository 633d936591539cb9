// The tiny models that were trained on the same plays, size and steps under different encodings.

/** By their encoding; each is a folder tiny-shakespeare-… */

import { type Hue, hues } from '../matrix/color-maps.js'

export const TRAINED = ['rope', 'learned', 'alibi', 't5'] as const
export type TrainedName = (typeof TRAINED)[number]

/** Approximate download of one model. */
export const TRAINED_BYTES = 1_600_000

/** Two smaller ones, for what a page shows first: the same in all but the encoding. */
export const SMALL = ['small-rope', 'small-learned'] as const
export type SmallName = (typeof SMALL)[number]

export const SMALL_BYTES = 200_000

/** A third of that size, without a position encoding. It is not in the package: a folder has it, as those of `TRAINED`. */
export const BARE = 'small-none'
export type BareName = typeof BARE

/** The encoding of a model is the last part of its name. */
export function hueOfModel(name: string): Hue {
  const encoding = name.split('-').at(-1)
  return hues.find((hue) => hue === encoding) ?? 'none'
}

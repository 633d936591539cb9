// The tiny models that were trained on the same plays under different encodings.

import { type Hue, hues } from '../matrix/color-maps.js'

/** By their encoding, all of one size; each is a folder tiny-shakespeare-… */
export const TRAINED = ['rope', 'learned', 'alibi', 't5'] as const
export type TrainedName = (typeof TRAINED)[number]

/** What each folder of a model holds of it. */
export const MODEL_FILES = ['config.json', 'tokenizer.json', 'model.safetensors'] as const

/** The folder of a model; `base` is that of all models. */
export const folderOf = (name: string, base: URL): URL => new URL(`tiny-shakespeare-${name}/`, base)

/** Approximate download of one model. */
export const TRAINED_BYTES = 1_600_000

/** Two smaller ones, for what a page shows first: the same in all but the encoding. */
export const SMALL = ['small-rope', 'small-learned'] as const
export type SmallName = (typeof SMALL)[number]

export const SMALL_BYTES = 200_000

/** Half as wide, without a position encoding. */
export const BARE = 'small-none'
export type BareName = typeof BARE

export const BARE_BYTES = 55_000

/** The encoding of a model is the last part of its name. */
export function hueOfModel(name: string): Hue {
  const encoding = name.split('-').at(-1)
  return hues.find((hue) => hue === encoding) ?? 'none'
}

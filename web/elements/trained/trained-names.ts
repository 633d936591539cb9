// The tiny models that were trained on the same plays, size and steps under different encodings.

/** By their encoding; each is a folder tiny-shakespeare-… */
export const TRAINED = ['rope', 'learned', 'alibi', 't5'] as const
export type TrainedName = (typeof TRAINED)[number]

/** Approximate download of one model. */
export const TRAINED_BYTES = 1_600_000

// The settings of <wf-cache>: its attributes, and the parts of its state.

import { choice, integer, optional, type StateOf } from '../../parts/figure/fields.js'
import { passage } from '../../parts/trained/passage-field.js'

/** The default text; its last letter is the one that is read next. */
export const CACHE_EXAMPLE = 'To be, or not'

export const OPERATIONS = ['keep', 'evict', 'renumber', 'pad'] as const
export type Operation = (typeof OPERATIONS)[number]

export const ENCODINGS = ['rope', 'alibi', 'learned'] as const
export type CacheEncoding = (typeof ENCODINGS)[number]

const STORAGES = ['positioned', 'bare', 'again'] as const
export type Storage = (typeof STORAGES)[number]

export const PADDINGS = ['length', 'mask', 'counted', 'seen'] as const
export type Padding = (typeof PADDINGS)[number]

export const SCALINGS = ['none', 'dynamic'] as const
export type Scaling = (typeof SCALINGS)[number]

const FARTHEST_START = 4096

export const cacheFields = {
  /** What happens to the cache before the next letter is read. */
  operation: choice('keep', OPERATIONS),
  encoding: choice('rope', ENCODINGS),
  /** positioned = with their position, as it was then; bare = without, it enters when they are read; again = with it, and corrected. */
  keys: choice('positioned', STORAGES),
  /** Where the next position comes from: length = of the padded row; mask = letters alone; counted = pads count everywhere; seen = that, and nothing masks them. */
  padding: choice('length', PADDINGS),
  /** Frequencies of RoPE; dynamic = NTK by the current length. */
  scaling: choice('none', SCALINGS),
  /** Position of the first letter. */
  start: integer(0, 0, FARTHEST_START),
  /** Counted from 0; without one, the head that looks most at the letter before. */
  layer: optional(integer(0, 0, 99)),
  head: optional(integer(0, 0, 99)),
  text: passage(CACHE_EXAMPLE),
}

export type CacheState = StateOf<typeof cacheFields>

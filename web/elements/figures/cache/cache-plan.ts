// Which tokens are read, which keys are left, and the position ids that keys and query have: those that the settings yield, and the right
// ones. Tokens are in the order of reading; the last one is the letter that is read next.

import type { CacheState, Storage } from './cache-fields.js'

/** Letters that are read at most, the next one included. */
export const LONGEST = 13

/** Keys that are dropped, the oldest first, where there are enough. */
export const EVICTED = 4

export const PADS = 3

/** Position ids of the tokens that are read. */
export interface Numbering {
  /** When they were read and their keys stored. */
  stored: readonly number[]
  /** When the next letter is read. */
  used: readonly number[]
  storage: Storage
}

export interface Plan {
  /** Tokens of padding that are read before the letters. */
  pads: number
  /** Whether the letters see them. */
  seen: boolean
  /** Letters whose keys are dropped. */
  evicted: number
  /** As the settings have it. */
  yields: Numbering
  /** The same letters, each at its distance; padding is none of them. */
  right: Numbering
}

type Settings = Pick<CacheState, 'operation' | 'keys' | 'padding' | 'start' | 'encoding'>

export function planOf(settings: Settings, letters: number): Plan {
  const { operation, start, keys } = settings
  if (operation === 'pad') return padded(settings, letters)
  const evicted = operation === 'keep' ? 0 : Math.max(0, Math.min(EVICTED, letters - 2))
  const own = count(start, letters)
  const kept = { stored: own, used: own, storage: keys }
  const right = { stored: own, used: own, storage: 'bare' as const }
  if (operation !== 'renumber') return { pads: 0, seen: false, evicted, yields: kept, right }
  const yields = renumbered(own, evicted, keys)
  // a text that is read again has no other numbers than these
  const isReadAgain = settings.encoding === 'learned' && keys === 'again'
  return { pads: 0, seen: false, evicted, yields, right: isReadAgain ? yields : right }
}

/** The next position is the length of the cache. */
function renumbered(own: readonly number[], evicted: number, storage: Storage): Numbering {
  const places = count(-evicted, own.length).map((place) => Math.max(0, place))
  const next = places.at(-1) ?? 0
  const used = storage === 'positioned' ? [...own.slice(0, -1), next] : places
  return { stored: own, used, storage }
}

/** The letters come after the padding, and so does the next one. */
function padded({ padding, start, keys }: Settings, letters: number): Plan {
  const own = count(start, letters)
  const right = { stored: own, used: own, storage: 'bare' as const }
  const base = { pads: PADS, evicted: 0, right }
  if (padding === 'seen') {
    const all = count(start, PADS + letters)
    return { ...base, seen: true, yields: { stored: all, used: all, storage: keys } }
  }
  const stored = padding === 'counted' ? count(start + PADS, letters) : own
  const next = start + letters - 1 + (padding === 'mask' ? 0 : PADS)
  return { ...base, seen: false, yields: { stored, used: [...stored.slice(0, -1), next], storage: keys } }
}

const count = (from: number, length: number): number[] => Array.from({ length }, (_, i) => from + i)

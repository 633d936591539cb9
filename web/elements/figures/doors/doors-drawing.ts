// The hooks of an encoding, from the catalogue of the library.

import type { EncodingEntry } from 'whereformer'
import type { StateOf } from '../../parts/figure/fields.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import { knownEncoding } from '../../parts/positions/chosen-parameters.js'
import { DOORS, type DoorName } from '../../parts/positions/door-names.js'
import type { doorsFields } from './doors-fields.js'

export type DoorsState = StateOf<typeof doorsFields>

/** Changes outside the six hooks: a remap of positions before any hook, and the scores as such. */
export type Beside = 'positions' | 'score'

export interface DoorsDrawing {
  entry: EncodingEntry
  entries: readonly EncodingEntry[]
  refusals: readonly Refusal<typeof doorsFields>[]
  lit: readonly DoorName[]
  /** Opened only by an option that no published model uses. */
  optional: readonly DoorName[]
  beside: readonly Beside[]
  /** The hook that is explained. */
  door: DoorName
  /** Which encodings enter by that one. */
  members: readonly EncodingEntry[]
}

/** DeBERTa drops the term of the two positions; the paper writes it down, and an option of the library adds it. */
const BY_OPTION: Readonly<Record<string, readonly DoorName[]>> = { deberta: ['bias'] }

/** Fallback for an encoding that is not in the catalogue. */
const USUAL = 'rope'

export function drawDoors(entries: readonly EncodingEntry[], state: DoorsState): DoorsDrawing {
  const { entry, refusals } = knownEncoding(entries, state.encoding, USUAL)
  const optional = BY_OPTION[entry.type] ?? []
  const lit = DOORS.filter((door) => entry.doors.includes(door) && !optional.includes(door))
  const door = state.door === 'auto' ? (lit[0] ?? 'mask') : state.door
  return {
    entry,
    entries,
    refusals,
    lit,
    optional,
    door,
    beside: (['positions', 'score'] as const).filter((name) => entry.doors.includes(name)),
    members: entries.filter(({ type, doors }) => doors.includes(door) && !BY_OPTION[type]?.includes(door)),
  }
}

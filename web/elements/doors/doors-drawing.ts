// Where an encoding enters, from the catalogue of the library.

import type { EncodingEntry } from 'whereformer'
import type { StateOf } from '../figure/fields.js'
import { DOORS, type DoorName } from './door-names.js'
import type { doorsFields } from './doors-fields.js'

export type DoorsState = StateOf<typeof doorsFields>

/** What encodings change besides: the positions before any door sees them, and the scores as such. */
export type Beside = 'positions' | 'score'

export interface DoorsDrawing {
  entry: EncodingEntry
  entries: readonly EncodingEntry[]
  known: boolean
  lit: readonly DoorName[]
  /** Opened only by an option that no published model uses. */
  optional: readonly DoorName[]
  beside: readonly Beside[]
  /** The one that is explained. */
  door: DoorName
  /** Which encodings enter by that one. */
  members: readonly EncodingEntry[]
}

/** DeBERTa drops the term of the two positions; the paper writes it down, and an option of the library adds it. */
const BY_OPTION: Readonly<Record<string, readonly DoorName[]>> = { deberta: ['bias'] }

/** Fallback for an encoding that is not in the catalogue. */
const USUAL = 'rope'

export function drawDoors(entries: readonly EncodingEntry[], state: DoorsState): DoorsDrawing {
  const asked = entries.find(({ type }) => type === state.encoding)
  const entry = asked ?? entries.find(({ type }) => type === USUAL)
  if (!entry) throw new TypeError('the catalogue is empty')
  const optional = BY_OPTION[entry.type] ?? []
  const lit = DOORS.filter((door) => entry.doors.includes(door) && !optional.includes(door))
  const door = state.door === 'auto' ? (lit[0] ?? 'mask') : state.door
  return {
    ...{ entry, entries, known: asked !== undefined, lit, optional, door },
    beside: (['positions', 'score'] as const).filter((name) => entry.doors.includes(name)),
    members: entries.filter(({ type, doors }) => doors.includes(door) && !BY_OPTION[type]?.includes(door)),
  }
}

// The arrays that a reader gave to an element: pasted, dropped or chosen.

import { arrayIn } from '../../lib/identify/array-file.js'
import type { Arrays, Side } from './identify-drawing.js'

export interface Given {
  arrays: Arrays
  /** Why the last one could not be read. */
  trouble: string | undefined
}

const given = new WeakMap<HTMLElement, Given>()

export function givenTo(element: HTMLElement): Given {
  const known = given.get(element) ?? { arrays: {}, trouble: undefined }
  given.set(element, known)
  return known
}

/** Without bytes the side is empty again. */
export function give(element: HTMLElement, side: Side, bytes: Uint8Array | undefined, label: string): void {
  const { arrays } = givenTo(element)
  const { [side]: _, ...others } = arrays
  try {
    given.set(element, {
      arrays: bytes ? { ...others, [side]: arrayIn(bytes, label) } : others,
      trouble: undefined,
    })
  } catch (cause) {
    given.set(element, { arrays: others, trouble: cause instanceof Error ? cause.message : String(cause) })
  }
}

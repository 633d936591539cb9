// The arrays that a reader gave to an element: pasted, dropped or chosen.

import { messageOf } from '../../../lib/boundary/errors.js'
import { arrayIn } from '../../../lib/identify/array-file.js'
import type { Arrays, Side } from './identify-drawing.js'
import type { IdentifyWords } from './messages.js'

/** Why what came is no array: a sentence, and what the library says. */
interface Trouble {
  say: (words: IdentifyWords) => string
  message?: string
}

/** An array as the reader gives it: a file, or pasted text. */
export type Offer = { file: File } | { text: string; label: string } | { trouble: Trouble }

export interface Given {
  readonly arrays: Arrays
  readonly trouble: Trouble | undefined
}

/** Bytes of a file, or letters of a text, at most: more numbers than any comparison looks at. */
const MOST = 2 ** 26

const given = new WeakMap<HTMLElement, Given>()
/** Offers that are being read. What comes later wins: the earlier one is no longer in here. */
const reading = new WeakMap<HTMLElement, Partial<Record<Side, Offer>>>()

export function givenTo(element: HTMLElement): Given {
  const known = given.get(element) ?? { arrays: {}, trouble: undefined }
  given.set(element, known)
  return known
}

export function isReading(element: HTMLElement, side: Side): boolean {
  return reading.get(element)?.[side] !== undefined
}

/** All sides are empty again; what is being read is not waited for. */
export function clear(element: HTMLElement): void {
  given.delete(element)
  reading.delete(element)
}

/** @returns whether the offer stands: what came meanwhile takes its place, and a refused one leaves the side empty */
export async function give(element: HTMLElement, side: Side, offer: Offer): Promise<boolean> {
  reading.set(element, { ...reading.get(element), [side]: offer })
  const read = await arrayOf(offer)
  if (reading.get(element)?.[side] !== offer) return false
  reading.set(element, { ...reading.get(element), [side]: undefined })
  const { [side]: _, ...others } = givenTo(element).arrays
  given.set(
    element,
    'say' in read
      ? { arrays: others, trouble: read }
      : { arrays: { ...others, [side]: read }, trouble: undefined },
  )
  return true
}

async function arrayOf(offer: Offer) {
  if ('trouble' in offer) return offer.trouble
  const [label, size] =
    'file' in offer ? [offer.file.name, offer.file.size] : [offer.label, offer.text.length]
  if (size > MOST) return { say: (words: IdentifyWords) => words.tooLarge(label, size, MOST) }
  let bytes: Uint8Array
  try {
    bytes =
      'file' in offer ? new Uint8Array(await offer.file.arrayBuffer()) : new TextEncoder().encode(offer.text)
  } catch (cause) {
    return { say: (words: IdentifyWords) => words.unreadable(label), message: messageOf(cause) }
  }
  try {
    return arrayIn(bytes, label)
  } catch (cause) {
    return { say: (words: IdentifyWords) => words.noArray(label), message: messageOf(cause) }
  }
}

/** The array in a drop or in the clipboard. To be called in the event itself: later the transfer is empty. */
export function offerIn(transfer: DataTransfer, label: string): Offer {
  const { items, files } = transfer
  const text = transfer.getData('text/plain').trim()
  const folder = [...items].map((item) => item.webkitGetAsEntry?.()).find((entry) => entry?.isDirectory)
  if (folder) return { trouble: { say: (words) => words.folder(folder.name) } }
  if (files.length > 1) return { trouble: { say: (words) => words.severalFiles(files.length) } }
  const [file] = files
  if (file) return { file }
  return text ? { text, label } : { trouble: { say: (words) => words.noFile } }
}

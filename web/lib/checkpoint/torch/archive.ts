// The ZIP archive that torch.save writes, read from its start to its end: entries that are stored as they are, the pickle before the storages,
// and at the end a directory that has to list the same entries. Nothing is inflated.

import type { Cursor } from '../cursor.js'
import type { Here } from '../weight-file.js'

export interface Entry {
  /** The name inside of the archive's one folder. */
  name: string
  /** The bytes of its content, if they are known before it is read. */
  size: number | undefined
}

interface Seen {
  name: string
  at: number
  size: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const DESCRIPTOR = 0x08074b50
const END = 0x06054b50

/** The bytes behind the marks of what follows a directory; the first two are of ZIP64. */
const AFTER: Readonly<Record<number, number>> = { 101075792: 52, 117853008: 16, [END]: 18 }

const ENCRYPTED = 1
const SIZES_BEHIND = 8
const LONGEST_HEADER = 2 ** 18
const MOST_ENTRIES = 100_000
const UNKNOWN = 0xffffffff

/** An entry of unknown size whose end is searched, such as the version of the format. */
const LARGEST_NOTE = 2 ** 16

export class Archive {
  readonly #cursor: Cursor
  readonly #here: Here
  readonly #seen: Seen[] = []
  #open:
    | { whole: string; at: number; start: number; wide: boolean; behind: boolean; size: number | undefined }
    | undefined

  constructor(cursor: Cursor, here: Here) {
    this.#cursor = cursor
    this.#here = here
  }

  /** The next entry, at the start of its content; undefined behind the last. The one before has been read to its end. */
  async next(): Promise<Entry | undefined> {
    const at = this.#cursor
    await this.#close()
    at.allow(LONGEST_HEADER)
    const start = at.position
    await at.ensure(4)
    const mark = at.u32()
    if (mark === CENTRAL) return this.#directory()
    if (mark !== LOCAL) throw this.bad('something else between its entries', 'entries one after another')
    if (this.#seen.length >= MOST_ENTRIES) throw this.bad('more entries', `at most ${MOST_ENTRIES}`)
    await at.ensure(26)
    at.bytes(2)
    const [flags, method] = [at.number('getUint16'), at.number('getUint16')]
    at.bytes(8)
    const [packed, size] = [at.u32(), at.u32()]
    const [nameLength, moreLength] = [at.number('getUint16'), at.number('getUint16')]
    await at.ensure(nameLength + moreLength)
    const whole = new TextDecoder().decode(at.bytes(nameLength))
    this.#requireStored(method, flags, packed === size, whole)
    const wide = wideSize(at.bytes(moreLength), size === UNKNOWN)
    const known = flags & SIZES_BEHIND ? undefined : size === UNKNOWN ? wide.size : size
    this.#open = {
      whole,
      at: start,
      start: at.position,
      wide: wide.there,
      behind: (flags & SIZES_BEHIND) !== 0,
      size: known,
    }
    return { name: whole.slice(whole.indexOf('/') + 1), size: known }
  }

  /** The content of a small entry. */
  async note({ size }: Entry): Promise<string> {
    const at = this.#cursor
    at.allow(LARGEST_NOTE + 24)
    const length = size ?? (await this.#lengthOfNote())
    await at.ensure(length)
    return new TextDecoder().decode(at.bytes(length))
  }

  // Where the sizes behind an entry are those of what is before them.
  async #lengthOfNote(): Promise<number> {
    for (let length = 0; length <= LARGEST_NOTE; length++) {
      const bytes = await this.#cursor.peek(length + 12)
      const view = new DataView(bytes.buffer, bytes.byteOffset + length, 12)
      if (view.getUint32(0, true) === DESCRIPTOR && view.getUint32(8, true) === length) return length
    }
    throw this.bad(
      'a further entry without its size',
      `entries of torch.save, with at most ${LARGEST_NOTE} bytes beside tensors`,
    )
  }

  async #close(): Promise<void> {
    if (!this.#open) return
    const { whole, at: start, start: from, wide, behind, size } = this.#open
    const length = this.#cursor.position - from
    if (size !== undefined && size !== length)
      throw this.bad(`an entry of ${size} bytes`, `${length} for ${this.#here.parts.show(whole)}`)
    if (behind) await this.#descriptor(length, wide, whole)
    this.#seen.push({ name: whole, at: start, size: length })
    this.#open = undefined
  }

  async #descriptor(length: number, wide: boolean, name: string): Promise<void> {
    const at = this.#cursor
    at.allow(24)
    await at.ensure(wide ? 24 : 16)
    const mark = at.u32()
    at.bytes(4)
    const [packed, size] = wide ? [at.u64(), at.u64()] : [at.u32(), at.u32()]
    if (mark === DESCRIPTOR && packed === length && size === length) return
    throw this.bad(`sizes behind ${this.#here.parts.show(name)} that are not its own`, `${length} bytes`)
  }

  /** Compares the directory with what was read. */
  async #directory(): Promise<undefined> {
    const at = this.#cursor
    for (const [i, { name, at: place, size }] of this.#seen.entries()) {
      at.allow(LONGEST_HEADER)
      if (i > 0) {
        await at.ensure(4)
        if (at.u32() !== CENTRAL) throw this.bad(`${i} entries in its directory`, `${this.#seen.length}`)
      }
      await at.ensure(42)
      at.bytes(6)
      const method = at.number('getUint16')
      at.bytes(8)
      const [packed, length] = [at.u32(), at.u32()]
      const [nameLength, moreLength, commentLength] = [0, 1, 2].map(() => at.number('getUint16')) as [
        number,
        number,
        number,
      ]
      at.bytes(8)
      const offset = at.u32()
      await at.ensure(nameLength + moreLength + commentLength)
      const listed = new TextDecoder().decode(at.bytes(nameLength))
      at.bytes(moreLength + commentLength)
      const fits = (value: number, wanted: number) => value === wanted || value === UNKNOWN
      if (
        listed !== name ||
        method !== 0 ||
        !fits(packed, size) ||
        !fits(length, size) ||
        !fits(offset, place)
      )
        throw this.bad(
          `${this.#here.parts.show(listed)} in its directory`,
          `${this.#here.parts.show(name)}, as in the file`,
        )
    }
    return this.#end()
  }

  /** What follows the directory: where it is, and nothing else. */
  async #end(): Promise<undefined> {
    const at = this.#cursor
    for (;;) {
      at.allow(LONGEST_HEADER)
      await at.ensure(4)
      const mark = at.u32()
      const rest = AFTER[mark]
      if (rest === undefined)
        throw this.bad('more in its directory', `${this.#seen.length} entries, as in the file`)
      await at.ensure(rest)
      const bytes = at.bytes(rest)
      if (mark !== END) continue
      const comment = (bytes[16] as number) + 256 * (bytes[17] as number)
      await at.ensure(comment)
      at.bytes(comment)
      if ((await at.take(1)).length > 0) throw this.bad('bytes behind its end', 'the end of the file')
      return undefined
    }
  }

  #requireStored(method: number, flags: number, sameSize: boolean, name: string): void {
    const show = this.#here.parts.show(name)
    if (flags & ENCRYPTED) throw this.bad(`the encrypted entry ${show}`, 'entries as torch.save stores them')
    if (method !== 0 || !sameSize)
      throw this.bad(`the compressed entry ${show}`, 'entries as torch.save stores them')
  }

  bad(got: string, wanted: string) {
    return this.#here.parts.refuse('ERR_PARSE', `${this.#here.label}, ZIP archive`, got, wanted)
  }
}

/** The field of ZIP64 among those of an entry, and the size in it. */
function wideSize(more: Uint8Array, counts: boolean): { there: boolean; size: number | undefined } {
  const view = new DataView(more.buffer, more.byteOffset, more.length)
  for (let at = 0; at + 4 <= more.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    const fits = counts && at + 12 <= more.length
    return { there: true, size: fits ? Number(view.getBigUint64(at + 4, true)) : undefined }
  }
  return { there: false, size: undefined }
}

// Fields of a protobuf message: a varint of number and kind, then a varint, a length and as many bytes, or 4 or 8 bytes.
// Whatever is wrong ends in a Malformed; each byte is read once, and a length is compared with what is left before it is used.

export class Malformed extends Error {}

export interface Field {
  number: number
  /** A varint: the lower 32 bits, signed. */
  integer: number
  /** Bytes, or the 4 bytes of a float. */
  bytes: Uint8Array
}

const NONE = new Uint8Array()
const LONGEST_VARINT = 10

export function* fieldsIn(bytes: Uint8Array): Generator<Field> {
  let at = 0

  function varint(): number {
    let value = 0
    for (let i = 0; i < LONGEST_VARINT; i++) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Malformed('it ends early')
      value += (byte & 0x7f) * 2 ** (7 * i)
      if (byte < 0x80) return value
    }
    throw new Malformed('a number of more than ten bytes')
  }

  function next(length: number): Uint8Array {
    if (length > bytes.length - at) throw new Malformed('it ends early')
    at += length
    return bytes.subarray(at - length, at)
  }

  while (at < bytes.length) {
    const tag = varint()
    const number = Math.floor(tag / 8)
    const kind = tag % 8
    if (kind === 0) {
      const start = at
      varint()
      yield { number, integer: lowBits(bytes, start), bytes: NONE }
    } else if (kind === 1) yield { number, integer: 0, bytes: next(8) }
    else if (kind === 2) yield { number, integer: 0, bytes: next(varint()) }
    else if (kind === 5) yield { number, integer: 0, bytes: next(4) }
    else throw new Malformed(`a field of kind ${kind}`)
  }
}

// Numbers below zero are varints of ten bytes, more than a number holds.
function lowBits(bytes: Uint8Array, start: number): number {
  let value = 0
  for (let i = 0; i < 5; i++) {
    const byte = bytes[start + i] as number
    value |= (byte & 0x7f) << (7 * i)
    if (byte < 0x80) break
  }
  return value
}

export function floatIn({ bytes }: Field): number {
  if (bytes.length !== 4) throw new Malformed('a score that is no float')
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true)
}

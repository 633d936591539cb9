// SentencePiece's precompiled normalizer, part of the tokenizer.json of T5, XLNet, ALBERT and DeBERTa-v3: a trie from UTF-8
// to texts (a double array, as Darts-clone stores it), then those texts, each ended by 0. The tokenizer library approximates it
// by NFKC; this one is exact.

/** The most bytes of a text that one entry replaces, where the longest counts. SentencePiece's own map, nmt_nfkc, has at most 12. */
const LONGEST_KEY = 64

/** The most bytes that replace them: 33 in nmt_nfkc. */
const LONGEST_TEXT = 1000

export class Precompiled {
  readonly #units: Uint32Array
  readonly #texts: Uint8Array
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder()
  readonly #known = new Map<string, string>()

  /** @param charsmap trie and texts in base64 */
  constructor(charsmap: string) {
    const bytes = Uint8Array.from(atob(charsmap), (character) => character.charCodeAt(0))
    const size = new DataView(bytes.buffer).getUint32(0, true)
    if (size % 4 !== 0 || 4 + size > bytes.length) throw new RangeError('a charsmap that ends early')
    this.#units = new Uint32Array(bytes.slice(4, 4 + size).buffer)
    this.#texts = bytes.subarray(4 + size)
  }

  /** Normalizes a text: short graphemes are looked up as a whole, other text character by character. */
  normalize(text: string): string {
    return graphemesOf(text)
      .map((grapheme) => {
        const whole = this.#encoder.encode(grapheme).length < 6 ? this.#lookUp(grapheme) : undefined
        return whole ?? Array.from(grapheme, (character) => this.#lookUp(character) ?? character).join('')
      })
      .join('')
  }

  /** A text in parts as SentencePiece itself replaces them: the longest prefix that is known, else a character. */
  partsOf(text: string): string[] {
    const bytes = this.#encoder.encode(text)
    const parts: string[] = []
    let [at, unit] = [0, 0]
    while (unit < text.length) {
      const found = this.#prefixes(bytes.subarray(at, at + LONGEST_KEY)).at(-1)
      parts.push(found ? this.#textAt(found.place) : String.fromCodePoint(text.codePointAt(unit) as number))
      const end = at + (found?.length ?? 1)
      while (at < end) {
        const point = text.codePointAt(unit) as number
        at += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
        unit += point < 0x10000 ? 1 : 2
      }
    }
    return parts
  }

  #lookUp(chunk: string): string | undefined {
    const known = this.#known.get(chunk)
    if (known !== undefined) return known
    const found = this.#prefixes(this.#encoder.encode(chunk))[0]
    if (found === undefined) return undefined
    const text = this.#textAt(found.place)
    this.#known.set(chunk, text)
    return text
  }

  #textAt(place: number): string {
    const found = this.#texts.indexOf(0, place)
    const end = found < 0 ? this.#texts.length : found
    if (end - place > LONGEST_TEXT) throw new RangeError(`a charsmap that writes ${end - place} bytes`)
    return this.#decoder.decode(this.#texts.subarray(place, end))
  }

  /** Known prefixes, shortest first: their lengths, and the offsets of what replaces them. */
  #prefixes(bytes: Uint8Array): { length: number; place: number }[] {
    const found: { length: number; place: number }[] = []
    let node = offsetOf(this.#unit(0))
    for (const [i, byte] of bytes.entries()) {
      if (byte === 0) break
      node ^= byte
      const unit = this.#unit(node)
      if (labelOf(unit) !== byte) break
      node ^= offsetOf(unit)
      if (hasLeaf(unit)) found.push({ length: i + 1, place: this.#unit(node) & 0x7fffffff })
    }
    return found
  }

  // past the end: 0, which no byte leads to
  #unit(index: number): number {
    return this.#units[index] ?? 0
  }
}

const hasLeaf = (unit: number) => ((unit >>> 8) & 1) === 1
const labelOf = (unit: number) => (unit & 0x800000ff) >>> 0
const offsetOf = (unit: number) => (unit >>> 10) << ((unit & 0x200) >>> 6)

function graphemesOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text]
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text),
    ({ segment }) => segment,
  )
}

// SentencePiece's precompiled normalizer, part of the tokenizer.json of T5, XLNet, ALBERT and DeBERTa-v3: a trie from UTF-8
// to texts (a double array, as Darts-clone stores it), then those texts, each ended by 0. The tokenizer library approximates it
// by NFKC; this one is exact.

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

  #lookUp(chunk: string): string | undefined {
    const known = this.#known.get(chunk)
    if (known !== undefined) return known
    const place = this.#find(this.#encoder.encode(chunk))
    if (place === undefined) return undefined
    const end = this.#texts.indexOf(0, place)
    const text = this.#decoder.decode(this.#texts.subarray(place, end < 0 ? undefined : end))
    this.#known.set(chunk, text)
    return text
  }

  /** The offset of the replacement of the shortest known prefix; undefined if none is known. */
  #find(bytes: Uint8Array): number | undefined {
    let node = offsetOf(this.#unit(0))
    for (const byte of bytes) {
      if (byte === 0) return undefined
      node ^= byte
      const unit = this.#unit(node)
      if (labelOf(unit) !== byte) return undefined
      node ^= offsetOf(unit)
      if (hasLeaf(unit)) return this.#unit(node) & 0x7fffffff
    }
    return undefined
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

// Where the program prints. Names and values of files may hold characters that a terminal obeys: they are shown, not sent.

export interface Stream {
  write(text: string): unknown
  readonly isTTY?: boolean
}

export class Terminal {
  readonly #stream: Stream

  constructor(stream: Stream) {
    this.#stream = stream
  }

  get isTTY(): boolean {
    return this.#stream.isTTY === true
  }

  write(text: string): void {
    this.#stream.write(visible(text))
  }

  /** Empties the line of a terminal; on a file nothing was written over. */
  clearLine(): void {
    if (this.isTTY) this.#stream.write('\r\u001b[K')
  }
}

// The characters that a terminal obeys, all but the end of a line; the last ranges turn the direction of reading.
const OBEYED = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A character as JSON escapes it, so that JSON stays what it is. */
function visible(text: string): string {
  return text.replace(OBEYED, escaped)
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Items on one line each, whatever they hold. */
export function linesOf(items: readonly string[]): string {
  return items.map((item) => `${item.replaceAll('\n', '\\n')}\n`).join('')
}

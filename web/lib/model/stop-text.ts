// The text of a generation up to the first stop string, however its pieces are cut. What may begin a stop string is held back.

export class StopText {
  readonly #stops: readonly string[]
  #held = ''

  constructor(stops: readonly string[]) {
    this.#stops = stops
  }

  /** Takes the next text; returns what no stop string can take back, with `last` all of it. */
  push(text: string, last: boolean): { text: string; stopped: boolean } {
    const now = this.#held + text
    const cut = this.#cutOf(now)
    const certain = cut ?? (last ? now.length : now.length - this.#begun(now))
    this.#held = now.slice(certain)
    return { text: now.slice(0, certain), stopped: cut !== undefined }
  }

  /** Where the stop string begins that is complete first; of those that end at one place the longest. */
  #cutOf(text: string): number | undefined {
    const found = this.#stops
      .map((stop) => ({ from: text.indexOf(stop), size: stop.length }))
      .filter(({ from }) => from >= 0)
      .sort((a, b) => a.from + a.size - b.from - b.size || a.from - b.from)
    return found[0]?.from
  }

  /** The length of the longest end of a text that begins a stop string. */
  #begun(text: string): number {
    const longest = Math.max(0, ...this.#stops.map(({ length }) => length - 1)) // spread: sixteen at most
    for (let size = Math.min(longest, text.length); size > 0; size--) {
      const end = text.slice(-size)
      if (this.#stops.some((stop) => stop.startsWith(end))) return size
    }
    return 0
  }
}

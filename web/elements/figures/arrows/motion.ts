// Moves a picture from one moment to the next, and draws at most once per frame.

import { between, isSame, isStill, type Moment } from './moment.js'

/** Positions per second while it plays. */
const PACE = 5
/** Milliseconds that may pass between two frames; what is longer was a pause. */
const LONGEST = 100

export class Motion {
  readonly #draw: () => void
  now: Moment = { query: 0, key: 0, turn: 1, start: 0 }
  #frame = 0
  #step: ((time: number) => void) | undefined

  constructor(draw: () => void) {
    this.#draw = draw
  }

  /** Draws in the next frame. */
  request(): void {
    this.#frame ||= requestAnimationFrame((time) => {
      this.#frame = 0
      this.#step?.(time)
      this.#draw()
      if (this.#step) this.request()
    })
  }

  stop(): void {
    this.#step = undefined
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  jump(to: Moment): void {
    this.#step = undefined
    this.now = to
    this.request()
  }

  /** Cubic, slowing down. */
  glide(to: Moment, milliseconds: number): void {
    if (isStill() || isSame(this.now, to)) {
      this.jump(to)
      return
    }
    const from = this.now
    let began: number | undefined
    this.#step = (time) => {
      began ??= time
      const share = Math.min(1, (time - began) / milliseconds)
      this.now = between(from, to, 1 - (1 - share) ** 3)
      if (share < 1) return
      this.now = to
      this.#step = undefined
    }
    this.request()
  }

  /** The key goes from `low` to `high` and back, and the query with it; `onKey` hears of each position that is nearest. */
  play(low: number, high: number, onKey: (key: number) => void): void {
    const { key, query, start, turn } = this.now
    const room = high - low
    let gone = key - low
    let last: number | undefined
    this.#step = (time) => {
      if (!document.hidden) gone += (PACE * Math.min(LONGEST, time - (last ?? time))) / 1000
      last = time
      const along = room === 0 ? 0 : gone % (2 * room)
      const at = low + (along > room ? 2 * room - along : along)
      this.now = { key: at, query: at + query - key, start, turn }
      onKey(Math.round(at))
    }
    this.request()
  }
}

// Lets a figure play by itself, once. The first touch, key or focus ends it for good; a hidden page waits.

import type { LitElement, ReactiveController } from 'lit'

export interface Play {
  seconds: number
  /** `share` of the time, 0 … 1. */
  onStep: (share: number) => void
  /** @param touched by the reader, not by the end of the time */
  onEnd: (touched: boolean) => void
}

const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'input'] as const
/** Milliseconds that may pass between two frames; what is longer was a pause. */
const LONGEST = 100

export class PlayController implements ReactiveController {
  readonly #host: LitElement
  readonly #play: Play
  #phase: 'waiting' | 'playing' | 'over' = 'waiting'
  #frame = 0
  #last: number | undefined
  #elapsed = 0

  constructor(host: LitElement, play: Play) {
    this.#host = host
    this.#play = play
    host.addController(this)
  }

  hostConnected(): void {
    for (const type of TOUCHES)
      this.#host.addEventListener(type, this.#touch, { capture: true, passive: true })
  }

  hostDisconnected(): void {
    for (const type of TOUCHES) this.#host.removeEventListener(type, this.#touch, { capture: true })
    this.end()
  }

  /** Does nothing the second time. */
  start(): void {
    if (this.#phase !== 'waiting') return
    if (isStill()) this.end()
    else {
      this.#phase = 'playing'
      this.#frame = requestAnimationFrame(this.#step)
    }
  }

  end(touched = false): void {
    cancelAnimationFrame(this.#frame)
    const { playing } = this
    this.#phase = 'over'
    if (playing) this.#play.onEnd(touched)
  }

  get playing(): boolean {
    return this.#phase === 'playing'
  }

  readonly #touch = (): void => this.end(true)

  readonly #step = (time: number): void => {
    if (!document.hidden) this.#elapsed += Math.min(LONGEST, time - (this.#last ?? time))
    this.#last = time
    const share = this.#elapsed / (1000 * this.#play.seconds)
    if (share >= 1 || isStill()) this.end()
    else {
      this.#play.onStep(share)
      this.#frame = requestAnimationFrame(this.#step)
    }
  }
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

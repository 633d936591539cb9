// Lets a figure play by itself. The first touch, key or focus ends it; a hidden page waits.

import type { LitElement, ReactiveController } from 'lit'

export interface Play {
  /** `seconds` since it began. @returns whether it goes on */
  onStep: (seconds: number) => boolean
  /** @param touched by the reader, not by its own end */
  onEnd: (touched: boolean) => void
}

const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'input'] as const
/** Milliseconds that may pass between two frames; what is longer was a pause. */
const LONGEST = 100

export class PlayController implements ReactiveController {
  readonly #host: LitElement
  #play: Play | undefined
  #touched = false
  #frame = 0
  #last: number | undefined
  #elapsed = 0

  constructor(host: LitElement) {
    this.#host = host
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

  /** Not under prefers-reduced-motion. */
  start(play: Play): void {
    this.end()
    if (isStill()) return
    this.#play = play
    this.#elapsed = 0
    this.#last = undefined
    this.#frame = requestAnimationFrame(this.#step)
    this.#host.requestUpdate()
  }

  end(touched = false): void {
    cancelAnimationFrame(this.#frame)
    const play = this.#play
    this.#play = undefined
    if (!play) return
    play.onEnd(touched)
    this.#host.requestUpdate()
  }

  get playing(): boolean {
    return this.#play !== undefined
  }

  /** Whether the reader has ever touched the figure. */
  get touched(): boolean {
    return this.#touched
  }

  // The button that plays also pauses: it says so itself.
  readonly #touch = (event: Event): void => {
    const [target] = event.composedPath()
    this.#touched = true
    if (!(target instanceof Element && target.closest('.play'))) this.end(true)
  }

  readonly #step = (time: number): void => {
    if (!document.hidden) this.#elapsed += Math.min(LONGEST, time - (this.#last ?? time))
    this.#last = time
    if (!isStill() && this.#play?.onStep(this.#elapsed / 1000))
      this.#frame = requestAnimationFrame(this.#step)
    else this.end()
  }
}

export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

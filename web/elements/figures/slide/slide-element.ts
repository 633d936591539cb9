// <wf-slide>: a line that slides along the positions, read by two models that differ in their encoding alone.

import type { PropertyDeclarations } from 'lit'
import { stateIn } from '../../parts/figure/fragment.js'
import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import { isStill, PlayController } from './play-controller.js'
import { slideFields } from './slide-fields.js'

/** Seconds for the way to both ends and back that it shows by itself. */
const SECONDS = 5
/** Positions a second when the reader lets it play, and positions of one press where nothing may move by itself. */
const SPEED = 5
const LEAP = 10

export class SlideElement extends TrainedFigureElement<typeof slideFields> {
  static override readonly fields = slideFields

  static override properties: PropertyDeclarations = { plays: { type: Boolean } }

  declare text: string
  declare position: number
  /** Slides to both ends and back, once, until the reader touches it; not under prefers-reduced-motion. */
  declare plays: boolean
  /** @internal The position that is shown while it plays. */
  played: number | undefined

  readonly #play = new PlayController(this)
  #greeted = false

  constructor() {
    super()
    this.plays = false
  }

  protected override async body() {
    return (await import('./slide-figure.js')).slideFigure
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    super.updated(changed)
    if (this.phase === 'failed') this.#play.end()
    else if (this.phase === 'ready' && this.plays) this.#greet()
  }

  /** @internal */
  get playing(): boolean {
    return this.#play.playing
  }

  /** @internal Plays to the last position, or pauses. */
  toggle(): void {
    if (this.playing) this.#play.end(true)
    else if (isStill()) this.change({ position: this.#from(LEAP) })
    else this.#playOn()
  }

  // Who follows a link finds what it says.
  #greet(): void {
    if (this.#greeted) return
    this.#greeted = true
    if (this.#play.touched || stateIn(location.hash, this.linkName) !== undefined) return
    const last = this.#farthest
    const start = Math.acos(1 - (2 * Math.min(this.now.position, last)) / last)
    const at = (share: number) => Math.round((last / 2) * (1 - Math.cos(start + 2 * Math.PI * share)))
    this.#play.start({
      onStep: (seconds) => seconds < SECONDS && this.#show(at(seconds / SECONDS)),
      onEnd: (touched) => this.#settle(touched),
    })
  }

  #playOn(): void {
    const start = this.#from(0)
    const last = this.#farthest
    this.#play.start({
      onStep: (seconds) => {
        const position = Math.min(last, start + Math.floor(SPEED * seconds))
        return this.#show(position) && position < last
      },
      onEnd: () => this.#settle(true),
    })
  }

  /** So many positions on, but from the end to the start. */
  #from(step: number): number {
    const last = this.#farthest
    const { position } = this.now
    return position >= last ? 0 : Math.min(last, position + step)
  }

  get #farthest(): number {
    return (this.picture as { farthest: number } | undefined)?.farthest ?? this.now.position
  }

  #show(position: number): true {
    if (position !== (this.played ?? this.now.position)) {
      this.played = position
      this.recompute()
    }
    return true
  }

  /** @param stays where it is; else it returns to where it began */
  #settle(stays: boolean): void {
    const position = this.played
    this.played = undefined
    if (position === undefined) return
    if (stays) this.change({ position })
    this.recompute()
  }
}

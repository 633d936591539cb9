// <wf-slide>: a line that slides along the positions, read by two models that differ in their encoding alone.

import type { PropertyDeclarations } from 'lit'
import { stateIn } from '../../parts/figure/fragment.js'
import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import { PlayController } from './play-controller.js'
import { slideFields } from './slide-fields.js'

const SECONDS = 5

export class SlideElement extends TrainedFigureElement<typeof slideFields> {
  static override readonly fields = slideFields

  static override properties: PropertyDeclarations = { plays: { type: Boolean } }

  declare text: string
  declare position: number
  /** Slides to position 0 and back, once, until the reader touches it; not under prefers-reduced-motion. */
  declare plays: boolean
  /** @internal The position that is shown while it plays. */
  played: number | undefined

  readonly #play = new PlayController(this, {
    seconds: SECONDS,
    onStep: (share) => this.#step(share),
    onEnd: (touched) => this.#end(touched),
  })

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
    // who follows a link finds what it says
    else if (this.phase === 'ready' && this.plays && stateIn(location.hash, this.linkName) === undefined)
      this.#play.start()
  }

  #step(share: number): void {
    const position = Math.round((this.now.position * (1 + Math.cos(2 * Math.PI * share))) / 2)
    if (position === this.played) return
    this.played = position
    this.recompute()
  }

  #end(touched: boolean): void {
    const position = this.played
    this.played = undefined
    if (position === undefined) return
    if (touched) this.change({ position })
    this.recompute()
  }
}

// <wf-arrows>: RoPE as arrows. A query and a key rotate with their positions; their product sees the distance alone.

import type { PropertyDeclarations } from 'lit'
import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import { arrowsFields, type Source, type View } from './arrows-fields.js'

export class ArrowsElement extends TrainedFigureElement<typeof arrowsFields> {
  static override readonly fields = arrowsFields

  static override properties: PropertyDeclarations = { playing: { state: true } }

  declare text: string
  declare queryWord: number
  declare keyWord: number
  declare queryAt: number | undefined
  declare keyAt: number | undefined
  declare turned: boolean
  declare pair: number
  declare view: View
  declare vectors: Source
  declare layer: number
  declare head: number
  declare peak: number
  declare queryArrows: string
  declare keyArrows: string

  /** @internal Both words move by themselves. */
  declare playing: boolean
  /** @internal The first position on the axis. */
  start = 0

  constructor() {
    super()
    this.playing = false
  }

  protected override async body() {
    return (await import('./arrows-figure.js')).arrowsFigure
  }
}

// <wf-cache>: keys that a model keeps while it writes, and what the next letter attends to when they are evicted, renumbered or padded.

import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import {
  type CacheEncoding,
  cacheFields,
  type Operation,
  type Padding,
  type Scaling,
  type Storage,
} from './cache-fields.js'

export class CacheElement extends TrainedFigureElement<typeof cacheFields> {
  static override readonly fields = cacheFields

  declare operation: Operation
  declare encoding: CacheEncoding
  declare keys: Storage
  declare padding: Padding
  declare scaling: Scaling
  declare start: number
  declare layer: number | undefined
  declare head: number | undefined
  declare text: string

  protected override async body() {
    return (await import('./cache-figure.js')).cacheFigure
  }
}

// Base class of figures that take an encoding as a property: `element.position = customPosition(…)`. It is never part of a link.

import type { PropertyDeclarations } from 'lit'
import type { CustomPosition, PositionEncoding } from 'whereformer'
import type { Fields } from '../figure/fields.js'
import { FigureElement } from '../figure/figure-element.js'

/** An encoding of the catalogue with parameters, a table of customPosition(), or functions. */
export type GivenPosition = PositionEncoding | CustomPosition

export abstract class OwnPositionElement<F extends Fields> extends FigureElement<F> {
  static override properties: PropertyDeclarations = { position: { attribute: false, noAccessor: true } }

  #position: GivenPosition | undefined

  /** An encoding in place of a formula; undefined takes it away. */
  get position(): GivenPosition | undefined {
    return this.#position
  }

  set position(given: GivenPosition | undefined) {
    this.#position = given
    if (given !== undefined) this.showOwn()
    this.recompute()
  }

  /** Sets the settings so that the figure shows the encoding. */
  protected abstract showOwn(): void
}

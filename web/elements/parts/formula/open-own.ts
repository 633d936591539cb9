// Opens the encoding of the reader's own: nothing of formulas is loaded before.

import type { EncodingEntry } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import type { Fields } from '../figure/fields.js'
import type { ExampleSizes } from '../positions/schema-positions.js'
import type { FormulaState } from './own-fields.js'
import type { OwnFigure } from './own-figure.js'
import type { OwnPositionElement } from './own-position.js'

/** Takes the sizes at which the figure shows an encoding. */
export type OpenOwn = (sizesFor: (entry: EncodingEntry) => ExampleSizes) => Promise<OwnFigure>

type Positioned = Partial<Pick<OwnPositionElement<Fields>, 'position'>>

export const openOwn =
  (library: AnyLibrary, element: HTMLElement, state: FormulaState): OpenOwn =>
  async (sizesFor) => {
    const { ownFigure } = await import('./own-figure.js')
    return ownFigure(library, { ...state, position: (element as Positioned).position }, sizesFor)
  }

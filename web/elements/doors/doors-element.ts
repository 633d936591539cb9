// <wf-doors>: the Transformer with its six doors, those that an encoding enters by lit.

import { choice, flag, name } from '../figure/fields.js'
import { FigureElement } from '../figure/figure-element.js'
import { DOORS, type DoorName } from './door-names.js'

export const doorsFields = {
  encoding: name('rope'),
  /** The one that is explained; 'auto' is the first one that is lit. */
  door: choice('auto', ['auto', ...DOORS]),
  /** Hides the choice of the encoding. */
  fixed: flag(false),
}

export class DoorsElement extends FigureElement<typeof doorsFields> {
  static override readonly fields = doorsFields

  declare encoding: string
  declare door: 'auto' | DoorName
  declare fixed: boolean

  protected override async body() {
    return (await import('./doors-figure.js')).doorsFigure
  }
}

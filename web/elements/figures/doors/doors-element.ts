// <wf-doors>: the Transformer with its six doors, those that an encoding enters by lit.

import { FigureElement } from '../../parts/figure/figure-element.js'
import type { DoorName } from '../../parts/positions/door-names.js'
import { doorsFields } from './doors-fields.js'

export class DoorsElement extends FigureElement<typeof doorsFields> {
  static override readonly fields = doorsFields

  declare encoding: string
  declare door: 'auto' | DoorName
  declare fixed: boolean

  protected override async body() {
    return (await import('./doors-figure.js')).doorsFigure
  }
}

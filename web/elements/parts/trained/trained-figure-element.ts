// Base class of figures with trained models: the attribute `model-base` is their folder. It is never part of a link, so that
// no link can make a page load models from elsewhere.

import type { PropertyDeclarations } from 'lit'
import type { Fields } from '../figure/fields.js'
import { FigureElement } from '../figure/figure-element.js'
import type { OwnModel } from './own-model.js'

export abstract class TrainedFigureElement<F extends Fields> extends FigureElement<F> {
  static override properties: PropertyDeclarations = {
    modelBase: { attribute: 'model-base' },
    own: { attribute: false },
  }

  /** The folder of all models; empty = that of configureElements, else models/ beside the page. */
  declare modelBase: string
  /** A model that the page has loaded, in place of those. */
  declare own: OwnModel | undefined

  constructor() {
    super()
    this.modelBase = ''
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed)
    if (this.hasUpdated && (changed.has('modelBase') || changed.has('own'))) this.recompute()
  }
}

/** The model that the page has loaded for a figure. */
export function ownModelOf(element: HTMLElement): OwnModel | undefined {
  return (element as Partial<TrainedFigureElement<Fields>>).own
}

/** Address of the folder of the models of a figure. */
export function modelBaseOf(element: HTMLElement): string {
  return String((element as Partial<TrainedFigureElement<Fields>>).modelBase ?? '')
}

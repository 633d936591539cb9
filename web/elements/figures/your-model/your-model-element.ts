// <wf-your-model>: the reader's own checkpoint, read in the browser: its card, its maps, and what becomes of them at other positions.

import { TrainedFigureElement } from '../../parts/trained/trained-figure-element.js'
import type { TrainedName } from '../../parts/trained/trained-names.js'
import { type View, yourModelFields } from './your-model-fields.js'

export class YourModelElement extends TrainedFigureElement<typeof yourModelFields> {
  static override readonly fields = yourModelFields

  declare model: 'none' | TrainedName
  declare view: View

  /** A removed one has closed its model: one of ours is loaded again. */
  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.recompute()
  }

  protected override async body() {
    const { yourModelFigure, OURS_BYTES } = await import('./your-model-figure.js')
    return this.now.model === 'none' ? yourModelFigure : { ...yourModelFigure, download: OURS_BYTES }
  }
}

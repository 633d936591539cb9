// <wf-properties>: the property meter over all encodings, measured row by row; a table to sort, and counter-examples on demand.

import { OWN } from '../../parts/formula/own-fields.js'
import { OwnPositionElement } from '../../parts/formula/own-position.js'
import { JobController } from '../../parts/job/job-controller.js'
import { type Column, propertiesFields } from './properties-fields.js'

export class PropertiesElement extends OwnPositionElement<typeof propertiesFields> {
  static override readonly fields = propertiesFields

  declare encodings: string
  declare bias: string
  declare frequencies: string
  declare sort: Column
  declare descending: boolean
  declare open: string
  declare heads: number
  declare dim: number
  declare length: number
  declare trainLength: number
  declare seed: number

  /** @internal */
  readonly job = new JobController(this, {
    settings: () => this.now,
    show: (picture) => {
      this.picture = picture
    },
    resume: () => this.recompute(),
  })

  protected override showOwn(): void {
    this.open = OWN
  }

  protected override async body() {
    return (await import('./properties-figure.js')).propertiesFigure
  }
}

// <wf-properties>: the property meter over all encodings, measured row by row; a table to sort, and counter-examples on demand.

import { choice, type Field, flag, integer, name, text } from '../figure/fields.js'
import { FigureElement } from '../figure/figure-element.js'
import { JobController } from '../job/job-controller.js'
import { COLUMNS, type Column } from './columns.js'

/** Two axes share the channels of a head, and each needs pairs. */
function multipleOf(step: number, whole: Field<number>): Field<number> {
  return {
    ...whole,
    read: (given) => {
      const { value, wanted } = whole.read(given)
      if (value === undefined || value % step === 0) return { value, wanted } as ReturnType<typeof whole.read>
      return { value: value - (value % step), wanted: `${wanted ?? '…'} = ${step} n` }
    },
  }
}

export const propertiesFields = {
  /** Types of the catalogue with blanks between them; empty = all. */
  encodings: text('', 400),
  sort: choice('encoding', COLUMNS),
  descending: flag(false),
  /** The encoding whose counter-examples are shown. */
  open: name(''),
  heads: integer(4, 1, 16),
  dim: multipleOf(4, integer(32, 8, 128)),
  length: integer(128, 8, 512),
  trainLength: integer(64, 4, 512),
  seed: integer(0, 0, 2 ** 24),
}

export class PropertiesElement extends FigureElement<typeof propertiesFields> {
  static override readonly fields = propertiesFields

  declare encodings: string
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

  protected override async body() {
    return (await import('./properties-figure.js')).propertiesFigure
  }
}

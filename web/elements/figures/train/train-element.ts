// <wf-train>: a tiny Transformer learns a task under the encoding that the reader chooses.

import { Engine } from '../../parts/engine/engine.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { OwnPositionElement } from '../../parts/formula/own-position.js'
import type { PlayHost } from './play-controller.js'
import { type EncodingChoice, type TaskChoice, trainFields, type ViewChoice } from './train-fields.js'

export class TrainElement extends OwnPositionElement<typeof trainFields> {
  static override readonly fields = trainFields

  declare task: TaskChoice
  declare encoding: EncodingChoice
  declare compare: 'nothing' | EncodingChoice
  declare bias: string
  declare frequencies: string
  declare seed: number
  declare learningRate: number
  declare speed: number
  declare playTo: number
  declare layer: number
  declare head: number
  declare view: ViewChoice
  declare background: boolean

  /** An engine of its own: other figures answer while this one trains. */
  protected override readonly engine = new Engine()

  /** @internal */
  readonly playHost: PlayHost = {
    settings: () => this.now,
    show: (picture) => {
      this.picture = picture
    },
    recompute: () => this.recompute(),
  }

  protected override showOwn(): void {
    if (this.compare !== OWN) this.encoding = OWN
  }

  protected override async body() {
    return (await import('./train-figure.js')).trainFigure
  }
}

// Every element by its name.

import { ArrowsElement } from './figures/arrows/arrows-element.js'
import { AttentionElement } from './figures/attention/attention-element.js'
import { BiasElement } from './figures/bias/bias-element.js'
import { CacheElement } from './figures/cache/cache-element.js'
import { DoorsElement } from './figures/doors/doors-element.js'
import { EncodingElement } from './figures/encoding/encoding-element.js'
import { ExtrapolationElement } from './figures/extrapolation/extrapolation-element.js'
import { IdentifyElement } from './figures/identify/identify-element.js'
import { LedgerElement } from './figures/ledger/ledger-element.js'
import { LengthsElement } from './figures/lengths/lengths-element.js'
import { MistakesElement } from './figures/mistakes/mistakes-element.js'
import { ModelsElement } from './figures/models/models-element.js'
import { PropertiesElement } from './figures/properties/properties-element.js'
import { QuestionElement } from './figures/question/question-element.js'
import { QuizElement } from './figures/quiz/quiz-element.js'
import { RotationElement } from './figures/rotation/rotation-element.js'
import { ShuffleElement } from './figures/shuffle/shuffle-element.js'
import { SlideElement } from './figures/slide/slide-element.js'
import { SurgeryElement } from './figures/surgery/surgery-element.js'
import { TrainElement } from './figures/train/train-element.js'
import { WavesElement } from './figures/waves/waves-element.js'
import { YourModelElement } from './figures/your-model/your-model-element.js'

/** Registering one also registers the elements it is made of. */
export const allElements = {
  'wf-arrows': ArrowsElement,
  'wf-attention': AttentionElement,
  'wf-bias': BiasElement,
  'wf-cache': CacheElement,
  'wf-doors': DoorsElement,
  'wf-encoding': EncodingElement,
  'wf-extrapolation': ExtrapolationElement,
  'wf-identify': IdentifyElement,
  'wf-mistakes': MistakesElement,
  'wf-ledger': LedgerElement,
  'wf-lengths': LengthsElement,
  'wf-models': ModelsElement,
  'wf-properties': PropertiesElement,
  'wf-question': QuestionElement,
  'wf-quiz': QuizElement,
  'wf-rotation': RotationElement,
  'wf-shuffle': ShuffleElement,
  'wf-slide': SlideElement,
  'wf-surgery': SurgeryElement,
  'wf-train': TrainElement,
  'wf-waves': WavesElement,
  'wf-your-model': YourModelElement,
}

type ElementsByName = { [Name in keyof typeof allElements]: InstanceType<(typeof allElements)[Name]> }

declare global {
  interface HTMLElementTagNameMap extends ElementsByName {}
}

// Every element by its name.

import { AttentionElement } from './attention/attention-element.js'
import { BiasElement } from './bias/bias-element.js'
import { DoorsElement } from './doors/doors-element.js'
import type { Elements } from './element/define-element.js'
import { EncodingElement } from './encoding/encoding-element.js'
import { ExtrapolationElement } from './extrapolation/extrapolation-element.js'
import { IdentifyElement } from './identify/identify-element.js'
import { LedgerElement } from './ledger/ledger-element.js'
import { LengthsElement } from './lengths/lengths-element.js'
import { MistakesElement } from './mistakes/mistakes-element.js'
import { ModelsElement } from './models/models-element.js'
import { PropertiesElement } from './properties/properties-element.js'
import { QuestionElement } from './question/question-element.js'
import { QuizElement } from './quiz/quiz-element.js'
import { RotationElement } from './rotation/rotation-element.js'
import { SlideElement } from './slide/slide-element.js'
import { SurgeryElement } from './surgery/surgery-element.js'
import { TrainElement } from './train/train-element.js'
import { YourModelElement } from './your-model/your-model-element.js'

/** What they are made of is registered with them. */
export const allElements: Elements = {
  'wf-attention': AttentionElement,
  'wf-bias': BiasElement,
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
  'wf-slide': SlideElement,
  'wf-surgery': SurgeryElement,
  'wf-train': TrainElement,
  'wf-your-model': YourModelElement,
}

declare global {
  interface HTMLElementTagNameMap {
    'wf-attention': AttentionElement
    'wf-bias': BiasElement
    'wf-doors': DoorsElement
    'wf-encoding': EncodingElement
    'wf-extrapolation': ExtrapolationElement
    'wf-identify': IdentifyElement
    'wf-mistakes': MistakesElement
    'wf-ledger': LedgerElement
    'wf-lengths': LengthsElement
    'wf-models': ModelsElement
    'wf-properties': PropertiesElement
    'wf-question': QuestionElement
    'wf-quiz': QuizElement
    'wf-rotation': RotationElement
    'wf-slide': SlideElement
    'wf-surgery': SurgeryElement
    'wf-train': TrainElement
    'wf-your-model': YourModelElement
  }
}

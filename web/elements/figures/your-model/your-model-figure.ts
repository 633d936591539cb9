// The body of <wf-your-model>; loaded when the element first becomes visible.

import { choiceControl } from '../../parts/controls/controls.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { ColorScaleElement } from '../../parts/matrix/color-scale-element.js'
import { HeatMapElement } from '../../parts/matrix/heat-map-element.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import { modelsFolder, TRAINED, TRAINED_BYTES, type TrainedName } from '../../parts/trained/trained-models.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import { doorView } from './door-view.js'
import type { Here, YourModelDrawing } from './here.js'
import { loaderOf } from './loader.js'
import { type YourModelWords, yourModelWords } from './messages.js'
import { openOurs } from './ours.js'
import { readyView } from './ready-view.js'
import type { yourModelFields } from './your-model-fields.js'
import { yourModelStyles } from './your-model-styles.js'

export const OURS_BYTES = TRAINED_BYTES

export const yourModelFigure: FigureBody<typeof yourModelFields, YourModelWords, YourModelDrawing> = {
  words: yourModelWords,
  uses: { 'wf-heat-map': HeatMapElement, 'wf-color-scale': ColorScaleElement },
  styles: yourModelStyles,

  async compute({ library, state, element }) {
    const loader = loaderOf(element)
    if (state.model !== 'none')
      await openOurs(loader, library, state.model, modelsFolder(modelBaseOf(element)))
    else if (loader.ours !== undefined) loader.close()
    return { library }
  },

  look({ words, element }) {
    const { stage } = loaderOf(element)
    return stage.phase === 'ready' ? words.lookReady(stage.own.title) : words.look
  },

  picture(at, drawing) {
    const { stage } = loaderOf(at.element)
    return stage.phase === 'ready' ? readyView(at, drawing, stage) : doorView(at, drawing)
  },

  controls({ state, words, language, element, change }: Here) {
    if (loaderOf(element).stage.phase === 'ready') return undefined
    const { names } = trainedWords[language]
    const size = `${(TRAINED_BYTES / 1e6).toFixed(1)} MB`
    return choiceControl({
      id: 'model',
      label: words.ours,
      value: state.model,
      options: [
        { value: 'none', name: words.none },
        ...TRAINED.map((value) => ({ value, name: words.loads(names[value], size) })),
      ],
      onChange: (model) => change({ model: model as 'none' | TrainedName }),
    })
  },
}

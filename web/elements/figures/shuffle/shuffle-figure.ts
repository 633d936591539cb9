// The body of <wf-shuffle>; loaded when the element first becomes visible.

import { nothing } from 'lit'
import { beyond } from '../../parts/figure/beyond.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { HeatMapElement } from '../../parts/matrix/heat-map-element.js'
import { MatrixCanvasElement } from '../../parts/matrix/matrix-canvas-element.js'
import { smallModel } from '../../parts/trained/small-models.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import { AS_TRAINED, UNMASKED } from '../../parts/trained/trained-models.js'
import { BARE, BARE_BYTES } from '../../parts/trained/trained-names.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import { type ShuffleWords, shuffleWords } from './messages.js'
import { mapsOf, rowsOf } from './shuffle-content.js'
import { moreControls, orderControl } from './shuffle-controls.js'
import { drawShuffle, type ShuffleDrawing } from './shuffle-drawing.js'
import type { shuffleFields } from './shuffle-fields.js'
import { shufflePicture } from './shuffle-picture.js'
import { shuffleStyles } from './shuffle-styles.js'

export const shuffleFigure: FigureBody<typeof shuffleFields, ShuffleWords, ShuffleDrawing> = {
  words: shuffleWords,
  uses: { 'wf-heat-map': HeatMapElement, 'wf-matrix-canvas': MatrixCanvasElement },
  styles: shuffleStyles,
  download: BARE_BYTES,
  hue: () => 'none',

  async compute({ library, state, element, progress, complain }) {
    const base = modelBaseOf(element)
    const open = (causal: boolean) =>
      smallModel(library, BARE, base, progress, causal ? AS_TRAINED : UNMASKED)
    const drawing = await drawShuffle(state, open)
    beyond(state, { layer: drawing.layers, head: drawing.heads }).forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,
  picture: ({ words }, drawing) => shufflePicture(drawing, words),
  primary: ({ state, words, change }, drawing) =>
    drawing ? orderControl({ state, words, change }) : nothing,
  controls: ({ state, words, language, change }, drawing) =>
    moreControls({ state, drawing, words, trained: trainedWords[language], change }),

  caption: ({ words }, { causal, layer, before }) =>
    [words.caption(layer + 1, before[0]?.length ?? 0), ...(causal ? [] : [words.unmasked])].join(words.gap),

  exports: ({ element, words, language }, drawing) => ({
    besides: trainedWords[language].besides,
    scene: async () =>
      (await import('../../parts/matrix/matrices-scene.js')).matricesScene(
        mapsOf(drawing, words),
        element,
        words.table,
      ),
    csv: async () => {
      const { csvLine } = await import('../../parts/export/csv.js')
      const header = [words.character, words.from, words.to, words.change]
      return `${[header, ...rowsOf(drawing)].map(csvLine).join('\n')}\n`
    },
  }),
}

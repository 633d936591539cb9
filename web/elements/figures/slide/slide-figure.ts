// The body of <wf-slide>; loaded when the element first becomes visible.

import type { Exports } from '../../parts/export/exports.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { HeatMapElement } from '../../parts/matrix/heat-map-element.js'
import { smallModel } from '../../parts/trained/small-models.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import { SMALL, SMALL_BYTES, type SmallName } from '../../parts/trained/trained-names.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import { type SlideWords, slideWords } from './messages.js'
import { mapContent } from './slide-content.js'
import { lineControls, slider } from './slide-controls.js'
import { drawSlide, type SlideDrawing } from './slide-drawing.js'
import type { slideFields } from './slide-fields.js'
import { slidePicture } from './slide-picture.js'
import { slideStyles } from './slide-styles.js'

export const slideFigure: FigureBody<typeof slideFields, SlideWords, SlideDrawing> = {
  words: slideWords,
  uses: { 'wf-heat-map': HeatMapElement },
  styles: slideStyles,
  download: SMALL.length * SMALL_BYTES,

  async compute({ library, state, element, progress, complain }) {
    const base = modelBaseOf(element)
    const position = playedBy(element) ?? state.position
    const openModel = (name: SmallName) => smallModel(library, name, base, progress)
    const drawing = await drawSlide({ text: state.text, position }, openModel)
    beyond(state, { position: drawing.farthest + 1 }).forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,

  picture: ({ words }, drawing) => slidePicture(drawing, words),

  primary: ({ element, words, change }, drawing) =>
    drawing &&
    slider({
      drawing,
      words,
      playing: playingOf(element),
      onPlay: () => (element as SlidingElement).toggle(),
      onPosition: (position) => change({ position }),
    }),

  controls: ({ state, words, language, change }, drawing) =>
    lineControls({
      drawing,
      words,
      trained: trainedWords[language],
      text: state.text,
      onText: (text) => change({ text }),
      onPosition: (position) => change({ position }),
    }),

  caption: ({ words }) => words.caption,

  exports: ({ element, words }, drawing) => exportsOf(element, drawing, words),
}

type SlidingElement = HTMLElement & { played?: number; playing: boolean; toggle: () => void }

/** The position to which the element has slid by itself; undefined where it does not play. */
const playedBy = (element: HTMLElement) => (element as SlidingElement).played

const playingOf = (element: HTMLElement) => (element as SlidingElement).playing

function exportsOf(element: HTMLElement, drawing: SlideDrawing, words: SlideWords): Exports {
  const maps = drawing.sides.map((side) => ({
    title: words.names[side.name],
    content: mapContent(drawing, side, words),
  }))
  return {
    scene: async () =>
      (await import('../../parts/matrix/matrices-scene.js')).matricesScene(maps, element, words.maps),
    csv: async () => (await import('../../parts/matrix/matrices-scene.js')).matricesCsv(maps),
  }
}

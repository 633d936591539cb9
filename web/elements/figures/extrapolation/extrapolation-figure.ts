// The body of <wf-extrapolation>; loaded when the element first becomes visible.

import { html } from 'lit'
import { positionCode } from '../../parts/export/position-code.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { unused } from '../../parts/figure/unused.js'
import { jobOf } from '../../parts/job/job-controller.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { linesExports } from '../../parts/lines/lines-exports.js'
import { modelBaseOf, ownModelOf } from '../../parts/trained/trained-figure-element.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import { dialsView } from './dials-view.js'
import { lossCaption } from './extrapolation-caption.js'
import { lossContent, wavesContent, wavesSentence } from './extrapolation-content.js'
import { moreControls, pictureOf, picturesControl } from './extrapolation-controls.js'
import { drawLosses } from './extrapolation-drawing.js'
import type { extrapolationFields } from './extrapolation-fields.js'
import { extrapolationStyles } from './extrapolation-styles.js'
import { heldOut } from './held-out.js'
import type { ExtrapolationState, LossDrawing } from './loss-ledger.js'
import { lossesView } from './losses-view.js'
import { type ExtrapolationWords, extrapolationWords } from './messages.js'
import { drawOwnLosses } from './own-losses.js'
import { SCALINGS } from './scalings.js'
import { drawWaves, type WavesDrawing } from './waves.js'
import { extrapolationWordsOfPieces } from './words-of-pieces.js'

type ExtrapolationDrawing = LossDrawing | WavesDrawing

const isOfLosses = (drawing: ExtrapolationDrawing): drawing is LossDrawing => 'curves' in drawing

export const extrapolationFigure: FigureBody<
  typeof extrapolationFields,
  ExtrapolationWords,
  ExtrapolationDrawing
> = {
  words: extrapolationWords,
  uses: { 'wf-lines': LinesElement },
  styles: extrapolationStyles,

  async compute({ library, progress, state, element, complain }) {
    const own = ownModelOf(element)
    if (!own) unread(state).forEach(complain)
    if (state.view === 'wavelengths' || state.view === 'dials') return drawWaves({ library }, state, own)
    const run = jobOf(element).begin()
    try {
      if (own) return await drawOwnLosses({ library, progress, state, standIn: heldOut, run }, own)
      const modelBase = modelBaseOf(element)
      return await drawLosses({ library, progress, state, modelBase, standIn: heldOut, run })
    } finally {
      run.end()
    }
  },

  look: ({ state, words }) => words.look[pictureOf(state)],

  picture(at, drawing) {
    if (isOfLosses(drawing)) return lossesView(at, drawing)
    if (drawing.view === 'dials') return dialsView(drawing, at.words)
    return html`<wf-lines .content=${wavesContent(drawing, at.words)} .words=${at.frame}></wf-lines>`
  },

  primary: picturesControl,
  controls: moreControls,

  caption(at, drawing) {
    if (isOfLosses(drawing)) return lossCaption(at, drawing)
    const { words } = at
    const dials = drawing.view === 'dials' ? [words.dialsNumber(drawing.context)] : []
    const method = words.methods[drawing.scaling]
    return [wavesSentence(drawing, words), ...dials, ...(method ? [method] : [])].join(words.gap)
  },

  exports({ element, words, language }, drawing) {
    if (isOfLosses(drawing))
      return {
        ...linesExports(element, lossContent(drawing, words), words.lossLabel),
        ...(drawing.title === undefined ? { besides: trainedWords[language].besides } : {}),
      }
    return {
      ...linesExports(element, wavesContent(drawing, words), words.wavesLabel),
      code: () => wavesCode(drawing.position),
    }
  },
}

const SCALED = `view=scaled | scaling=${SCALINGS.filter((name) => name !== 'none').join(' | ')}`

/** A factor is that of a scaling. */
const unread = (state: ExtrapolationState) =>
  state.scaling === 'none' && state.view !== 'scaled' ? unused(['factor'], SCALED) : []

/** The figure of a model that the page has loaded: its tokens are pieces of text. */
export const extrapolationOfPieces: typeof extrapolationFigure = {
  ...extrapolationFigure,
  words: extrapolationWordsOfPieces,
}

function wavesCode(position: unknown): string {
  return `import { load } from 'whereformer'\n\nconst wf = await load()\nconst { inverse } = wf.frequencies(${positionCode(position)}, { dim: 32, length: 512 })\nconst wavelengths = inverse.map((angle) => (2 * Math.PI) / angle)`
}

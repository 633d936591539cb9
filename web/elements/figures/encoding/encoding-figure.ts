// The body of <wf-encoding>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { positionCode } from '../../parts/export/position-code.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { openOwn } from '../../parts/formula/open-own.js'
import type { LinesContent } from '../../parts/lines/line.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { linesExports } from '../../parts/lines/lines-exports.js'
import { matrixExports } from '../../parts/matrix/matrix-exports.js'
import { MatrixViewElement } from '../../parts/matrix/matrix-view-element.js'
import { hueOfEncoding } from '../../parts/positions/looks.js'
import { titleOf } from '../../parts/positions/titles.js'
import { captionOf } from './encoding-caption.js'
import { curvesOf, matrixOf } from './encoding-content.js'
import { encodingControls } from './encoding-controls.js'
import { drawState, type EncodingDrawing } from './encoding-drawing.js'
import type { encodingFields } from './encoding-fields.js'
import { encodingStyles } from './encoding-styles.js'
import { type EncodingWords, encodingWords } from './messages.js'

export const encodingFigure: FigureBody<typeof encodingFields, EncodingWords, EncodingDrawing> = {
  hue: ({ state }) => hueOfEncoding(state.encoding),
  words: encodingWords,
  uses: { 'wf-matrix-view': MatrixViewElement, 'wf-lines': LinesElement },
  styles: encodingStyles,

  async compute({ library, state, element, complain }) {
    const drawing = await drawState(library, state, openOwn(library, element, state))
    drawing.refusals.forEach(complain)
    return drawing
  },

  look: ({ state, words }, drawing) => words.look[drawing?.drawn.view ?? state.view],

  picture({ words, language, frame }, drawing) {
    const matrix = matrixOf(drawing, words, language)
    if (matrix) return html`<wf-matrix-view .content=${matrix} .words=${frame}></wf-matrix-view>`
    const curves = curvesOf(drawing, words, language) ?? NO_LINES
    return html`<wf-lines .content=${curves} .words=${frame}></wf-lines>`
  },

  controls: ({ state, words, language, change }, figure) =>
    encodingControls({ state, figure, words, language, fixed: state.fixed, onChange: change }),

  caption({ words, language }, drawing) {
    const { entry, formula } = drawing
    const conventions = language === 'zh' ? (entry.conventionsZh ?? entry.conventions) : entry.conventions
    const title = html`<strong>${titleOf(entry, language)}</strong>${words.stop}${captionOf(drawing, words, language).join(words.gap)}`
    if (drawing.own) return title
    return html`${title}
      <span class="formula" tabindex="0" role="group" aria-label=${words.formula}>${unsafeHTML(formula)}</span>
      ${words.conventions}${words.gap}${marked(conventions)}${words.stop}${
        entry.link ? html`${words.paper}${words.gap}<a href=${entry.link}>${entry.paper}</a>` : nothing
      }`
  },

  exports({ element, words, language }, drawing) {
    const title = titleOf(drawing.entry, language)
    const matrix = matrixOf(drawing, words, language)
    const curves = curvesOf(drawing, words, language) ?? NO_LINES
    const files = matrix ? matrixExports(element, matrix, title) : linesExports(element, curves, title)
    return { ...files, code: () => libraryCode(drawing) }
  },
}

const NO_LINES: LinesContent = {
  x: [],
  lines: [],
  marks: [],
  xTitle: '',
  yTitle: '',
  xLog: false,
  yLog: false,
  label: '',
  summary: '',
  describe: () => '',
}

/** Renders `code` between backquotes. */
function marked(text: string) {
  return text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))
}

function libraryCode({ position, own, sizes: { heads, dim, tokens } }: EncodingDrawing): string {
  const measure = (given: string) =>
    `wf.measure(${given}, { heads: ${heads}, dim: ${dim}, length: ${tokens} })`
  if (own) return own.code(measure('position'), position)
  return `import { load } from 'whereformer'\n\nconst wf = await load()\n${measure(positionCode(position))}`
}

// What <wf-cache> shows and says; loaded when the element first becomes visible.

import { css, html } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { Exports } from '../../parts/export/exports.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { smallModel } from '../../parts/trained/small-models.js'
import { textBoxStyles } from '../../parts/trained/text-box-styles.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import { modelsFolder, type OnShare, trainedModel } from '../../parts/trained/trained-models.js'
import { SMALL_BYTES } from '../../parts/trained/trained-names.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import { cacheCode } from './cache-code.js'
import { moreControls, operationControl } from './cache-controls.js'
import { type CacheDrawing, drawCache } from './cache-drawing.js'
import type { CacheEncoding, CacheState, cacheFields } from './cache-fields.js'
import { CacheRowElement } from './cache-row-element.js'
import { captionOf, rowLabel, verdictOf } from './cache-sentences.js'
import { cacheStyles } from './cache-styles.js'
import type { CacheModel } from './encodings/meeting.js'
import { type CacheWords, cacheWords } from './messages.js'

export const cacheFigure: FigureBody<typeof cacheFields, CacheWords, CacheDrawing> = {
  words: cacheWords,
  uses: { 'wf-cache-row': CacheRowElement },
  styles: css`
    ${textBoxStyles}
    ${cacheStyles}
  `,
  download: SMALL_BYTES,

  async compute({ library, state, element, progress, complain }) {
    const base = modelBaseOf(element)
    const drawing = await drawCache(library, state, (encoding) => modelOf(encoding, library, base, progress))
    drawing.refusals.forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,

  picture({ words }, drawing) {
    const { holds, claim, rest } = verdictOf(drawing, words)
    const content = {
      drawing,
      label: rowLabel(drawing, words),
      distances: drawing.encoding === 'learned' ? '' : words.distances,
      positions: words.positions[drawing.encoding],
      padding: words.pad,
    }
    return html`<div class="cache">
      <p class="verdict" role="status">
        ${keyed(
          `${claim}${rest}`, // another sentence, not one that moves
          html`<strong class=${holds ? 'holds' : 'wrong'}>${holds ? '✓' : '✕'} ${claim}</strong>${words.gap}${rest}`,
        )}
      </p>
      <ul class="legend">
        <li>${words.legend.share}</li>
        <li class="bad">${words.legend.wrong}</li>
        <li class="right">${words.legend.right}</li>
      </ul>
      <wf-cache-row .content=${content}></wf-cache-row>
    </div>`
  },

  primary: operationControl,

  controls: ({ state, words, language, change }, drawing) =>
    moreControls({ state, drawing, words, trained: trainedWords[language], change }),

  caption: ({ state, words }, drawing) => captionOf(state, drawing, words),

  exports: ({ element, state, words, language }, drawing) => ({
    ...exportsOf(element, state, drawing, words),
    ...(state.encoding === 'alibi' ? { besides: trainedWords[language].besides } : {}),
  }),
}

/** The smallest one that was trained with the encoding. */
function modelOf(
  encoding: CacheEncoding,
  library: AnyLibrary,
  base: string,
  progress: OnShare,
): Promise<CacheModel> {
  if (encoding === 'alibi') return trainedModel(library, encoding, modelsFolder(base), progress)
  return smallModel(library, `small-${encoding}`, base, progress)
}

function exportsOf(
  element: HTMLElement,
  state: CacheState,
  drawing: CacheDrawing,
  words: CacheWords,
): Exports {
  // a cache of the library stores keys rotated, with fixed frequencies
  const isOfCache = drawing.storage === 'positioned' && state.scaling === 'none'
  return {
    scene: async () => (await import('./cache-files.js')).cacheScene(drawing, words, element),
    csv: async () => (await import('./cache-files.js')).cacheCsv(drawing, words),
    ...(isOfCache ? { code: () => cacheCode(state, drawing) } : {}),
  }
}

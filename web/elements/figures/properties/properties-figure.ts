// The body of <wf-properties>; loaded when the element first becomes visible.

import { html } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { numberControl, rangeControl } from '../../parts/controls/controls.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { openOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { ownTitle } from '../../parts/formula/own-title.js'
import { jobOf } from '../../parts/job/job-controller.js'
import { jobStatus } from '../../parts/job/job-status.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { type PropertiesWords, propertiesWords } from './messages.js'
import { measureRows, optionsOf, type PropertiesDrawing } from './properties-drawing.js'
import type { propertiesFields } from './properties-fields.js'
import { propertiesStyles } from './properties-styles.js'
import { type Here, propertiesTable } from './properties-table.js'

export const propertiesFigure: FigureBody<typeof propertiesFields, PropertiesWords, PropertiesDrawing> = {
  words: propertiesWords,
  uses: { 'wf-lines': LinesElement },
  styles: propertiesStyles,

  async compute({ library, progress, state, element, complain }) {
    const run = jobOf(element).begin()
    try {
      const drawing = await measureRows(library, state, run, progress, openOwn(library, element, state))
      drawing.refusals.forEach(complain)
      return drawing
    } finally {
      run.end()
    }
  },

  look: ({ words }) => words.look,

  picture(at, drawing) {
    const { element, language, recompute } = at
    const { done, rows } = drawing
    const status = { job: jobOf(element), language, done, total: rows.length, goOn: recompute }
    return html`${propertiesTable(at, drawing)}${jobStatus(status)}`
  },

  controls,

  caption: ({ words }, { length, trainLength }) => words.caption(length, trainLength),

  exports(at, drawing) {
    return {
      scene: async () => (await import('./properties-files.js')).propertiesScene(at, drawing),
      csv: async () => (await import('./properties-files.js')).propertiesCsv(at, drawing),
      code: () => libraryCode(at, drawing),
    }
  },
}

function controls({ state, words, language, change }: Here, { own }: PropertiesDrawing) {
  return [
    own?.control({ state, language, onChange: change }) ?? addButton(language, () => change({ open: OWN })),
    rangeControl({
      id: 'length',
      label: words.length,
      min: 8,
      max: 512,
      logarithmic: true,
      value: state.length,
      onChange: (length) => change({ length }),
    }),
    rangeControl({
      id: 'trainLength',
      label: words.trainLength,
      min: 4,
      max: 512,
      logarithmic: true,
      value: state.trainLength,
      onChange: (trainLength) => change({ trainLength }),
    }),
    rangeControl({
      id: 'dim',
      label: words.dim,
      min: 8,
      max: 128,
      step: 4,
      value: state.dim,
      onChange: (dim) => change({ dim }),
    }),
    rangeControl({
      id: 'heads',
      label: words.heads,
      min: 1,
      max: 16,
      value: state.heads,
      onChange: (heads) => change({ heads }),
    }),
    numberControl({
      id: 'seed',
      label: words.seed,
      min: 0,
      max: 2 ** 24,
      step: 1,
      value: state.seed,
      onChange: (seed = 0) => change({ seed }),
    }),
  ]
}

/** Adds a row. */
function addButton(language: Language, add: () => void) {
  return html`<div class="control"><button type="button" class="add" @click=${add}>${ownTitle[language]} …</button></div>`
}

function libraryCode({ state }: Here, { own }: PropertiesDrawing): string {
  const measure = (position: string) =>
    `const { uniqueness, relativity, decay, extrapolation } = wf.measure(${position}, ${JSON.stringify(optionsOf(state))})`
  if (own && state.open === OWN) return own.code(measure('position'))
  const type = state.open || 'rope'
  return `import { load } from 'whereformer'\n\nconst wf = await load()\n${measure(`{ type: '${type}' }`)}`
}

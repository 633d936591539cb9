// What <wf-properties> shows and says; loaded when the element first becomes visible.

import { css, html } from 'lit'
import { numberControl, rangeControl } from '../../parts/controls/controls.js'
import { fadingEnds } from '../../parts/element/element-styles.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { jobOf } from '../../parts/job/job-controller.js'
import { jobStatus, jobStyles } from '../../parts/job/job-status.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { type PropertiesWords, propertiesWords } from './messages.js'
import { measureRows, optionsOf, type PropertiesDrawing } from './properties-drawing.js'
import type { propertiesFields } from './properties-fields.js'
import { type Here, propertiesTable } from './properties-table.js'

export const propertiesFigure: FigureBody<typeof propertiesFields, PropertiesWords, PropertiesDrawing> = {
  words: propertiesWords,
  uses: { 'wf-lines': LinesElement },
  styles: css`
    ${jobStyles}
    ${fadingEnds}
    .scroll {
      overflow: auto;
      animation: more-below linear;
      animation-timeline: scroll(self);
      max-height: 560px;
      border-block: 1px solid var(--_line);
    }
    table {
      border-collapse: collapse;
      width: 100%;
      min-width: 720px;
    }
    th,
    td {
      text-align: start;
      font-weight: 400;
      padding: 0 16px 0 0;
      border-block-end: 1px solid var(--_line);
    }
    td {
      padding-inline-start: 5px; /* as the buttons beside it */
      white-space: nowrap;
    }
    thead th {
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
      background: var(--_paper);
      color: var(--_soft);
      vertical-align: bottom;
    }
    th button {
      border-color: transparent;
      padding-inline: 4px;
      text-align: start;
      white-space: normal;
    }
    thead button,
    tbody th button {
      width: 100%;
    }
    tbody th {
      min-width: 10em;
      max-width: 22em;
    }
    th button:hover,
    tbody button[aria-expanded='true'],
    [aria-sort$='ending'] button {
      border-color: var(--_mark);
    }
    .examples td {
      padding: 12px 16px 16px 4px;
      white-space: normal;
    }
    .pair-of {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: 16px 32px;
      max-width: min(100%, 92cqi);
      position: sticky;
      inset-inline-start: 4px;
    }
    .curves {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 16px;
      align-content: start;
    }
    ul {
      margin: 8px 0;
      padding-inline-start: 1.2em;
    }
    @media print {
      .scroll {
        max-height: none;
      }
    }
    @container (max-width: 900px) {
      td {
        padding-inline-end: 8px;
        white-space: normal;
      }
    }
    @container (720px < width <= 900px) {
      td:lang(zh) {
        word-break: keep-all;
      }
    }
    /* In narrow places the name of a row stands above its cells. */
    @container (max-width: 720px) {
      table,
      thead,
      tbody {
        display: block;
        min-width: 0;
      }
      tr:not(.examples) {
        display: grid;
        grid-template-columns: repeat(5, minmax(0, 1fr));
        border-block-end: 1px solid var(--_line);
      }
      tr.examples,
      .examples td {
        display: block;
      }
      thead {
        position: sticky;
        inset-block-start: 0;
        z-index: 1;
        background: var(--_paper);
      }
      th,
      td {
        font-size: 0.87em;
        line-height: 1.3;
        padding: 2px 4px 6px;
        border: 0;
        white-space: normal;
        overflow-wrap: anywhere;
      }
      thead th {
        position: static;
        padding-inline: 0;
      }
      th:first-child {
        grid-column: 1 / -1;
        min-width: 0;
        max-width: none;
        padding: 2px 0 0;
      }
      .pair-of {
        grid-template-columns: minmax(0, 1fr);
        position: static;
      }
    }
  `,

  async compute({ library, progress, state, element, complain }) {
    const run = jobOf(element).begin()
    try {
      const drawing = await measureRows(library, state, run, progress)
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
      code: () => libraryCode(at),
    }
  },
}

function controls({ state, words, change }: Here) {
  return [
    rangeControl({
      ...{ id: 'length', label: words.length, min: 8, max: 512, logarithmic: true, value: state.length },
      onChange: (length) => change({ length }),
    }),
    rangeControl({
      ...{
        id: 'trainLength',
        label: words.trainLength,
        min: 4,
        max: 512,
        logarithmic: true,
        value: state.trainLength,
      },
      onChange: (trainLength) => change({ trainLength }),
    }),
    rangeControl({
      ...{ id: 'dim', label: words.dim, min: 8, max: 128, step: 4, value: state.dim },
      onChange: (dim) => change({ dim }),
    }),
    rangeControl({
      ...{ id: 'heads', label: words.heads, min: 1, max: 16, value: state.heads },
      onChange: (heads) => change({ heads }),
    }),
    numberControl({
      ...{ id: 'seed', label: words.seed, min: 0, max: 2 ** 24, step: 1, value: state.seed },
      onChange: (seed = 0) => change({ seed }),
    }),
  ]
}

function libraryCode({ state }: Here): string {
  const type = state.open || 'rope'
  return `import { load } from 'whereformer'\n\nconst wf = await load()\nconst { uniqueness, relativity, decay, extrapolation } = wf.measure({ type: '${type}' }, ${JSON.stringify(optionsOf(state))})`
}

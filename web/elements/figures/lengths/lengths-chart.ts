// One chart of the figure: its lines, and the table that is their legend.

import { html, nothing } from 'lit'
import { type LinesContent, namedBeside } from '../../parts/lines/line.js'
import type { Experiment } from './experiment.js'
import type { Here } from './here.js'
import { type CurvesRequest, lengthsContent } from './lengths-content.js'
import type { LengthsWords } from './messages.js'
import { valuesTable } from './values-table.js'

export function chartOf({ frame, words }: Here, title: string | undefined, request: CurvesRequest) {
  const { beside } = contentOf(request, words)
  return html`<div class="chart">
    ${title ? html`<p class="title"><b>${title}</b></p>` : nothing}
    <wf-lines .content=${beside} .words=${{ ...frame, linesHint: '' }}></wf-lines>
    ${valuesTable(request, words)}
  </div>`
}

interface Content {
  readonly key: string
  readonly content: LinesContent
  /** Without names of lines, which the table beside the chart has. */
  readonly beside: LinesContent
}

const contents = new WeakMap<Experiment, Content>()

/** The content of an experiment stays the same object until it is drawn otherwise: a report of the training draws one chart anew, not two. */
export function contentOf(request: CurvesRequest, words: LengthsWords): Content {
  const { experiment, encodings, measure, label } = request
  const key = JSON.stringify([
    label,
    measure,
    encodings.map((one) => [one.name, one.label, one.tone, one.dash]),
  ])
  const known = contents.get(experiment)
  if (known?.key === key) return known
  const content = lengthsContent(request, words)
  const made = { key, content, beside: namedBeside(content) }
  contents.set(experiment, made)
  return made
}

// The values of an experiment at three lengths: the rows are the legend of its chart, those that have not learned the task apart.

import { html, nothing, svg } from 'lit'
import type { Line } from '../../parts/lines/line.js'
import type { Experiment } from './experiment.js'
import { type Curve, curvesOf, LEARNED, trainedIndex } from './findings.js'
import { type CurvesRequest, lineLook } from './lengths-content.js'
import type { LengthsWords } from './messages.js'

export function valuesTable({ experiment, encodings, measure }: CurvesRequest, words: LengthsWords) {
  const names = encodings.map(({ name }) => name)
  const curves = curvesOf(experiment, names, measure)
  const columns = columnsOf(experiment)
  const labelOf = (curve: Curve) => encodings.find(({ name }) => name === curve.encoding)?.label
  const row = (curve: Curve) => html`<tr>
    <th scope="row">${swatch(lineLook(curve, encodings))} ${labelOf(curve)}</th>
    ${columns.map((i) => html`<td>${words.values[measure](curve.mean[i] ?? Number.NaN)}</td>`)}
    <td>${curve.seeds.length}</td>
  </tr>`
  const [learned, not] = [curves.filter((one) => one.learned), curves.filter((one) => !one.learned)]
  return html`<table class="values">
    <thead>
      <tr>
        <th scope="col">${words.lengthColumn(words.measures[measure])}</th>
        ${columns.map((i) => html`<th scope="col">${experiment.testLengths[i]}</th>`)}
        <th scope="col">${words.seedsColumn}</th>
      </tr>
    </thead>
    <tbody>
      ${learned.map(row)}
    </tbody>
    ${
      not.length === 0
        ? nothing
        : html`<tbody class="apart">
            <tr>
              <th scope="rowgroup" colspan=${columns.length + 2}>${words.notLearned(words.share(LEARNED))}</th>
            </tr>
            ${not.map(row)}
          </tbody>`
    }
  </table>`
}

/** In training, at twice its length, and at the end. */
function columnsOf(experiment: Experiment): number[] {
  const { testLengths, trainLength } = experiment
  const twice = testLengths.findIndex((length) => length >= 2 * trainLength)
  const wanted = [trainedIndex(experiment), twice, testLengths.length - 1].filter((i) => i >= 0)
  return [...new Set(wanted)].sort((a, b) => a - b)
}

function swatch({ tone = 'ink', dash, thin }: Pick<Line, 'tone' | 'dash' | 'thin'>) {
  return html`<svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">${svg`<line x1="0" y1="4" x2="24" y2="4" stroke="var(--_${tone})" stroke-width=${thin ? 1 : 2} stroke-dasharray=${dash?.join(' ') ?? nothing} />`}</svg>`
}

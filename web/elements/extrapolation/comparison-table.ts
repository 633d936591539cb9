// The paper's table beside ours, and where they differ.

import { html } from 'lit'
import { short } from '../format.js'
import { comparison, differences } from './comparison.js'
import type { LossDrawing } from './extrapolation-drawing.js'
import type { ExtrapolationWords } from './messages.js'
import { COMPARED, PAPER_LINK } from './paper.js'

export function comparisonTable({ curves, done, total }: LossDrawing, words: ExtrapolationWords) {
  const { table, models } = words
  const rows = comparison(curves)
  return html`<div class="paper">
    <div class="scroll" tabindex="0" role="group" aria-label=${table.caption}>
      <table>
        <caption>${table.caption}</caption>
        <thead>
          <tr>
            <th scope="col" rowspan="2">${table.length}</th>
            ${COMPARED.map((model) => html`<th scope="colgroup" colspan="2">${models[model]}</th>`)}
          </tr>
          <tr>${COMPARED.map(() => html`<th scope="col">${table.paper}</th><th scope="col">${table.here}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ paper, here, ratios }) => html`<tr>
              <th scope="row">${paper}, ${here}</th>
              ${COMPARED.map((model) => html`<td>${times(ratios[model].paper)}</td><td>${times(ratios[model].here)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="quiet">
      ${(done < total ? [words.pending] : sentences(rows, words)).join(words.gap)}${words.gap}${words.source}${words.gap}<a
        href=${PAPER_LINK}
        >${words.paperTitle}</a
      >${words.stop}${words.setting}
    </p>
  </div>`
}

const times = (ratio: number) => (Number.isFinite(ratio) ? ratio.toFixed(2) : short(ratio))

function sentences(rows: ReturnType<typeof comparison>, words: ExtrapolationWords): string[] {
  const apart = differences(rows)
  if (!apart.length) return [words.same]
  return [
    words.where,
    ...apart.map(({ model, times: far, ratio }) =>
      words.differs(words.models[model], far, times(ratio.paper), times(ratio.here)),
    ),
    ...(apart.some(({ model, ratio }) => model === 'rope' && ratio.here > ratio.paper) ? [words.why] : []),
  ]
}

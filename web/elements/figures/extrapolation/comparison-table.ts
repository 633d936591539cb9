// The paper's results beside ours, and where they differ.

import { html } from 'lit'
import { short } from '../../../content/format.js'
import { comparison, differences } from './comparison.js'
import type { LossDrawing } from './loss-ledger.js'
import type { ExtrapolationWords } from './messages.js'
import { COMPARED, PAPER_LINK } from './paper.js'
import { TRAINED_ROPE } from './scalings.js'

export function comparisonTable({ curves, done, total }: LossDrawing, words: ExtrapolationWords) {
  const { table, models } = words
  const rows = comparison(curves)
  const isWide = globalThis.matchMedia?.('(min-width: 720px)').matches ?? true
  return html`<details class="paper" ?open=${isWide}>
    <summary>${table.caption}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${table.caption}>
      <table aria-label=${table.caption}>
        <thead>
          <tr>
            <th scope="col" rowspan="2">${table.length}</th>
            ${COMPARED.map((model) => html`<th scope="colgroup" colspan="2">${models[model]}</th>`)}
          </tr>
          <tr>${COMPARED.map(() => html`<th scope="col">${table.paper}</th><th scope="col">${table.here}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ multiple, paper, here, ratios }) => html`<tr>
              <th scope="row">${table.row(multipleOf(multiple, here), lengthOf(paper), lengthOf(here))}</th>
              ${COMPARED.map((model) => html`<td>${cell(ratios[model].paper)}</td><td>${cell(ratios[model].here)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="quiet">${(done < total ? [words.pending] : sentences(rows, words)).join(words.gap)}</p>
    <details>
      <summary>${words.comparable}</summary>
      <p class="quiet">
        ${words.equal}${words.gap}${words.source}${words.gap}<a href=${PAPER_LINK}>${words.paperTitle}</a
        >${words.stop}${words.setting}
      </p>
    </details>
  </details>`
}

const NOTHING = '–'

const lengthOf = (length: number | undefined) => (length === undefined ? NOTHING : String(length))

/** Ours is exact; the paper's has one decimal. */
const multipleOf = (multiple: number, here: number | undefined) =>
  here === undefined ? multiple.toFixed(1) : short(here / TRAINED_ROPE.context)

const times = (ratio: number) => (Number.isFinite(ratio) ? ratio.toFixed(2) : short(ratio))

const cell = (ratio: number | undefined) => (ratio === undefined ? '' : times(ratio))

function sentences(rows: ReturnType<typeof comparison>, words: ExtrapolationWords): string[] {
  const apart = differences(rows)
  if (!apart.length) return [words.same]
  return [
    words.where,
    ...apart.map(({ model, times: far, paper, here }) =>
      words.differs(words.models[model], far, times(paper), times(here)),
    ),
    ...(apart.some(({ model, paper, here }) => model === 'rope' && here > paper) ? [words.why] : []),
  ]
}

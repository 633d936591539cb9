// The curves, and beside them their values at the training length and at a longer one: the rows are the legend.

import { html, nothing, svg } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { short } from '../../../content/format.js'
import { jobOf } from '../../parts/job/job-controller.js'
import { jobStatus } from '../../parts/job/job-status.js'
import { type Line, namedBeside } from '../../parts/lines/line.js'
import { lookOf, lossContent, nameOf } from './extrapolation-content.js'
import type { Here } from './here.js'
import { type Curve, isSame, type LossDrawing } from './loss-ledger.js'
import type { ExtrapolationWords } from './messages.js'

export function lossesView(at: Here, drawing: LossDrawing) {
  const { words, frame, language, element, recompute } = at
  const { done, total } = drawing
  // the title of the upright axis stands above it: in a low chart it would not fit along it
  return html`<div class="losses" .style=${`--_rows: ${rowsOf(drawing).length}`}>
      <div class="chart"><p class="quiet" aria-hidden="true">${words.loss}</p>
        <wf-lines .content=${namedBeside({ ...lossContent(drawing, words), yTitle: '' })} .words=${{ ...frame, linesHint: '', exact: '' }}></wf-lines></div>
      ${valuesTable(at, drawing)}
    </div>
    ${drawing.recorded ? nothing : jobStatus({ job: jobOf(element), language, done, total, goOn: recompute })}`
}

/** Four models have their cut values in a column; of one model the cut curve is a row among the others. */
const rowsOf = ({ curves, view }: LossDrawing) =>
  curves.filter(({ kept }) => kept === undefined || view === 'scaled')

function valuesTable({ words, state }: Here, drawing: LossDrawing) {
  const { curves, lengths, context } = drawing
  const rows = rowsOf(drawing)
  const kept = curves.find((curve) => !rows.includes(curve))?.kept
  const near = Math.max(0, lengths.indexOf(context))
  const asked = lengths.indexOf(Number(state.length))
  const far = asked < 0 ? lengths.length - 1 : asked
  const cutOf = (curve: Curve) => curves.find((other) => isSame(other, { ...curve, kept }))
  return keyed(
    `${rows.length} ${kept}`, // another table, instead of one whose cells move
    html`<table class="values">
    <caption>${words.loss}</caption>
    <thead>
      <tr>
        <th scope="col">${words.lossAtLength}</th>
        <th scope="col">${lengths[near]}</th>
        <th scope="col">${lengths[far]}</th>
        ${kept === undefined ? nothing : html`<th scope="col">${swatch({ tone: 'soft', thin: true })} ${words.cutColumn(lengths[far] ?? 0, kept)}</th>`}
      </tr>
    </thead>
    <tbody>
      ${rows.map((curve) => {
        const cut = kept === undefined ? undefined : cutOf(curve)
        return html`<tr>
          <th scope="row">${swatch(lookOf(curve))} ${rowName(curve, drawing, words)}</th>
          <td>${cell(curve, near)}</td>
          <td>${cell(curve, far)}</td>
          ${kept === undefined ? nothing : html`<td class="of-cut">${cut ? cell(cut, far) : nothing}</td>`}
        </tr>`
      })}
    </tbody>
  </table>`,
  )
}

/** Of one model its scaling alone, so that a row has one line on a phone. */
function rowName(curve: Curve, drawing: LossDrawing, words: ExtrapolationWords): string {
  return drawing.view === 'scaled' && curve.scaling !== 'none'
    ? words.scaledRow(words.scalings[curve.scaling], short(drawing.factor))
    : nameOf(curve, drawing, words)
}

/** Every value with its error. */
export function allValues(drawing: LossDrawing, words: ExtrapolationWords) {
  const { curves, lengths } = drawing
  return html`<details class="more wide">
    <summary>${words.values}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${words.values}>
      <table aria-label=${words.values}>
        <thead>
          <tr>
            <th scope="col">${words.textOf}</th>
            ${curves.map((curve) => html`<th scope="col">${nameOf(curve, drawing, words)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lengths.map(
            (length, i) => html`<tr>
              <th scope="row">${length}</th>
              ${curves.map((curve) => html`<td>${withError(curve, i, words)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}

function withError({ losses, spreads }: Curve, index: number, words: ExtrapolationWords): string {
  const [loss = Number.NaN, spread = Number.NaN] = [losses[index], spreads[index]]
  if (!Number.isFinite(loss)) return '–'
  return Number.isFinite(spread) ? words.plusMinus(loss.toFixed(2), spread.toFixed(2)) : loss.toFixed(2)
}

const cell = ({ losses }: Curve, index: number) => {
  const loss = losses[index] ?? Number.NaN
  return Number.isFinite(loss) ? loss.toFixed(2) : '–'
}

function swatch({ tone = 'ink', dash, thin }: Partial<Line>) {
  return html`<svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">${svg`<line x1="0" y1="4" x2="24" y2="4" stroke="var(--_${tone})" stroke-width=${thin ? 1 : 2} stroke-dasharray=${dash?.join(' ') ?? nothing} />`}</svg>`
}

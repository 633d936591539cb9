// The picture of <wf-surgery>: every token with its places and what became of its output, then the maps.

import { html, nothing, svg, type TemplateResult } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import { widthOf } from '../../parts/element/text-width.js'
import { enterNext, keepMapStop } from '../../parts/matrix/map-group.js'
import { signOf } from '../../parts/trained/passage.js'
import type { SurgeryWords } from './messages.js'
import { PAD, type Plan } from './operations.js'
import { hides, largestDifference, mapsOf, nameOf, ROUNDING, share, verdict } from './surgery-content.js'
import type { Side, SurgeryDrawing } from './surgery-drawing.js'

export function surgeryPicture(drawing: SurgeryDrawing, words: SurgeryWords, language: Language) {
  return html`<div class="surgery ${drawing.sides.length === 1 ? 'one' : ''}">
    ${outputsTable(drawing, words, language)}
    <div class="sides">${drawing.sides.map((side) => sideView(drawing, side, words, language))}</div>
    ${scales(drawing, words)}
  </div>`
}

/** Rows of one encoding that stand below each other; a longer list goes on in a second table, beside the first where there is room. */
const COLUMN = 16

function outputsTable(drawing: SurgeryDrawing, words: SurgeryWords, language: Language) {
  const { names, plan, sides } = drawing
  // spread: one per token that is typed, and side
  const end = Math.max(1, ...sides.flatMap(({ change }) => [...(change?.outputs ?? [])]))
  const half = sides.length === 1 && names.length > COLUMN ? Math.ceil(names.length / 2) : names.length
  const rows = names.map((name, token) => outputRow(drawing, name, token, end, words))
  const part = (
    some: readonly TemplateResult[],
    nth: number,
  ) => html`<table class="outputs" aria-label=${words.tableLabel}>
    <thead>
      <tr>
        <th scope="col" rowspan="2">${words.token}</th>
        <th scope="col" rowspan="2" class="place">${words.before}</th>
        <th scope="col" rowspan="2" class="place">${words.after}</th>
        <th scope="colgroup" colspan=${sides.length}>${words.moved}</th>
      </tr>
      <tr>
        ${sides.map((side) => html`<th scope="col" class="of">${nameOf(side, language)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${nth ? nothing : padRows(plan, sides.length, words)} ${some}
    </tbody>
  </table>`
  // spread: one per token that is typed, and side
  const longest = Math.max(...names.map((name) => widthOf(signOf(name))))
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.tableLabel} .style=${`--longest: ${longest}`}>
    ${part(rows.slice(0, half), 0)} ${half < rows.length ? part(rows.slice(half), 1) : nothing}
  </div>`
}

function outputRow(
  { plan, sides }: SurgeryDrawing,
  name: string,
  token: number,
  end: number,
  words: SurgeryWords,
): TemplateResult {
  return html`<tr>
    <th scope="row" class="name">${signOf(name)}</th>
    <td class="place">${placeOf(plan.before, token)}</td>
    <td class="place">${placeOf([plan.after], token)}</td>
    ${sides.map(({ change }) => outputCells(change?.outputs[token], end, words))}
  </tr>`
}

function padRows({ after }: Plan, sides: number, words: SurgeryWords) {
  const positions = after.positions.filter((_, place) => after.tokens[place] === PAD)
  const [first, last] = [positions[0], positions.at(-1)]
  if (first === undefined) return nothing
  return html`<tr class="pad">
    <th scope="row">${words.pad} × ${positions.length}</th>
    <td class="place">${words.nowhere}</td>
    <td class="place">${first === last ? first : `${first} … ${last}`}</td>
    <td colspan=${sides}></td>
  </tr>`
}

function placeOf(sequences: readonly Plan['after'][], token: number): number | string {
  for (const { tokens, positions } of sequences) {
    const place = tokens.indexOf(token)
    if (place >= 0) return positions[place] ?? ''
  }
  return ''
}

function outputCells(value: number | undefined, end: number, words: SurgeryWords) {
  if (value === undefined) return html`<td class="share">${words.nowhere}</td>`
  const width = value < ROUNDING ? 0 : (100 * value) / end
  return html`<td class="share"><div class="change">
    <span>${share(value)}</span>
    <svg aria-hidden="true">${svg`<rect width="${width}%" height="100%" />`}</svg>
  </div></td>`
}

function sideView(drawing: SurgeryDrawing, side: Side, words: SurgeryWords, language: Language) {
  return html`<div>
    <p class="side-name">${nameOf(side, language)}</p>
    <p class="verdict" aria-live="polite">${verdict(side, drawing.names, words)}${
      side.refusal ? html` <code>${side.refusal}</code>` : nothing
    }</p>
    <div class="maps" @wf-beyond=${enterNext} @focusin=${keepMapStop}>
      ${mapsOf(drawing, side, words, language).map(
        ({ title, content }, i) =>
          html`<div>
            <p class="title">${title}</p>
            <wf-heat-map
              compact
              .stop=${i === 0}
              .matrix=${content.matrix}
              .colors=${content.colors}
              .low=${content.range.low}
              .high=${content.range.high}
              .label=${content.label}
              .summary=${content.summary}
              .describe=${content.describe}
            ></wf-heat-map>
          </div>`,
      )}
    </div>
  </div>`
}

function scales(drawing: SurgeryDrawing, words: SurgeryWords) {
  const end = largestDifference(drawing)
  return html`<div class="scales">
    <wf-color-scale
      .label=${words.weight}
      .low=${0}
      .high=${1}
      .format=${short}
      .maskedLabel=${hides(drawing) ? words.masked : ''}
    ></wf-color-scale>
    <wf-color-scale
      .label=${words.difference}
      colors="signed"
      .low=${-end}
      .high=${end}
      .format=${short}
    ></wf-color-scale>
    <p class="axes">${words.axes}</p>
  </div>`
}

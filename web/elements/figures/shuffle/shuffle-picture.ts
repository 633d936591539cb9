// The picture of <wf-shuffle>: every character with its output, above in the order of the text, below in the new one. While the
// text is the same, a column below keeps its node, so that an output is seen to move with its character.

import { html, svg } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { largest } from '../../parts/matrix/largest.js'
import { enterNext, keepMapStop } from '../../parts/matrix/map-group.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { signOf } from '../../parts/trained/passage.js'
import type { ShuffleWords } from './messages.js'
import { findings, isChanged, mapsOf } from './shuffle-content.js'
import type { ShuffleDrawing } from './shuffle-drawing.js'

export function shufflePicture(drawing: ShuffleDrawing, words: ShuffleWords) {
  return html`<div class="shuffle" .style=${`--_count: ${drawing.places.length}`}>
    ${keyed(drawing.prepared.characters.join(''), columnsView(drawing, words))}
    <p class="findings" aria-live="polite">${findings(drawing, words)}</p>
    ${mapsView(drawing, words)}
  </div>`
}

function columnsView(
  { prepared, places, order, before, after, changes }: ShuffleDrawing,
  words: ShuffleWords,
) {
  const signs = prepared.characters.map(signOf)
  const end = largest([...before, ...after].map(largest))
  const most = largest(changes)
  const label = words.columns(signs.length, order.map((character) => signs[character]).join(''))
  return html`<div class="columns" role="img" aria-label=${label}>
    <p class="row-name">${words.rowBefore}</p>
    <div class="line">
      ${signs.map((sign, i) => html`<div><b>${sign}</b>${outputView(before[i], end)}</div>`)}
    </div>
    <svg class="ways" viewBox="0 0 ${signs.length} 1" preserveAspectRatio="none">
      ${places.map((place, i) => wayView(i, place, isChanged(changes[i])))}
    </svg>
    <div class="line">
      ${signs.map(
        (sign, i) =>
          html`<div class="moving" .style=${`--_by: ${(places[i] ?? 0) - i}`}>
            ${outputView(after[i], end)}<b>${sign}</b>${changeView(changes[i], most)}
          </div>`,
      )}
    </div>
    <p class="row-name">${words.rowAfter}</p>
  </div>`
}

/** The numbers of an output below each other; their square roots, so that small ones are seen. */
function outputView(output: Float32Array | undefined, end: number) {
  const values = output ?? new Float32Array()
  const matrix: Matrix = {
    data: values.map((value) => Math.sign(value) * Math.sqrt(Math.abs(value) / end)),
    rows: values.length,
    columns: 1,
  }
  return html`<wf-matrix-canvas .matrix=${matrix} colors="signed" .low=${-1} .high=${1}></wf-matrix-canvas>`
}

/** From a character to where it has gone. */
function wayView(from: number, to: number, changed: boolean) {
  const d = `M${from + 0.5} 0C${from + 0.5} 0.5 ${to + 0.5} 0.5 ${to + 0.5} 1`
  return svg`<path class=${changed ? 'changed' : ''} d=${d} .style=${`d: path("${d}")`} />`
}

/** A bar as high as the change, or two strokes: equal. */
function changeView(change: number | undefined, most: number) {
  if (!isChanged(change)) return html`<span class="same"></span>`
  return html`<span class="change" .style=${`--_share: ${(change ?? 0) / most}`}></span>`
}

function mapsView(drawing: ShuffleDrawing, words: ShuffleWords) {
  return html`<div class="maps" @wf-beyond=${enterNext} @focusin=${keepMapStop}>
    ${mapsOf(drawing, words).map(
      ({ title, content }, i) => html`<div>
        <p class="row-name">${title}</p>
        <wf-heat-map
          compact
          .stop=${i === 0}
          .matrix=${content.matrix}
          .causal=${content.causal}
          .colors=${content.colors}
          .low=${content.range.low}
          .high=${content.range.high}
          .label=${content.label}
          .summary=${content.summary}
          .describe=${content.describe}
        ></wf-heat-map>
      </div>`,
    )}
  </div>`
}

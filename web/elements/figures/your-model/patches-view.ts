// The positions of patches as a picture: how similar each is to that of the patch that the reader chose.

import { html } from 'lit'
import { short } from '../../../content/format.js'
import type { CellEvent, Reading } from '../../parts/matrix/heat-map-element.js'
import type { Here } from './here.js'
import { loaderOf } from './loader.js'
import { type Patches, similarities } from './patches.js'

export function patchesView({ words, element }: Here, patches: Patches) {
  const { side } = patches
  const loader = loaderOf(element)
  const [row, column] = [Math.floor(loader.patch / side), loader.patch % side]
  const label = words.similarity(row + 1, column + 1)
  const pick = ({ detail }: CellEvent) => {
    if (detail) loader.compare(detail.row * side + detail.column)
  }
  return html`<div class="patches" .style=${`--_side: ${side}; --_row: ${row}; --_column: ${column}`}>
    <p class="patches-label"><b>${words.patchesLabel(side)}</b></p>
    <div class="patches-map">
      <wf-heat-map
        bare
        .matrix=${similarities(patches, loader.patch)}
        .colors=${'signed'}
        .low=${-1}
        .high=${1}
        .label=${`${words.patchesLabel(side)}${words.comma}${label}`}
        .hint=${words.patchHint}
        .describe=${(cell: Reading) => words.patchCell(cell.row + 1, cell.column + 1, cell.value.toFixed(2))}
        @wf-pick=${pick}
      ></wf-heat-map>
      <span class="chosen" aria-hidden="true"></span>
    </div>
    <wf-color-scale .colors=${'signed'} .low=${-1} .high=${1} .format=${short} .label=${label}></wf-color-scale>
    <p class="quiet">${words.patchesCaption}</p>
  </div>`
}

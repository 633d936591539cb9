// The picture of <wf-slide>: two maps. Their empty half has the name of the model and what has changed.

import { html, svg } from 'lit'
import { hueOfModel } from '../../parts/trained/trained-names.js'
import type { SlideWords } from './messages.js'
import { changeText, lossText, mapContent, shades } from './slide-content.js'
import type { SlideDrawing, SlideSide } from './slide-drawing.js'

export function slidePicture(drawing: SlideDrawing, words: SlideWords) {
  return html`<div class="sides" .style=${`--_count: ${drawing.prepared.characters.length}`}>
    ${drawing.sides.map((side) => sideView(drawing, side, words))}
  </div>`
}

function sideView(drawing: SlideDrawing, side: SlideSide, words: SlideWords) {
  const { matrix, colors, range, causal, label, summary, describe } = mapContent(drawing, side, words)
  const [name, rest] = words.titles[side.name]
  return html`<div class="side" .style=${`--wf-hue: ${hueOfModel(side.name)}`}>
    <wf-heat-map
      bare
      .matrix=${shades(matrix)}
      .colors=${colors}
      .low=${range.low}
      .high=${range.high}
      .causal=${causal}
      .label=${label}
      .summary=${summary}
      .describe=${describe}
    ></wf-heat-map>
    ${letters(drawing.prepared.characters)}
    <div class="tag">
      <p class="name ${hueOfModel(side.name)}"><b>${name}</b> <span>${rest}</span></p>
      <dl>
        <div>
          <dt>${words.change}</dt>
          <dd>${changeText(side.largestChange)}</dd>
        </div>
        <div>
          <dt>${words.loss}</dt>
          <dd>${lossText(side, words)}</dd>
        </div>
      </dl>
    </div>
  </div>`
}

/** Letters stand right of the diagonal; there is no room for the last one. */
function letters(characters: readonly string[]) {
  const count = characters.length
  return html`<svg class="letters" viewBox="0 0 ${count} ${count}" aria-hidden="true">
    ${characters.slice(0, -1).map((letter, at) => svg`<text x=${at + 1.5} y=${at + 0.78}>${letter.trim()}</text>`)}
  </svg>`
}

// The picture of <wf-slide>: the line, where it stands, two maps, and what has changed.

import { html } from 'lit'
import { live } from 'lit/directives/live.js'
import { notesOn } from '../../parts/trained/text-box.js'
import { hueOfModel } from '../../parts/trained/trained-names.js'
import type { TrainedWords } from '../../parts/trained/trained-words.js'
import type { SlideWords } from './messages.js'
import { changeText, lossText, mapContent } from './slide-content.js'
import { LONGEST_LINE, type SlideDrawing, type SlideSide } from './slide-drawing.js'
import { ROWS, TRAINED_ROWS } from './slide-fields.js'

export interface SlidePicture {
  drawing: SlideDrawing
  text: string
  words: SlideWords
  trained: TrainedWords
  onText: (text: string) => void
}

export function slidePicture({ drawing, text, words, trained, onText }: SlidePicture) {
  const { prepared, sides } = drawing
  const known = sides[0]?.characters ?? []
  const notes = notesOn(prepared, LONGEST_LINE, known, trained)
  return html`<div class="slide">
    <div class="line">
      <label for="text">${words.line}</label>
      <input
        id="text"
        type="text"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        aria-describedby="text-notes"
        .value=${live(text)}
        @input=${(event: Event) => onText((event.target as HTMLInputElement).value)}
      />
    </div>
    <p id="text-notes" role="status" class=${notes.length ? 'notes' : 'unseen'}>
      ${notes.length ? notes.join(words.gap) : trained.textHint(LONGEST_LINE)}
    </p>
    <div class="sides">${sides.map((side) => mapView(drawing, side, words))}</div>
    ${ruler(drawing, words)}
  </div>`
}

function mapView(drawing: SlideDrawing, side: SlideSide, words: SlideWords) {
  const {
    matrix,
    colors,
    range,
    causal,
    label,
    summary,
    describe,
    rowNames = [],
  } = mapContent(drawing, side, words)
  return html`<div class="side" .style=${`--wf-hue: ${hueOfModel(side.name)}`}>
    <p class="name">${words.names[side.name]}</p>
    ${names('columns', rowNames)} ${names('rows', rowNames)}
    <wf-heat-map
      compact
      .matrix=${matrix}
      .colors=${colors}
      .low=${range.low}
      .high=${range.high}
      .causal=${causal}
      .label=${label}
      .summary=${summary}
      .describe=${describe}
    ></wf-heat-map>
    ${numbersView(side, words)}
  </div>`
}

/** The characters along an edge of a map. */
function names(edge: 'rows' | 'columns', signs: readonly string[]) {
  return html`<div
    class="names ${edge}"
    aria-hidden="true"
    .style=${`grid-template-${edge}: repeat(${signs.length}, minmax(0, 1fr))`}
  >
    ${signs.map((sign) => html`<span>${sign}</span>`)}
  </div>`
}

function numbersView(side: SlideSide, words: SlideWords) {
  return html`<dl>
    <div>
      <dt>${words.change}</dt>
      <dd>${changeText(side.largestChange)}</dd>
    </div>
    <div>
      <dt>${words.loss}</dt>
      <dd>${lossText(side, words)}</dd>
    </div>
  </dl>`
}

/** All positions of the table, which of them training has read, and where the line stands. */
function ruler({ position, prepared: { characters } }: SlideDrawing, words: SlideWords) {
  const share = (rows: number) => `${(100 * rows) / ROWS}%`
  const last = position + characters.length - 1
  return html`<div>
    <div class="ruler" role="img" aria-label=${`${words.ruler(ROWS, TRAINED_ROWS)}${words.gap}${words.at(position, last)}`}>
      <div class="untouched" .style=${`width: ${share(ROWS - TRAINED_ROWS)}`}></div>
      <div class="block" .style=${`left: ${share(position)}; width: ${share(characters.length)}`}></div>
    </div>
    <p class="ends" aria-hidden="true">
      <span>${words.trained(TRAINED_ROWS - 1)}</span>
      <span>${words.untouched(TRAINED_ROWS, ROWS - 1)}</span>
    </p>
  </div>`
}

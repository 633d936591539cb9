// The picture of <wf-slide>: the line, where it stands, two maps, and what has changed.

import { css, html } from 'lit'
import { live } from 'lit/directives/live.js'
import { hatching } from '../../parts/element/element-styles.js'
import { notesOn } from '../../parts/trained/text-box.js'
import type { TrainedWords } from '../../parts/trained/trained-words.js'
import type { SlideWords } from './messages.js'
import { changeText, lossText, mapContent } from './slide-content.js'
import { LONGEST_LINE, type SlideDrawing, type SlideSide } from './slide-drawing.js'
import { ROWS, TRAINED_ROWS } from './slide-fields.js'

export const slideStyles = css`
  .figure {
    gap: 12px;
  }
  .slide {
    display: grid;
    gap: 8px;
  }
  .slide > * {
    min-width: 0;
  }
  .line {
    display: flex;
    gap: 12px;
    align-items: center;
  }
  .line label,
  .side dt {
    color: var(--_soft);
  }
  .line input {
    box-sizing: border-box;
    flex: 1;
    min-width: 0;
    min-height: 32px;
    padding: 2px 10px;
    border: 1px solid var(--_mark);
    border-radius: 3px;
    background: transparent;
    font: 1rem / 1.4 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
    color: var(--_term-content);
  }
  .sides {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 360px));
    justify-content: space-between;
    gap: 8px 16px;
  }
  .side {
    display: grid;
    grid-template-columns: 0 minmax(0, 1fr);
    align-content: start;
  }
  .side > * {
    grid-column: 2;
    min-width: 0;
  }
  .side .name {
    font-weight: 600;
  }
  .names {
    display: none;
    font: min(0.7rem, 1.5cqi) / 1 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
    color: var(--_term-content);
    place-items: center;
  }
  .side dl {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    margin: 4px 0 0;
  }
  .side dl div {
    line-height: 1.3;
  }
  .side dd {
    margin: 0;
    font-weight: 600;
    white-space: nowrap;
  }
  @container (min-width: 600px) {
    .side {
      grid-template-columns: 14px minmax(0, 1fr);
    }
    .names {
      display: grid;
    }
    .names.columns {
      height: 14px;
      margin-inline-start: 18px; /* the numbers of the rows */
    }
    /* as high as the map without the numbers of its columns, whatever letters need */
    .side .names.rows {
      grid-area: 3 / 1;
      margin-block-start: 16px;
      height: 0;
      min-height: calc(100% - 16px);
    }
    .side wf-heat-map {
      grid-row: 3;
    }
  }
  wf-heat-map::part(readout) {
    min-height: 0;
    margin: 0;
  }
  .ruler {
    position: relative;
    height: 12px;
    border: 1px solid var(--_mark);
  }
  .ruler .untouched {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    ${hatching}
  }
  .ruler .block {
    position: absolute;
    inset-block: 2px;
    background: var(--_term-position);
    forced-color-adjust: none;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    color: var(--_soft);
    line-height: 1.2;
  }
  .controls {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (pointer: coarse) {
    .line input {
      min-height: 44px;
    }
  }
`

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
  return html`<div class="side">
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

// The controls of <wf-slide>: play and a slider below the ruler of all positions; behind “More”, the line itself.

import { html } from 'lit'
import { live } from 'lit/directives/live.js'
import { numberControl } from '../../parts/controls/controls.js'
import { notesOn } from '../../parts/trained/text-box.js'
import type { TrainedWords } from '../../parts/trained/trained-words.js'
import type { SlideWords } from './messages.js'
import { isStill } from './play-controller.js'
import { standing } from './slide-content.js'
import { LONGEST_LINE, type SlideDrawing } from './slide-drawing.js'
import { ROWS, TRAINED_ROWS } from './slide-fields.js'

export interface Sliding {
  drawing: SlideDrawing
  words: SlideWords
  playing: boolean
  onPlay: () => void
  onPosition: (position: number) => void
}

export function slider({ drawing, words, playing, onPlay, onPosition }: Sliding) {
  const { position, farthest } = drawing
  const { at } = standing(drawing, words)
  const name = isStill() ? words.leap : playing ? words.pause : words.play
  return html`<div class="slider">
    <button type="button" class="play ${playing ? 'on' : ''}" aria-label=${name} @click=${onPlay}></button>
    <div class="along">
      <p class="what"><label for="position">${words.move}</label> <output for="position">${at}</output></p>
      ${ruler(drawing, words)}
      <input
        id="position"
        class="track"
        type="range"
        min="0"
        max=${farthest}
        aria-valuetext=${at}
        .value=${live(String(position))}
        .style=${`--_filled: ${position / Math.max(1, farthest)}`}
        @input=${(event: Event) => onPosition((event.target as HTMLInputElement).valueAsNumber)}
      />
    </div>
  </div>`
}

/** All positions of the table, which of them training has read, and where the line stands. */
function ruler(drawing: SlideDrawing, words: SlideWords) {
  const { at, text, left, width, besides } = standing(drawing, words)
  return html`<div class="ruler" role="img" aria-label=${`${words.ruler(ROWS, TRAINED_ROWS)}${words.gap}${at}`}>
    <span class="untouched"></span>
    <span class="words" .style=${`inset-inline: ${besides(0, TRAINED_ROWS)}`}><span>${words.trained(TRAINED_ROWS - 1)}</span></span>
    <span class="words" .style=${`inset-inline: ${besides(TRAINED_ROWS, ROWS)}`}><span>${words.untouched}</span></span>
    <b .style=${`left: ${left}; width: ${width}`}>${text}</b>
  </div>`
}

export interface LineControls {
  drawing: SlideDrawing
  text: string
  words: SlideWords
  trained: TrainedWords
  onText: (text: string) => void
  onPosition: (position: number) => void
}

export function lineControls({ drawing, text, words, trained, onText, onPosition }: LineControls) {
  const { prepared, sides, position, farthest } = drawing
  const notes = notesOn(prepared, LONGEST_LINE, sides[0]?.characters ?? [], trained)
  return html`<div class="control line">
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
      <p id="text-notes" role="status" class=${notes.length ? 'notes' : 'help'}>
        ${notes.length ? notes.join(words.gap) : trained.textHint(LONGEST_LINE)}
      </p>
    </div>
    ${numberControl({
      id: 'position-number',
      label: words.position,
      min: 0,
      max: farthest,
      step: 1,
      value: position,
      onChange: (value) => onPosition(value ?? position),
    })}
    <p class="details">${words.details}</p>`
}

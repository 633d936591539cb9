// The parts of <wf-arrows> with words: numbers of a pair, clocks, row; and the control that moves both words.

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { keepStop, walkButtons } from '../../parts/controls/controls.js'
import {
  type ArrowsContent,
  angleText,
  fixed,
  grouped,
  perPosition,
  signed,
  waveText,
} from './arrows-content.js'
import { SPAN } from './arrows-fields.js'
import { clockNodes } from './clocks.js'
import { rowNodes } from './row.js'

export function numbersView({ drawing, words, pair, turned }: ArrowsContent, onClocks: () => void) {
  const shown = drawing.pairs[pair]
  if (!shown) return nothing
  const [first, index, rest] = words.pair(pair + 1, drawing.pairs.length)
  const row = (name: string, kind: string, angle: string, product: string) =>
    html`<tr class=${kind}><th scope="row">${name}</th><td>${angle}</td><td>${product}</td></tr>`
  const turns = ({ text, at }: { text: string; at: number }) =>
    html`<span>${words.turned(text)} <b>${words.turns(grouped(at), perPosition(shown.turn))}</b></span>`
  const [angle, product] = turned
    ? [angleText(shown.turnedQuery, shown.turnedKey), fixed(shown.after)]
    : ['–', '–']
  return html`<div class="numbers">
    <button type="button" class="pair" title=${words.toClocks} @click=${onClocks}>${first}<b>${index}</b>${rest}</button>
    <table>
      <thead><tr><td></td><th scope="col">${words.angle}</th><th scope="col">${words.product}</th></tr></thead>
      <tbody>
        ${row(words.before, 'before', angleText(shown.query, shown.key), fixed(shown.before))}
        ${row(words.after, 'after', angle, product)}
      </tbody>
    </table>
    <p class="turns">${turns(drawing.query)}${turns(drawing.key)}</p>
  </div>`
}

export function clocksView(
  { drawing: { pairs }, words, pair: chosen, turned }: ArrowsContent,
  onChoose: (pair: number) => void,
) {
  return html`<div class="panel all">
    <p class="heading" id="all"><b>${words.all(pairs.length)}</b> <span>${words.allNote}</span></p>
    <div class="clocks" role="toolbar" aria-labelledby="all" @keydown=${walkButtons} @focusin=${keepStop}>
      ${pairs.map(({ wavelength, after, before }, i) => {
        const [wave, product] = [waveText(wavelength), signed(turned ? after : before)]
        return html`<button
          type="button"
          tabindex=${i === chosen ? 0 : -1}
          aria-pressed=${i === chosen}
          aria-label=${words.clock(i + 1, wave, product)}
          @click=${() => onChoose(i)}
        >
          <svg class="clock" viewBox="-50 -50 100 100" aria-hidden="true">${clockNodes}</svg>
          <span>${wave}</span><b>${product}</b>
        </button>`
      })}
    </div>
  </div>`
}

export interface RowEvents {
  onMove: (event: PointerEvent) => void
  onLeave: () => void
  onKey: (event: KeyboardEvent) => void
}

/** `cursor`: the distance that is pointed at. */
export function rowView({ drawing, words }: ArrowsContent, cursor: number | undefined, events: RowEvents) {
  const { scores, weights, query, key } = drawing
  const at = cursor ?? query.at - key.at
  const said = words.at(at, fixed(scores[at] ?? Number.NaN), fixed(weights[at] ?? Number.NaN))
  return html`<div class="panel scores">
    <p class="heading"><b>${words.rowHeading}</b> <span>${said}</span></p>
    <svg
      class="row"
      tabindex="0"
      role="slider"
      aria-label=${words.row}
      aria-valuemin="0"
      aria-valuemax=${SPAN}
      aria-valuenow=${at}
      aria-valuetext=${said}
      @pointermove=${events.onMove}
      @pointerleave=${events.onLeave}
      @blur=${events.onLeave}
      @keydown=${events.onKey}
    >
      ${rowNodes}
    </svg>
  </div>`
}

export interface Mover {
  /** The first position on the axis. */
  start: number
  playing: boolean
  onToggle: () => void
  /** Both words, the key to this position. */
  onKey: (position: number) => void
}

/** The control under the picture: play, and a slider that moves both words. */
export function moverView({ words, drawing, at }: ArrowsContent, { start, playing, onToggle, onKey }: Mover) {
  const most = start + SPAN - (at.query - at.key)
  const filled = (at.key - start) / Math.max(1, most - start)
  return html`<div class="mover">
    <button
      type="button"
      class="play ${playing ? 'on' : ''}"
      aria-label=${playing ? words.pause : words.play}
      @click=${onToggle}
    ></button>
    <label>
      <span>${words.both}</span>
      <input
        class="track"
        type="range"
        min=${start}
        max=${most}
        aria-valuetext=${words.bothAt(drawing.key.text, grouped(at.key), drawing.query.text, grouped(at.query))}
        .value=${live(String(at.key))}
        .style=${`--_filled: ${filled}`}
        @input=${(event: Event) => onKey((event.target as HTMLInputElement).valueAsNumber)}
      />
    </label>
  </div>`
}

// RoPE's pairs as dials: how far each rotates within the training length, and how far within a longer text.

import { html, svg } from 'lit'
import { short } from '../../../content/format.js'
import type { ExtrapolationWords } from './messages.js'
import type { WavesDrawing } from './waves.js'

/** In units of the drawing. */
const [SIZE, TRAINED_RADIUS, LONGER_RADIUS] = [64, 21, 28]

export function dialsView(drawing: WavesDrawing, words: ExtrapolationWords) {
  const { plain, scaled, context, longest } = drawing
  return html`<div class="dials" role="group" aria-label=${words.dialsLabel}>
    ${Array.from(plain, (wave, pair) => {
      const trained = context / wave
      const longer = longest / (scaled[pair] as number)
      return html`<div class="dial" role="img" aria-label=${words.dial(pair, short(trained), short(longer), longest)}>
        ${dial(trained, longer)}
        <span aria-hidden="true">${rotations(trained)}</span>
      </div>`
    })}
  </div>`
}

function dial(trained: number, longer: number) {
  return html`<svg viewBox="0 0 ${SIZE} ${SIZE}" aria-hidden="true">
    ${svg`<g transform="translate(${SIZE / 2} ${SIZE / 2})">
      <circle class="face" r=${TRAINED_RADIUS} />
      <path class="trained ${trained >= 1 ? 'full' : ''}" d=${wedge(trained, TRAINED_RADIUS)} />
      <path class=${longer > trained && trained < 1 ? 'unseen-angles' : 'longer'} d=${arc(longer, LONGER_RADIUS)} />
    </g>`}
  </svg>`
}

/** Two digits are enough to see which are below one. */
const rotations = (value: number) =>
  value < 0.1 ? value.toFixed(3) : value < 10 ? value.toFixed(2) : value.toFixed(1)

/** From the top, clockwise; at least one rotation is a whole ring. */
function arc(rotations: number, radius: number): string {
  if (rotations >= 1)
    return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}`
  return `M0 ${-radius}${to(rotations, radius)}`
}

function wedge(rotations: number, radius: number): string {
  return rotations >= 1 ? `${arc(1, radius)}z` : `M0 0L0 ${-radius}${to(rotations, radius)}z`
}

function to(rotations: number, radius: number): string {
  const angle = 2 * Math.PI * rotations
  const [x, y] = [radius * Math.sin(angle), -radius * Math.cos(angle)]
  return `A${radius} ${radius} 0 ${rotations > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}`
}

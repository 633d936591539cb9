// The view of <wf-bias> by distance: the bias of a head as bars, and below, for every head, the attention weights that it makes of
// equal scores.

import { html } from 'lit'
import { short } from '../../../content/format.js'
import { largest } from '../../parts/matrix/largest.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { type BiasWeights, comparedIn } from './bias-weights.js'
import type { BiasWords } from './messages.js'

export interface WeightsView {
  shown: BiasWeights
  head: number
  distance: number
  title: string
  words: BiasWords
  onHead: (head: number) => void
  onDistance: (distance: number) => void
}

/** Weights that differ by less are equal. */
const ROUNDING = 1e-5

export function weightsPicture(view: WeightsView) {
  const { shown, head, words } = view
  return html`<div class="weights" .style=${`--_heads: ${shown.weights.length}`}>
    <p class="reading"><b>${words.headOf(head + 1, shown.bias.length)}</b> · <span aria-live="polite">${readingOf(view)}</span></p>
    ${barsView(view)}
    ${rowsView(view)}
    <p class="ends"><span>${endText(shown, 0, words)}</span><span>${words.rowsName}</span><span>${endText(shown, -1, words)}</span></p>
  </div>`
}

/** A row per head, one list for hand and keyboard: rows are too low to be buttons of their own. */
function rowsView({ shown, head, words, onHead }: WeightsView) {
  const { weights } = shown
  const most = Math.sqrt(Math.max(...weights.map(largest))) // spread: one per head
  const choose = (event: MouseEvent) => {
    const { top, height } = (event.currentTarget as Element).getBoundingClientRect()
    onHead(Math.min(weights.length - 1, Math.floor((weights.length * (event.clientY - top)) / height)))
  }
  return html`<div
    class="rows"
    role="listbox"
    tabindex="0"
    aria-label=${words.rows}
    aria-activedescendant=${`row-${head}`}
    @click=${choose}
    @keydown=${(event: KeyboardEvent) => onKey(event, rowKeys(head), [0, weights.length - 1], onHead)}
  >
    ${weights.map(
      (
        values,
        i,
      ) => html`<div id=${`row-${i}`} role="option" aria-selected=${i === head} aria-label=${words.headLine(i + 1)}>
        <wf-matrix-canvas .matrix=${shaded(values)} .low=${0} .high=${most}></wf-matrix-canvas>
      </div>`,
    )}
  </div>`
}

/** The square root shows small weights, too. */
function shaded(values: Float32Array): Matrix {
  return { data: values.map(Math.sqrt), rows: 1, columns: values.length }
}

const endText = ({ distances }: BiasWeights, at: number, words: BiasWords): string =>
  words.away(distances.at(at) ?? 0)

/** Two distances, their biases, and what one weight is of the other. */
function readingOf({ shown, head, distance, words }: WeightsView): string {
  const { distances, bias, weights, buckets } = shown
  const [at, other] = comparedIn(shown, distance)
  const one = (column: number) =>
    words.biasAt(
      words.away(distances[column] ?? 0),
      short(bias[head]?.[column] ?? Number.NaN),
      buckets?.[column],
    )
  const share = (weights[head]?.[at] ?? Number.NaN) / (weights[head]?.[other] ?? Number.NaN)
  if (Math.abs(share - 1) < ROUNDING) return words.alike(one(at), one(other))
  return words.compared(one(at), one(other), short(Number(share.toPrecision(3))))
}

/** A column per distance; those that are compared are strong. */
function barsView(view: WeightsView) {
  const { shown, head, distance, title, words, onDistance } = view
  const values = shown.bias[head] ?? new Float32Array()
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)] // spread: one per column
  const y = (value: number) => (high - value) / (high - low || 1)
  const bar = (column: number) =>
    `M${column + 0.1} ${y(0)}H${column + 0.9}V${y(values[column] ?? 0)}H${column + 0.1}z`
  const columns = [...values.keys()]
  const compared = comparedIn(shown, distance)
  const point = (event: PointerEvent) => {
    if (event.type === 'pointermove' && event.buttons === 0) return
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect()
    const column = Math.floor((values.length * (event.clientX - left)) / width)
    const away = Math.abs(shown.distances[column] ?? 0)
    if (away && away !== distance) onDistance(away)
  }
  return html`<svg
    class="bias-bars"
    viewBox="0 0 ${values.length} 1"
    preserveAspectRatio="none"
    tabindex="0"
    role="slider"
    aria-label=${words.bars(title)}
    aria-valuemin="1"
    aria-valuemax=${values.length - 1}
    aria-valuenow=${distance}
    aria-valuetext=${readingOf(view)}
    @pointerdown=${point}
    @pointermove=${point}
    @keydown=${(event: KeyboardEvent) => onKey(event, barKeys(distance), [1, values.length - 1], onDistance)}
  >
    <path class="band" d=${compared.map((column) => `M${column} 0h1v1h-1z`).join('')} />
    <path class="zero" d="M0 ${y(0)}H${values.length}" />
    <path d=${columns
      .filter((column) => !compared.includes(column))
      .map(bar)
      .join('')} />
    <path class="now" d=${compared.map(bar).join('')} />
  </svg>`
}

/** What a key leads to from where it is. */
type Keys = Readonly<Record<string, number>>

const barKeys = (at: number): Keys => ({
  ArrowRight: at + 1,
  ArrowUp: at + 1,
  ArrowLeft: at - 1,
  ArrowDown: at - 1,
})

const rowKeys = (at: number): Keys => ({ ArrowDown: at + 1, ArrowUp: at - 1 })

function onKey(
  event: KeyboardEvent,
  keys: Keys,
  [first, last]: readonly [number, number],
  choose: (chosen: number) => void,
): void {
  const to = { ...keys, Home: first, End: last }[event.key]
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  choose(Math.max(first, Math.min(last, to)))
}

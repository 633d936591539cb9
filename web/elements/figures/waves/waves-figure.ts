// Shows the state of <wf-waves> and says what it is; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { live } from 'lit/directives/live.js'
import { short } from '../../../content/format.js'
import { rangeControl, switchControl } from '../../parts/controls/controls.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { smallModel } from '../../parts/trained/small-models.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import { type WavesWords, wavesWords } from './messages.js'
import { type PickEvent, StripElement } from './strip-element.js'
import { STOPS } from './strip-words.js'
import { captionOf, chosenIn, type Readout, readoutOf, stepText, stripContent } from './waves-content.js'
import { drawWaves, type WavesDrawing } from './waves-drawing.js'
import { FARTHEST, type Form, type wavesFields } from './waves-fields.js'
import { wavesStyles } from './waves-styles.js'

type Here = At<typeof wavesFields, WavesWords>

export const wavesFigure: FigureBody<typeof wavesFields, WavesWords, WavesDrawing> = {
  words: wavesWords,
  uses: { 'wf-strip': StripElement },
  styles: wavesStyles,

  async compute({ library, state, element, progress, complain }) {
    const openModel = () => smallModel(library, 'small-learned', modelBaseOf(element), progress)
    const drawing = await drawWaves(library, state, openModel)
    const { position, other } = state
    beyond({ position }, { position: drawing.columns }).forEach(complain)
    if (other !== undefined) beyond({ other }, { other: drawing.columns }).forEach(complain)
    return drawing
  },

  hue: () => 'sinusoid',
  look: ({ words }) => words.look,
  picture,
  primary: formControl,
  controls,
  caption: ({ words }, drawing) => captionOf(drawing, words),

  exports: ({ element, state, words }, drawing) => ({
    scene: async () =>
      (await import('./waves-scene.js')).wavesScene(drawing, chosenIn(drawing, state), words, element),
    csv: async () => (await import('./waves-scene.js')).wavesCsv(drawing, words),
    code: () => libraryCode(drawing),
  }),
}

function picture({ state, words, change }: Here, drawing: WavesDrawing) {
  const [position, other] = chosenIn(drawing, state)
  return html`<div class="waves"><div class="all">
    ${readoutView(readoutOf(drawing, state, words), drawing)}
    <wf-strip .content=${stripContent(drawing, state, words)} @wf-pick=${({ detail }: PickEvent) => change(detail)}>
      <p class="step"><b>${words.step}</b> <span>${other === undefined ? stepText(drawing, position, words) : ''}</span></p>
    </wf-strip>
  </div></div>`
}

function readoutView({ title, product, lines, missing }: Readout, { form, channels }: WavesDrawing) {
  const number = (text: string, isLong: boolean) => html`<span class=${isLong ? 'long' : ''}>${text}</span>`
  const view = html`<div class="readout">
    <p class="what">
      <b>${title}</b>${product ? html`<span>${product.name} <b>${product.value}</b></span>` : nothing}
    </p>
    ${
      missing
        ? html`<p class="wrong">✕ ${missing}</p>`
        : html`<p class="numbers ${form}" .style=${`--_numbers: ${channels}`}>
            ${lines.map(({ name, numbers }) => html`<span class="name">${name}</span>${numbers.map((text) => number(text, numbers.length === 1))}`)}
          </p>`
    }
  </div>`
  return keyed(`${form} ${title.length}`, view) // words in other places are other words: nothing has moved
}

const NAMED = ['count', 'binary', 'waves'] as const

/** A slider that the picture follows; let go, it stands at one of its stops. */
function formControl({ element, state, words, change }: Here) {
  const strip = () => element.shadowRoot?.querySelector<StripElement>('wf-strip')
  const stopOf = (event: Event) => (event.target as HTMLInputElement).valueAsNumber
  const follow = (event: Event) => strip()?.follow(stopOf(event))
  const settle = (event: Event) => {
    const form = NAMED[Math.round(stopOf(event))] ?? 'waves'
    if (form === state.form) (event.target as HTMLInputElement).value = String(STOPS[form])
    if (form === state.form) strip()?.rest()
    else change({ form })
  }
  return html`<div class="stops" .style=${`--_fill: ${STOPS[state.form]}`}>
    <input
      id="form"
      type="range"
      min="0"
      max="2"
      step="0.01"
      aria-label=${words.form}
      aria-valuetext=${words.forms[state.form]}
      .value=${live(String(STOPS[state.form]))}
      @input=${follow}
      @change=${settle}
      @keydown=${(event: KeyboardEvent) => toNextStop(event, state.form, change)}
    />
    <p aria-hidden="true">${NAMED.map((form) => html`<span class=${form === state.form ? 'here' : ''}>${words.forms[form]}</span>`)}</p>
  </div>`
}

function toNextStop(event: KeyboardEvent, form: Form, change: Here['change']): void {
  const at = STOPS[form]
  const to = {
    ...{ ArrowRight: at + 1, ArrowUp: at + 1, PageUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1 },
    ...{ PageDown: at - 1, Home: 0, End: 2 },
  }[event.key]
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const next = NAMED[Math.max(0, Math.min(2, to))] ?? 'waves'
  if (next !== form) change({ form: next })
}

function controls({ state, words, change }: Here, drawing: WavesDrawing) {
  const { columns } = drawing
  const [position, other] = chosenIn(drawing, state)
  const last = columns - 1
  const second = Math.min(position + 2, last) === position ? position - 2 : Math.min(position + 2, last)
  return [
    switchControl({
      ...{ id: 'compare', label: words.compare, value: other !== undefined },
      onChange: (on) => change({ other: on ? second : undefined }),
    }),
    switchControl({
      ...{ id: 'table', label: words.table, value: state.form === 'table' },
      onChange: (on) => change({ form: on ? 'table' : 'waves' }),
    }),
    switchControl({
      ...{ id: 'divided', label: words.divided, value: state.divided },
      onChange: (divided) => change({ divided }),
    }),
    other === undefined
      ? nothing
      : rangeControl({
          ...{ id: 'both', label: words.both, min: 0, max: last - Math.abs(other - position) },
          value: Math.min(position, other),
          onChange: (first) => change(moved(position, other, first)),
        }),
    rangeControl({
      ...{ id: 'channels', label: words.channels, min: 2, max: 9, value: state.channels },
      onChange: (channels) => change({ channels }),
    }),
    rangeControl({
      ...{ id: 'positions', label: words.positions, min: 8, max: FARTHEST, step: 8, value: state.positions },
      onChange: (positions) => change({ positions }),
    }),
    rangeControl({
      ...{ id: 'base', label: words.base, min: 2, max: 10_000_000, logarithmic: true, value: state.base },
      words: short(state.base),
      onChange: (base) => change({ base }),
    }),
  ]
}

/** Both positions, so that the lower one is `first`. */
function moved(position: number, other: number, first: number): { position: number; other: number } {
  const by = first - Math.min(position, other)
  return { position: position + by, other: other + by }
}

function libraryCode({ form, channels, columns, waves, table }: WavesDrawing): string {
  const length = `{ length: ${columns} }`
  if (form === 'count') return `const codes = Array.from(${length}, (_, position) => [position])`
  if (form === 'binary')
    return `const codes = Array.from(${length}, (_, position) =>
  Array.from({ length: ${channels} }, (_, place) => (position >> place) & 1),
)`
  const waveCode = `import { load } from 'whereformer'

const wf = await load()
const codes = wf.embed(${JSON.stringify(waves.position)}, { length: ${columns}, dim: ${2 * channels} }) // [position, channel]`
  if (!table) return waveCode
  return `${waveCode}
const table = { data: new Float32Array(${table.rows * table.width} /* … */), shape: [${table.rows}, ${table.width}] }
const rows = wf.embed({ type: 'learned', table }, { length: ${table.rows}, dim: ${table.width} })`
}

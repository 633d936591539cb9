// The controls of <wf-extrapolation>: what the picture shows, below it; and the others, behind “More”.

import { html, nothing } from 'lit'
import { choiceControl, rangeControl, segmentsControl, switchControl } from '../../parts/controls/controls.js'
import { liveUnlessTyped } from '../../parts/controls/live-unless-typed.js'
import { ownModelOf } from '../../parts/trained/trained-figure-element.js'
import { TRAINED, TRAINED_BYTES } from '../../parts/trained/trained-models.js'
import { comparisonTable } from './comparison-table.js'
import { AMOUNTS, EXTRAPOLATION_VIEWS, type ExtrapolationView, LONGER } from './extrapolation-fields.js'
import type { Here } from './here.js'
import type { ExtrapolationState, LossDrawing } from './loss-ledger.js'
import { allValues } from './losses-view.js'
import { SCALINGS, type Scaling } from './scalings.js'
import type { WavesDrawing } from './waves.js'

/** The four pictures of the figure, each as what it changes. */
const PICTURES = {
  loss: { view: 'loss', cut: false },
  cut: { view: 'loss', cut: true },
  dials: { view: 'dials' },
  scaled: { view: 'scaled', cut: true },
} as const satisfies Record<string, Partial<ExtrapolationState>>

type PictureName = keyof typeof PICTURES

/** Wavelengths are none of the four; they are chosen behind “More”. */
export function pictureOf({ view, cut }: ExtrapolationState): PictureName | 'wavelengths' {
  return view === 'loss' && cut ? 'cut' : view
}

/** A model that the page has loaded is compared with nothing. */
export function picturesControl({ state, words, element, change }: Here) {
  const names = ownModelOf(element)
    ? (['loss', 'dials'] as const)
    : (['loss', 'cut', 'dials', 'scaled'] as const)
  return segmentsControl({
    id: 'pictures',
    label: words.view,
    value: pictureOf(state),
    options: names.map((value) => ({ value, name: words.pictures[value] })),
    onChange: (name) => change(PICTURES[name as PictureName]),
  })
}

export function moreControls(at: Here, drawing: LossDrawing | WavesDrawing) {
  const { state, words, element, change } = at
  const own = ownModelOf(element) !== undefined
  const views = own ? EXTRAPOLATION_VIEWS.filter((view) => view !== 'scaled') : EXTRAPOLATION_VIEWS
  return [
    choiceControl({
      id: 'view',
      label: words.view,
      value: state.view,
      options: views.map((value) => ({ value, name: words.views[value] })),
      onChange: (view) => change({ view: view as ExtrapolationView }),
    }),
    choiceControl({
      id: 'scaling',
      label: words.scaling,
      value: state.scaling,
      options: SCALINGS.map((value) => ({ value, name: words.scalings[value] })),
      onChange: (scaling) => change({ scaling: scaling as Scaling }),
    }),
    state.scaling === 'none' && state.view !== 'scaled' ? nothing : factorControl(at),
    own ? nothing : lengthControl(at),
    'curves' in drawing ? lossControls(at, drawing, own) : nothing,
  ]
}

function factorControl({ state, words, change }: Here) {
  return rangeControl({
    id: 'factor',
    label: words.factor,
    min: 1,
    max: 16,
    step: 0.5,
    value: state.factor,
    onChange: (factor) => change({ factor }),
  })
}

function lengthControl({ state, words, change }: Here) {
  return choiceControl({
    id: 'length',
    label: words.longerText,
    value: state.length,
    options: LONGER.map((value) => ({ value, name: value })),
    onChange: (length) => change({ length: length as (typeof LONGER)[number] }),
  })
}

function lossControls(at: Here, drawing: LossDrawing, own: boolean) {
  const { state, words, change } = at
  if (own) return ownText(at)
  const size = `${((TRAINED.length * TRAINED_BYTES) / 1e6).toFixed(1)}\u00a0MB`
  return [
    switchControl({
      id: 'cut',
      label: words.cut,
      help: words.cutHelp,
      value: state.cut,
      onChange: (cut) => change({ cut }),
    }),
    switchControl({
      id: 'live',
      label: words.live,
      value: state.live,
      help: words.download(size),
      onChange: (live) => change({ live }),
    }),
    choiceControl({
      id: 'amount',
      label: words.amount,
      value: state.amount,
      options: AMOUNTS.map((value) => ({ value, name: value })),
      onChange: (amount) => change({ amount: amount as (typeof AMOUNTS)[number] }),
    }),
    ownText(at),
    allValues(drawing, words),
    drawing.view === 'loss' ? html`<div class="wide">${comparisonTable(drawing, words)}</div>` : nothing,
  ]
}

function ownText({ state, words, change }: Here) {
  return html`<details class="more wide">
    <summary>${words.ownText}</summary>
    <div class="control">
      <label for="text">${words.text}</label>
      <textarea
        id="text"
        rows="2"
        spellcheck="false"
        aria-describedby="text-help"
        .value=${liveUnlessTyped(state.text)}
        @change=${(event: Event) => change({ text: (event.target as HTMLTextAreaElement).value.slice(0, 8192) })}
      ></textarea>
      <span class="help" id="text-help">${words.textHelp}</span>
    </div>
  </details>`
}

// The body of <wf-extrapolation>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { choiceControl, rangeControl, segmentsControl } from '../../parts/controls/controls.js'
import { liveUnlessTyped } from '../../parts/controls/live-unless-typed.js'
import { positionCode } from '../../parts/export/position-code.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { jobOf } from '../../parts/job/job-controller.js'
import { jobStatus } from '../../parts/job/job-status.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { linesExports } from '../../parts/lines/lines-exports.js'
import { modelBaseOf, ownModelOf } from '../../parts/trained/trained-figure-element.js'
import { TRAINED, TRAINED_BYTES } from '../../parts/trained/trained-models.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import { comparisonTable } from './comparison-table.js'
import { lossContent, sentenceOf, wavesContent, wavesSentence } from './extrapolation-content.js'
import { drawLosses } from './extrapolation-drawing.js'
import {
  AMOUNTS,
  EXTRAPOLATION_VIEWS,
  type ExtrapolationView,
  type extrapolationFields,
} from './extrapolation-fields.js'
import { extrapolationStyles } from './extrapolation-styles.js'
import { heldOut } from './held-out.js'
import type { LossDrawing } from './loss-ledger.js'
import { type ExtrapolationWords, extrapolationWords, extrapolationWordsOfPieces } from './messages.js'
import { drawOwnLosses } from './own-losses.js'
import { SCALINGS, type Scaling } from './scalings.js'
import { drawWaves, type WavesDrawing } from './waves.js'

type ExtrapolationDrawing = LossDrawing | WavesDrawing

type Here = At<typeof extrapolationFields, ExtrapolationWords>

export const MODELS_BYTES = TRAINED.length * TRAINED_BYTES

export const extrapolationFigure: FigureBody<
  typeof extrapolationFields,
  ExtrapolationWords,
  ExtrapolationDrawing
> = {
  words: extrapolationWords,
  uses: { 'wf-lines': LinesElement },
  styles: extrapolationStyles,

  async compute({ library, progress, state, element }) {
    const own = ownModelOf(element)
    if (state.view === 'wavelengths') return drawWaves({ library }, state, own)
    const run = jobOf(element).begin()
    try {
      if (own) return await drawOwnLosses({ library, progress, state, standIn: heldOut, run }, own)
      const modelBase = modelBaseOf(element)
      return await drawLosses({ library, progress, state, modelBase, standIn: heldOut, run })
    } finally {
      run.end()
    }
  },

  look: ({ state, words }) => words.look[state.view],

  picture(at, drawing) {
    const { words, frame, language, element, recompute } = at
    if (drawing.view === 'wavelengths') {
      return html`<wf-lines .content=${wavesContent(drawing, words)} .words=${frame}></wf-lines>`
    }
    const { done, total } = drawing
    return html`<div class=${drawing.title === undefined ? 'beside' : ''}>
      <div>
        <wf-lines .content=${lossContent(drawing, words)} .words=${frame}></wf-lines>
        ${jobStatus({ job: jobOf(element), language, done, total, goOn: recompute })}
      </div>
      ${drawing.title === undefined ? comparisonTable(drawing, words) : nothing}
    </div>`
  },

  controls,

  caption: (at, drawing) =>
    drawing.view === 'wavelengths'
      ? [wavesSentence(drawing, at.words), at.words.methods[drawing.scaling]].join(at.words.gap)
      : lossCaption(at, drawing),

  exports({ element, words, language }, drawing) {
    const [content, title] =
      drawing.view === 'wavelengths'
        ? [wavesContent(drawing, words), words.wavesLabel]
        : [lossContent(drawing, words), words.lossLabel]
    return {
      ...linesExports(element, content, title),
      ...(drawing.view === 'wavelengths'
        ? { code: () => wavesCode(drawing.position) }
        : drawing.title === undefined
          ? { besides: trainedWords[language].besides }
          : {}),
    }
  },
}

/** The figure of a model that the page has loaded: its tokens are pieces of text. */
export const extrapolationOfPieces: typeof extrapolationFigure = {
  ...extrapolationFigure,
  words: extrapolationWordsOfPieces,
}

function controls({ state, words, element, change }: Here, drawing: ExtrapolationDrawing) {
  const own = ownModelOf(element)
  return [
    segmentsControl({
      id: 'view',
      label: words.view,
      value: state.view,
      options: EXTRAPOLATION_VIEWS.map((value) => ({ value, name: words.views[value] })),
      onChange: (view) => change({ view: view as ExtrapolationView }),
    }),
    choiceControl({
      id: 'scaling',
      label: words.scaling,
      value: state.scaling,
      options: SCALINGS.map((value) => ({ value, name: words.scalings[value] })),
      onChange: (scaling) => change({ scaling: scaling as Scaling }),
    }),
    state.scaling === 'none'
      ? nothing
      : rangeControl({
          id: 'factor',
          label: words.factor,
          min: 1,
          max: 16,
          step: 0.5,
          value: state.factor,
          onChange: (factor) => change({ factor }),
        }),
    drawing.view === 'wavelengths' && own
      ? nothing
      : drawing.view === 'wavelengths'
        ? html`<p class="quiet wide">${words.download(`${(MODELS_BYTES / 1e6).toFixed(1)}\u00a0MB`)}</p>`
        : lossControls(state, words, change, own !== undefined),
  ]
}

function lossControls(state: Here['state'], words: ExtrapolationWords, change: Here['change'], own: boolean) {
  return [
    own
      ? nothing
      : choiceControl({
          id: 'amount',
          label: words.amount,
          value: state.amount,
          options: AMOUNTS.map((value) => ({ value, name: value })),
          onChange: (amount) => change({ amount: amount as (typeof AMOUNTS)[number] }),
        }),
    html`<details class="more">
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
    </details>`,
  ]
}

function missingView({ model, trouble }: LossDrawing['missing'][number], { words, language }: Here) {
  const advice = trouble.advice ? `${trouble.advice[language]}${words.gap}` : ''
  return html`<p class="complaint">${words.missing(model === 'own' ? '' : words.models[model])} ${advice}<code>${trouble.message}</code></p>`
}

function lossCaption(at: Here, drawing: LossDrawing) {
  const { words, state } = at
  const { curves, missing, prepared, read, title, lengths } = drawing
  const found = [
    ...curves.map((curve) => sentenceOf(curve, drawing, words)),
    ...(curves.some(({ model }) => model === 'learned') ? [words.ends] : []),
  ]
  const how = [
    ...(state.scaling === 'none' ? [words.none] : [words.methods[state.scaling], words.untrained]),
    state.text !== '' && !prepared.replaced ? words.own(read) : words.shipped(read),
    ...(title === undefined ? [] : [words.alone]),
    ...(prepared.leftOut ? [words.strangers(prepared.leftOut)] : []),
    ...(prepared.replaced ? [words.replaced] : []),
    ...(read < (lengths[0] ?? 0) ? [words.tooShort] : []),
  ]
  return html`<div class="captions">
    ${missing.map((one) => missingView(one, at))}
    <p>${found.join(words.gap)}</p>
    <p>${how.join(words.gap)}</p>
  </div>`
}

function wavesCode(position: unknown): string {
  return `import { load } from 'whereformer'\n\nconst wf = await load()\nconst { inverse } = wf.frequencies(${positionCode(position)}, { dim: 32, length: 512 })\nconst wavelengths = inverse.map((angle) => (2 * Math.PI) / angle)`
}

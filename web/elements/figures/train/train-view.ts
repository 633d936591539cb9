// The picture: buttons, curves, examples with their answers, attention, bias.

import { html, nothing } from 'lit'
import { keepStop, segmentsControl, walkButtons } from '../../parts/controls/controls.js'
import type { At } from '../../parts/figure/figure-body.js'
import { enterNext, keepMapStop } from '../../parts/matrix/map-group.js'
import { lookOfEncoding } from '../../parts/positions/looks.js'
import type { Answer, Shown } from './answers.js'
import type { Halt } from './learner.js'
import type { TrainWords } from './messages.js'
import { playerOf } from './play-controller.js'
import type { RunDrawing, TrainDrawing } from './session.js'
import { accuracyContent, biasContent, lossContent, sentenceOf } from './train-content.js'
import { type trainFields, VIEWS, type ViewChoice } from './train-fields.js'

export type Here = At<typeof trainFields, TrainWords>

/** Nats above the loss of random weights: no accident of the sequences. */
const WORSE = 0.2

export function trainView(at: Here, drawing: TrainDrawing) {
  const { words, state, frame } = at
  const chart = { ...frame, exact: '' } // one table for all of them, below
  const bias = biasContent(drawing, state.head, words)
  return html`<div class="train">
    ${buttonsView(at, drawing)}
    ${drawing.halt ? haltView(at, drawing.halt) : drawing.runs.map((run) => worseView(at, drawing.step, run))}
    ${viewControl(at)}
    <div class="parts" data-view=${state.view}>
      <div class="curves">
        <div><p class="heading">${words.lossTitle}</p><wf-lines id="loss" .content=${lossContent(drawing, words)} .words=${chart}></wf-lines></div>
        <div><p class="heading">${words.exactTitle}</p><wf-lines id="exact" .content=${accuracyContent(drawing, words)} .words=${chart}></wf-lines></div>
      </div>
      <div class="examples"><p class="heading">${words.answersTitle} <span class="quiet">${words.answersKey}</span></p>
        ${drawing.runs.map((run) => answersView(run, drawing.runs.length > 1, words))}
        <div class="lessons"><p class="heading">${words.lessonsTitle}</p>
          ${drawing.runs.map(({ name, lesson }) => html`<p class="quiet">${words.lessons[lesson](words.encodings[name])}</p>`)}</div></div>
      <div class="inside">
        <div><p class="heading">${words.mapTitle(state.layer + 1, state.head + 1)}</p>
          <div class="maps" @wf-beyond=${enterNext} @focusin=${keepMapStop}>${drawing.runs.map((run, i) => mapView(at, drawing, run, i === 0))}</div>
          <wf-color-scale .colors=${'sequential'} .low=${0} .high=${1} .format=${String} .label=${words.weight} .seenLabel=${''} .maskedLabel=${frame.masked}></wf-color-scale></div>
        ${bias ? html`<div><p class="heading">${words.biasTitle}</p><wf-lines id="bias" .content=${bias} .words=${chart}></wf-lines></div>` : nothing}
      </div>
    </div>
  </div>`
}

/** For narrow figures, which show one part at a time. */
function viewControl({ state, words, change }: Here) {
  return html`<div class="choose-view">
    ${segmentsControl({
      id: 'view',
      label: words.view,
      value: state.view,
      options: VIEWS.map((value) => ({ value, name: words.views[value] })),
      onChange: (view) => change({ view: view as ViewChoice }),
    })}
  </div>`
}

/** The buttons are one stop for the keyboard: arrow keys lead from button to button. */
function buttonsView({ element, words }: Here, drawing: TrainDrawing) {
  const player = playerOf(element)
  const { isPlaying } = player
  return html`<div class="bar-of-buttons">
    <div class="buttons" role="toolbar" aria-label=${words.training} @keydown=${walkButtons} @focusin=${keepStop}>
      <button type="button" class="play" @click=${() => (isPlaying ? player.pause() : player.play())}>
        ${isPlaying ? `❚❚ ${words.pause}` : `▶ ${drawing.step ? words.goOn : words.play}`}
      </button>
      <button type="button" class="step" tabindex="-1" @click=${() => player.step()}>${words.step}</button>
      <button type="button" class="again" tabindex="-1" @click=${() => player.again()}>${words.again}</button>
    </div>
    <p class="now" aria-hidden="true">${sentenceOf(drawing, words)}</p>
    <span class="unseen" role="status">${player.said(() => sentenceOf(drawing, words))}</span>
  </div>`
}

function haltView({ words }: Here, { name, step, message }: Halt) {
  return html`<div class="trouble halt" role="alert">
    <p>${words.halt(words.encodings[name], step)}</p>
    <p class="quiet"><code>${message}</code></p>
  </div>`
}

function worseView({ words }: Here, step: number, { name, curve }: RunDrawing) {
  const [first = Number.NaN, last = Number.NaN] = [curve.loss[0], curve.loss.at(-1)]
  if (!(last > first + WORSE)) return nothing
  return html`<p class="complaint">${words.worse(words.encodings[name], step)}</p>`
}

function answersView({ name, answers }: RunDrawing, named: boolean, words: TrainWords) {
  const title = words.encodings[name]
  return html`${named ? html`<p class="quiet">${title}</p>` : nothing}
    <ol class="answers" aria-label=${words.answersOf(title)}>${answers.map((answer) => answerView(answer, words))}</ol>`
}

function answerView({ tokens, right, asked }: Answer, words: TrainWords) {
  const whole = right === asked
  const asText = tokens.map(({ said, token }) => said ?? token).join(' ')
  return html`<li>
    <span class="tokens" aria-hidden="true">${tokens.map(tokenView)}</span>
    <span class="unseen">${asText}:</span>
    <span class="verdict">${whole ? '✓' : '✗'} ${words.verdict(right, asked)}</span>
  </li>`
}

const tokenView = ({ token, said }: Shown) =>
  said === undefined
    ? html`<span>${token}</span>`
    : html`<span class=${said === token ? 'right' : 'wrong'}>${said}</span>`

function mapView(
  { words, state, frame }: Here,
  { tokens }: TrainDrawing,
  { name, attention }: RunDrawing,
  stop: boolean,
) {
  const title = words.encodings[name]
  const label = words.mapLabel(title, state.layer + 1, state.head + 1)
  return html`<div .style=${`--wf-hue: ${lookOfEncoding(name).tone}`}>
    <p class="quiet">${title}</p>
    <wf-heat-map
      .stop=${stop}
      .matrix=${attention}
      .colors=${'sequential'}
      .low=${0}
      .high=${1}
      .causal=${true}
      .label=${label}
      .summary=${words.mapSummary}
      .hint=${frame.mapHint}
      .rowTitle=${words.query}
      .columnTitle=${words.key}
      .rowNames=${tokens}
      .columnNames=${tokens}
      .describe=${words.cell(tokens)}
    ></wf-heat-map>
  </div>`
}

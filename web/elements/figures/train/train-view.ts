// The picture: attention and the share of right sequences while a model learns; answers, losses and biases in views of their own.

import { html, nothing } from 'lit'
import type { At } from '../../parts/figure/figure-body.js'
import { enterNext, keepMapStop } from '../../parts/matrix/map-group.js'
import { hueOfEncoding } from '../../parts/positions/looks.js'
import type { Answer, Shown } from './answers.js'
import type { Halt } from './learner.js'
import type { TrainWords } from './messages.js'
import { playerOf } from './play-controller.js'
import type { RunDrawing, TrainDrawing } from './session.js'
import { accuracyContent, biasContent, lossContent, sentenceOf } from './train-content.js'
import type { trainFields } from './train-fields.js'

export type Here = At<typeof trainFields, TrainWords>

/** Nats above the loss of random weights: no accident of the sequences. */
const WORSE = 0.2

export function trainView(at: Here, drawing: TrainDrawing) {
  const { state } = at
  const views = { attention: attentionView, curves: curvesView, answers: answersPart, bias: biasView }
  return html`<div class="train">
    ${drawing.halt ? haltView(at, drawing.halt) : drawing.runs.map((run) => worseView(at, drawing.step, run))}
    ${views[state.view](at, drawing)}
  </div>`
}

/** Charts without a table of their own: one for all of them is behind “More”. */
const chartWords = ({ frame }: Here) => ({ ...frame, exact: '', linesHint: '' })

function attentionView(at: Here, drawing: TrainDrawing) {
  const { words, state } = at
  return html`<div class="attention">
    <p class="heading">${words.mapTitle(state.layer + 1, state.head + 1)}</p>
    <div class="maps" @wf-beyond=${enterNext} @focusin=${keepMapStop}>${drawing.runs.map((run, i) => mapView(at, drawing, run, i === 0))}</div>
    <div class="beside-maps">
      <p class="heading">${words.exactTitle}</p>
      <wf-lines id="exact" .content=${{ ...accuracyContent(drawing, words), height: 150 }} .words=${chartWords(at)}></wf-lines>
    </div>
  </div>`
}

function curvesView(at: Here, drawing: TrainDrawing) {
  const { words } = at
  return html`<div class="curves">
    <div><p class="heading">${words.lossTitle}</p><wf-lines id="loss" .content=${lossContent(drawing, words)} .words=${chartWords(at)}></wf-lines></div>
    <div><p class="heading">${words.exactTitle}</p><wf-lines id="exact" .content=${accuracyContent(drawing, words)} .words=${chartWords(at)}></wf-lines></div>
  </div>`
}

function answersPart({ words }: Here, { runs }: TrainDrawing) {
  return html`<div class="examples">
    <p class="heading">${words.answersTitle} <span class="quiet">${words.answersKey}</span></p>
    ${runs.map((run) => html`<div>${answersView(run, runs.length > 1, words)}</div>`)}
  </div>`
}

function biasView(at: Here, drawing: TrainDrawing) {
  const { words, state } = at
  const bias = biasContent(drawing, state.head, words)
  return html`<div class="biases">
    ${bias ? html`<p class="heading">${words.biasTitle}</p><wf-lines id="bias" .content=${bias} .words=${chartWords(at)}></wf-lines>` : nothing}
    <div class="lessons"><p class="heading">${words.lessonsTitle}</p>
      ${drawing.runs.map(({ name, lesson }) => html`<p class="quiet">${words.lessons[lesson](words.encodings[name])}</p>`)}</div>
  </div>`
}

/** There before the first drawing is, so that nothing below it moves. */
export function playControl({ element, words }: Here, drawing: TrainDrawing | undefined) {
  const player = playerOf(element)
  const { isPlaying } = player
  const name = isPlaying ? words.pause : drawing?.step ? words.goOn : words.play
  const sentence = () => (drawing ? sentenceOf(drawing, words) : '')
  return html`<div class="playing">
    <button
      type="button"
      class="play ${isPlaying ? 'on' : ''}"
      aria-label=${name}
      ?disabled=${!drawing}
      @click=${() => (isPlaying ? player.pause() : player.play())}
    ></button>
    <p class="now" aria-hidden="true">${sentence()}</p>
    <span class="unseen" role="status">${player.said(sentence)}</span>
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
  { words, state }: Here,
  { tokens }: TrainDrawing,
  { name, attention }: RunDrawing,
  stop: boolean,
) {
  const title = words.encodings[name]
  const label = words.mapLabel(title, state.layer + 1, state.head + 1)
  return html`<div .style=${`--wf-hue: ${hueOfEncoding(name)}`}>
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
      .hint=${''}
      .rowTitle=${words.query}
      .columnTitle=${words.key}
      .rowNames=${tokens}
      .columnNames=${tokens}
      .describe=${words.cell(tokens)}
    ></wf-heat-map>
  </div>`
}

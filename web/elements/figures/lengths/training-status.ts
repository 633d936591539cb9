// Start, stop and progress of the reader's runs.

import { html, nothing } from 'lit'
import { comparedOf } from './compared.js'
import { sameSetting } from './experiment.js'
import type { Here } from './here.js'
import type { LengthsDrawing } from './lengths-drawing.js'
import type { LengthsWords } from './messages.js'
import { FEWEST, type LengthsState, settingOf } from './set-up.js'
import { type Progress, trainingOf } from './training.js'

export function trainingStatus({ element, state, words, language, complain }: Here, drawing: LengthsDrawing) {
  const training = trainingOf(element)
  const encodings = comparedOf(state, drawing, language)
  const start = () => {
    const setting = settingOf(state)
    const few = state.encodings
    if (encodings.length < FEWEST)
      complain({ name: 'encodings', got: few, wanted: words.encodingsWanted, used: few })
    else if (setting) {
      const trained = encodings.map((one) => one.trained)
      training.start(drawing.lab, setting, trained, state.seeds)
    }
  }
  const { progress } = training
  const running = progress?.phase === 'running'
  return html`<div class="status">
      ${
        running
          ? html`<button type="button" class="stop" @click=${() => training.stop()}>${words.stop}</button>
              <progress aria-label=${words.progress} max="1" .value=${progress.share}></progress>
              <span class="quiet">${runningText(progress, words)}</span>`
          : html`<button type="button" class="train" @click=${start}>${words.train(encodings.length * state.seeds)}</button>`
      }
      <span class="quiet" role="status">${running ? '' : idleText(state, progress, words)}</span>
    </div>
    ${progress?.troubles.length ? troublesView(progress, words) : nothing}
    ${training.forgetful ? html`<p class="quiet">${words.forgetful}</p>` : nothing}`
}

function runningText({ done, total, left }: Progress, words: LengthsWords): string {
  return words.running(done, total, left === undefined ? '' : words.left(left))
}

function idleText(state: LengthsState, progress: Progress | undefined, words: LengthsWords): string {
  const { trainLength, testLengths, steps, seeds } = state
  const setting = settingOf(state)
  if (progress && setting && sameSetting(progress.setting, setting)) {
    if (progress.phase === 'stopped') return words.stopped(progress.done, progress.total)
    if (progress.phase === 'done') return words.done(progress.total)
  }
  return words.plan(trainLength, testLengths, steps, seeds)
}

function troublesView({ phase, troubles }: Progress, words: LengthsWords) {
  return html`<p class="complaint" role="alert">
    ${phase === 'failed' ? words.failed : words.gaveUp} ${troubles.map((trouble) => html`<code>${trouble}</code> `)}
  </p>`
}

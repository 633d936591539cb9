// The content of an open card.

import { html, nothing } from 'lit'
import type { CardStatement, ModelCard } from '../../../lib/families/cards.js'
import { doorNumber } from '../../parts/positions/door-names.js'
import { doorWords } from '../../parts/positions/door-words.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import type { TrainedName } from '../../parts/trained/trained-names.js'
import { factsOf } from './model-facts.js'
import { encodingsOf, type Here, litDoorsOf, nameOf } from './model-row.js'
import { type ModelsDrawing, trainedNameOf } from './models-drawing.js'

export function cardView(at: Here, drawing: ModelsDrawing, card: ModelCard, all: readonly ModelCard[]) {
  const { words } = at
  const { headings } = words
  return html`<div class="card">
    <div class="columns">
      <section>
        <p class="heading">${headings.enters}</p>
        ${entersView(at, drawing, card)}
        <p class="heading">${headings.tutorials}</p>
        ${card.tutorials.length ? card.tutorials.map((entry) => tutorialView(at, entry)) : html`<p>${words.nothing}</p>`}
        <p class="heading">${headings.notes}</p>
        <ul class="notes">
          ${card.notes.map((note) => html`<li>${statementView(at, note)}</li>`)}
        </ul>
      </section>
      <section>
        <p class="heading">${headings.facts}</p>
        <dl>
          ${factsOf(card.facts, words).map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`)}
        </dl>
        <p class="heading">${headings.sources}</p>
        <p><a href=${card.paper.link}>${card.paper.title}</a></p>
        <p class="quiet">${card.source}</p>
      </section>
    </div>
    <p class="heading">${headings.run}</p>
    ${runView(at, card, all)}
  </div>`
}

function entersView(at: Here, drawing: ModelsDrawing, card: ModelCard) {
  const { explained, door: doorName, names, beside } = doorWords[at.language]
  const besides = (['positions', 'score'] as const).filter((name) => card.position.doors.includes(name))
  return html`<p class="position">${encodingsOf(card, drawing, at)}</p>
    ${litDoorsOf(card).map(
      (door) => html`<p>
        <strong class="position">${doorName(doorNumber(door), names[door])}</strong>${at.words.colon}${explained[door]}
      </p>`,
    )}
    ${besides.map((name) => html`<p>${beside[name]}</p>`)}`
}

function tutorialView(at: Here, { say, truth }: ModelCard['tutorials'][number]) {
  const { words, language } = at
  return html`<dl class="said">
    <div class="wrong"><dt>${words.say}</dt><dd>${say[language]}</dd></div>
    <div><dt>${words.truth}</dt><dd>${statementView(at, truth)}</dd></div>
  </dl>`
}

function statementView({ words, language }: Here, statement: CardStatement) {
  return html`${statement[language]}${statement.unsure ? html` <span class="quiet">(${words.unsure})</span>` : nothing}`
}

function runView(at: Here, card: ModelCard, all: readonly ModelCard[]) {
  const { words, change } = at
  const trained = trainedNameOf(card)
  if (trained) return trainedView(at, card, trained)
  if (at.state.fixed)
    return html`<p>${words.runsNot} ${all
      .filter(trainedNameOf)
      .map((other) => nameOf(other, at))
      .join(words.comma)}</p>`
  return html`<p>
    ${words.runsNot}
    ${all.filter(trainedNameOf).map(
      (
        other,
      ) => html`<button type="button" data-other=${other.id} @click=${() => change({ model: other.id, encoding: '' })}>
          ${nameOf(other, at)}</button
        > `,
    )}
  </p>`
}

/**
 * A figure of its own within the card: what happens in it is not told as if it had happened here. It is named and not imported, since
 * most readers of the cards never run one; a page that registers elements one by one registers it too.
 */
function trainedView(at: Here, card: ModelCard, trained: TrainedName) {
  if (!customElements.get('wf-attention')) return html`<p>${at.words.unregistered}</p>`
  return html`<p>${at.words.runs(nameOf(card, at))}</p>
    <div class="run" @wf-state=${keep} @wf-ready=${keep} @wf-error=${keep}>
      <wf-attention model=${trained} .modelBase=${modelBaseOf(at.element)}></wf-attention>
    </div>`
}

const keep = (event: Event): void => event.stopPropagation()

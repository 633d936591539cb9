// The controls of <wf-arrows> behind “More”: the sentence and its words, the view, where query and key come from.

import { html } from 'lit'
import { live } from 'lit/directives/live.js'
import { choiceControl, rangeControl, segmentsControl, switchControl } from '../../parts/controls/controls.js'
import type { At } from '../../parts/figure/figure-body.js'
import { notesOn } from '../../parts/trained/text-box.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import { type ArrowsDrawing, type ArrowsState, LONGEST_LINE } from './arrows-drawing.js'
import { type arrowsFields, FARTHEST, SOURCES, type Source, SPAN, VIEWS, type View } from './arrows-fields.js'
import type { ArrowsWords } from './messages.js'

type Here = At<typeof arrowsFields, ArrowsWords>

/** Vectors of another word, head or sentence, as they come. */
const AS_THEY_COME = { queryArrows: '', keyArrows: '' } as const
const WHERE_THEY_STAND = { queryAt: undefined, keyAt: undefined } as const

export function moreView({ state, words, language, change, element }: Here, drawing: ArrowsDrawing) {
  return html`${sentence({ state, words, language, change, element } as Here, drawing)}
    ${wordControl('queryWord', state, words, drawing, change)}
    ${wordControl('keyWord', state, words, drawing, change)}
    ${segmentsControl({
      ...{ id: 'view', label: words.view, value: state.view },
      options: VIEWS.map((value) => ({ value, name: words.views[value] })),
      onChange: (view) => change({ view: view as View }),
    })}
    ${choiceControl({
      ...{ id: 'vectors', label: words.vectors, value: state.vectors },
      options: SOURCES.map((value) => ({ value, name: words.sources[value] })),
      onChange: (vectors) => change({ vectors: vectors as Source, ...AS_THEY_COME }),
    })}
    ${source(state, words, drawing, change)}
    ${switchControl({
      ...{ id: 'turned', label: words.rotate, value: state.turned },
      onChange: (turned) => change({ turned }),
    })}
    <div class="wide buttons">
      <button type="button" id="farther" @click=${() => change(farther(drawing))}>${words.farther}</button>
      <button
        type="button"
        id="original"
        ?disabled=${state.queryArrows + state.keyArrows === ''}
        @click=${() => change(AS_THEY_COME)}
      >
        ${words.original}
      </button>
    </div>`
}

function sentence({ state, words, language, change }: Here, { prepared }: ArrowsDrawing) {
  const notes = notesOn(prepared, LONGEST_LINE, [], trainedWords[language])
  return html`<div class="control wide">
    <label for="text">${words.text}</label>
    <input
      id="text"
      type="text"
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      aria-describedby="text-notes"
      .value=${live(state.text)}
      @input=${(event: Event) =>
        change({ text: (event.target as HTMLInputElement).value, ...WHERE_THEY_STAND, ...AS_THEY_COME })}
    />
    <span id="text-notes" role="status" class="help">
      ${notes.length ? notes.join(words.gap) : trainedWords[language].textHint(LONGEST_LINE)}
    </span>
  </div>`
}

function wordControl(
  name: 'queryWord' | 'keyWord',
  state: ArrowsState,
  words: ArrowsWords,
  drawing: ArrowsDrawing,
  change: Here['change'],
) {
  const chosen = name === 'queryWord' ? drawing.query.word : drawing.key.word
  const list = name === 'queryWord' ? drawing.words : drawing.words.slice(0, drawing.query.word + 1)
  return choiceControl({
    ...{ id: name === 'queryWord' ? 'query-word' : 'key-word', value: String(chosen) },
    label: name === 'queryWord' ? words.ofQuery : words.ofKey,
    options: list.map(({ text }, i) => ({ value: String(i), name: words.nth(i + 1, text) })),
    onChange: (value) =>
      change({
        keyWord: Math.min(state.keyWord, Number(value)),
        ...{ [name]: Number(value), ...WHERE_THEY_STAND, ...AS_THEY_COME },
      }),
  })
}

function source(state: ArrowsState, words: ArrowsWords, drawing: ArrowsDrawing, change: Here['change']) {
  const part = (id: 'layer' | 'head', count: number) =>
    choiceControl({
      ...{ id, label: words[id], value: String(drawing[id]) },
      options: Array.from({ length: count }, (_, i) => ({ value: String(i), name: String(i + 1) })),
      onChange: (value) => change({ [id]: Number(value), ...AS_THEY_COME }),
    })
  if (state.vectors === 'head') return [part('layer', drawing.layers), part('head', drawing.heads)]
  return rangeControl({
    ...{ id: 'peak', label: words.peak, min: 0, max: SPAN, value: state.peak },
    onChange: (peak) => change({ peak, ...AS_THEY_COME }),
  })
}

function farther({ query, key }: ArrowsDrawing): Partial<ArrowsState> {
  const by = Math.min(1000, FARTHEST - query.at)
  return { queryAt: query.at + by, keyAt: key.at + by }
}

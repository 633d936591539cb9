// The settings of <wf-ledger>: those of a model and its text, those of the random example.

import { html, nothing } from 'lit'
import { choiceControl, rangeControl, switchControl } from '../../parts/controls/controls.js'
import { EXAMPLE_HEADS } from '../../parts/example/example-attention.js'
import { LONGEST_SENTENCE } from '../../parts/example/sentence.js'
import { settable } from '../../parts/positions/chosen-parameters.js'
import { parameterControls } from '../../parts/positions/parameter-controls.js'
import { menuName } from '../../parts/positions/titles.js'
import { stackControl } from '../../parts/trained/stack-control.js'
import { textBox } from '../../parts/trained/text-box.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import { trainedWords, wordsOfPieces } from '../../parts/trained/trained-words.js'
import type { LedgerDrawing } from './ledger-drawing.js'
import { SOURCES, type Source } from './ledger-fields.js'
import { isTrained } from './ledger-of-trained.js'
import { LEDGER_TOKENS } from './limits.js'
import { cellOf, type Here, named } from './named.js'

/** Where the reader chooses the encoding: a trained model under it, or random vectors. */
export function ledgerControls(at: Here, drawing: LedgerDrawing) {
  return [
    encodingControl(at, drawing),
    isTrained(at.state.encoding, modelBaseOf(at.element)) ? vectorsControl(at, drawing) : nothing,
    drawing.model ? modelControls(at, drawing) : exampleControls(at, drawing),
  ]
}

function encodingControl({ state, words, language, change }: Here, { entries, entry }: LedgerDrawing) {
  if (state.fixed) return nothing
  return choiceControl({
    id: 'encoding',
    label: words.encoding,
    value: entries.find(({ type }) => type === state.encoding)?.type ?? entry.type,
    options: entries.map((one) => ({ value: one.type, name: menuName(one, language) })),
    onChange: (encoding) => change({ encoding, parameters: {}, layer: 0, head: 0 }),
  })
}

function vectorsControl({ words, change }: Here, { model }: LedgerDrawing) {
  return choiceControl({
    id: 'vectors',
    label: words.vectors,
    value: (model ? 'head' : 'random') satisfies Source,
    options: SOURCES.map((value) => ({ value, name: words.sources[value] })),
    onChange: (vectors) => change({ vectors: vectors as Source, parameters: {}, layer: 0, head: 0 }),
  })
}

export function modelControls(at: Here, drawing: LedgerDrawing) {
  const { language, change } = at
  const { stack, layer = 0, layers = 1, heads = 1 } = drawing.model ?? {}
  const words = wordsOfPieces[language]
  const part = (id: 'layer' | 'head', value: number, count: number) =>
    choiceControl({
      id,
      label: words[id],
      value: String(value),
      options: Array.from({ length: count }, (_, i) => ({
        value: String(i),
        name: words.nth(i + 1, count),
      })),
      onChange: (chosen) => change({ [id]: Number(chosen) }),
    })
  const ofStack = stack && stackControl(stack, words, (stack) => change({ stack, layer: 0, head: 0 }))
  return [ofStack, part('layer', layer, layers), part('head', drawing.head, heads), places(at, drawing)]
}

/** The text that the model reads, above the picture. */
export function modelText({ state, language, words, change }: Here, { model }: LedgerDrawing) {
  if (!model) return nothing
  const { prepared, context = LEDGER_TOKENS, known } = model
  return textBox({
    text: state.text,
    prepared,
    context,
    known: known ?? [],
    words: known ? trainedWords[language] : wordsOfPieces[language],
    gap: words.gap,
    onChange: (text) => change({ text }),
  })
}

/** The query and the key of the score that is written out. */
function places(at: Here, drawing: LedgerDrawing) {
  const { words, change } = at
  const { row, column } = cellOf(at, drawing)
  const { queries, keys } = named(at, drawing)
  const chooser = (id: 'query' | 'key', label: string, value: number, names: readonly string[]) =>
    choiceControl({
      id,
      label,
      value: String(value),
      options: names.map((name, i) => ({ value: String(i), name: words.named(i, name) })),
      onChange: (chosen) => change({ [id]: Number(chosen) }),
    })
  return [chooser('query', words.queryControl, row, queries), chooser('key', words.keyControl, column, keys)]
}

/** Of the random example. */
function exampleControls(at: Here, drawing: LedgerDrawing) {
  const { state, words, language, change } = at
  const { entries, alwaysCausal } = drawing
  const entry = entries.find(({ type }) => type === state.encoding) ?? drawing.entry
  return html`
    ${places(at, drawing)}
    ${choiceControl({
      id: 'head',
      label: words.head,
      value: String(Math.min(state.head, EXAMPLE_HEADS - 1)),
      options: Array.from({ length: EXAMPLE_HEADS }, (_, i) => ({
        value: String(i),
        name: words.nth(i + 1, EXAMPLE_HEADS),
      })),
      onChange: (head) => change({ head: Number(head) }),
    })}
    <details class="more">
      <summary>${words.more}</summary>
      <div class="controls">
    ${rangeControl({
      id: 'tokens',
      label: words.tokens,
      min: 2,
      max: LONGEST_SENTENCE,
      value: state.tokens,
      onChange: (tokens) => change({ tokens: Math.round(tokens) }),
    })}
    ${rangeControl({
      id: 'seed',
      label: words.seed,
      min: 0,
      max: 1000,
      value: state.seed,
      onChange: (seed) => change({ seed: Math.round(seed) }),
    })}
    ${
      alwaysCausal
        ? nothing
        : switchControl({
            id: 'causal',
            label: words.causal,
            value: state.causal,
            onChange: (causal) => change({ causal }),
          })
    }
    ${
      settable(entry).length
        ? parameterControls({
            entry,
            values: state.parameters,
            drawn: drawing.position,
            language,
            onChange: (parameters) => change({ parameters }),
          })
        : nothing
    }
      </div>
    </details>
  `
}

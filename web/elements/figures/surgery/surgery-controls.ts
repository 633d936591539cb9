// The controls of <wf-surgery>: only those of the selected operation.

import { html, nothing } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { choiceControl, rangeControl, segmentsControl, switchControl } from '../../parts/controls/controls.js'
import { settable } from '../../parts/positions/chosen-parameters.js'
import { parameterControls } from '../../parts/positions/parameter-controls.js'
import { menuName } from '../../parts/positions/titles.js'
import { isOwn } from '../../parts/trained/own-model.js'
import { TRAINED_BYTES, type TrainedName } from '../../parts/trained/trained-models.js'
import { trainedWords } from '../../parts/trained/trained-words.js'
import type { SurgeryWords } from './messages.js'
import { OPERATIONS, type OperationName, SOURCES, type Source } from './operation-names.js'
import { MOST_PADS } from './operations.js'
import type { SurgeryDrawing } from './surgery-drawing.js'
import type { SurgeryState } from './surgery-fields.js'

export interface Panel {
  state: SurgeryState
  drawing: SurgeryDrawing
  words: SurgeryWords
  language: Language
  change: (changes: Partial<SurgeryState>) => void
}

/** Maximum of the slider; attributes and links allow up to 100 000. */
const LARGEST_SHIFT = 1000

export function surgeryControls(panel: Panel) {
  const { state, drawing, words, change } = panel
  return html`
    ${segmentsControl({
      id: 'operation',
      label: words.operation,
      value: state.operation,
      options: OPERATIONS.map((value) => ({ value, name: words.operations[value] })),
      onChange: (operation) => change({ operation: operation as OperationName }),
    })}
    ${ofOperation[state.operation](panel)}
    ${isOfReader(drawing) ? nothing : [source(panel), encodings(panel), causal(panel)]}
    <details class="more">
      <summary>${words.more}</summary>
      <div class="controls">${vectors(panel)} ${parameters(panel)}</div>
    </details>
  `
}

/** The model is the only one. */
const isOfReader = ({ sides }: SurgeryDrawing): boolean =>
  sides.some(({ trained }) => trained !== undefined && isOwn(trained))

const ofOperation: Record<OperationName, (panel: Panel) => unknown> = {
  shift: (panel) => amount(panel, panel.words.shiftBy, LARGEST_SHIFT),
  gap: (panel) => [amount(panel, panel.words.gapOf, LARGEST_SHIFT), at(panel, panel.words.gapAt)],
  leftPad: (panel) => [
    amount(panel, panel.words.pads, MOST_PADS),
    flag(panel, 'counted', panel.words.countedPads),
    flag(panel, 'masked', panel.words.maskedPads),
  ],
  shuffle: (panel) => seed(panel),
  reverse: () => nothing,
  remove: () => nothing,
  pack: (panel) => [
    at(panel, panel.words.second),
    flag(panel, 'counted', panel.words.countedDocuments),
    flag(panel, 'masked', panel.words.maskedDocuments),
  ],
}

function amount({ state, change }: Panel, label: string, max: number) {
  return rangeControl({
    id: 'amount',
    label,
    min: 0,
    max,
    value: Math.min(state.amount, max),
    onChange: (value) => change({ amount: Math.round(value) }),
  })
}

function at({ state, drawing, change }: Panel, label: string) {
  const max = Math.max(1, drawing.names.length - 1)
  return rangeControl({
    id: 'at',
    label,
    min: 1,
    max,
    value: Math.min(state.at, max),
    onChange: (value) => change({ at: Math.round(value) }),
  })
}

function flag({ state, change }: Panel, id: 'counted' | 'masked', label: string) {
  return switchControl({ id, label, value: state[id], onChange: (value) => change({ [id]: value }) })
}

function seed({ state, words, change }: Panel) {
  return rangeControl({
    id: 'seed',
    label: words.seed,
    min: 0,
    max: 1000,
    value: state.seed,
    onChange: (value) => change({ seed: Math.round(value) }),
  })
}

function encodings(panel: Panel) {
  const { state, drawing, words, language, change } = panel
  const size = `${(TRAINED_BYTES / 1e6).toFixed(1)} MB`
  const loaded = drawing.sides.map(({ entry }) => entry.type)
  const options = drawing.entries.map((entry) => {
    const { names } = trainedWords[language]
    if (state.source === 'random') return { value: entry.type, name: menuName(entry, language) }
    const name = names[entry.type as TrainedName]
    return { value: entry.type, name: loaded.includes(entry.type) ? name : words.loads(name, size) }
  })
  const known = (type: string, usual = '') => (options.some(({ value }) => value === type) ? type : usual)
  const encoding = known(state.encoding, drawing.sides[0]?.entry.type)
  return [
    choiceControl({
      id: 'encoding',
      label: words.encoding,
      value: encoding,
      options,
      onChange: (encoding) => change({ encoding, parameters: {} }),
    }),
    choiceControl({
      id: 'compare',
      label: words.compare,
      value: known(state.compare),
      options: [{ value: '', name: words.alone }, ...options.filter(({ value }) => value !== encoding)],
      onChange: (compare) => change({ compare }),
    }),
  ]
}

function source({ state, drawing, words, change }: Panel) {
  const size = `${(TRAINED_BYTES / 1e6).toFixed(1)} MB`
  const name = (source: Source) =>
    source === 'trained' && !drawing.typed ? words.trainedLoads(size) : words.sources[source]
  return choiceControl({
    id: 'source',
    label: words.source,
    value: state.source,
    options: SOURCES.map((value) => ({ value, name: name(value) })),
    onChange: (source) => change({ source: source as Source }),
  })
}

function causal({ state, drawing, words, change }: Panel) {
  if (drawing.typed) return nothing
  return switchControl({
    id: 'causal',
    label: words.causal,
    value: state.causal,
    onChange: (causal) => change({ causal }),
  })
}

function vectors(panel: Panel) {
  const { state, drawing, language, change } = panel
  const { layer, head, nth } = trainedWords[language]
  const chooser = (id: 'layer' | 'head', label: string, count: number) =>
    choiceControl({
      id,
      label,
      value: String(Math.min(state[id], count - 1)),
      options: Array.from({ length: count }, (_, i) => ({ value: String(i), name: nth(i + 1, count) })),
      onChange: (value) => change({ [id]: Number(value) }),
    })
  return html`
    ${drawing.typed ? chooser('layer', layer, drawing.layers) : tokens(panel)} ${chooser('head', head, drawing.heads)}
  `
}

function tokens({ state, words, change }: Panel) {
  return rangeControl({
    id: 'tokens',
    label: words.tokens,
    min: 2,
    max: 24,
    value: state.tokens,
    onChange: (value) => change({ tokens: Math.round(value) }),
  })
}

function parameters({ state, drawing, language, change }: Panel) {
  const [first] = drawing.sides
  return state.source === 'random' && first && settable(first.entry).length
    ? parameterControls({
        entry: first.entry,
        values: state.parameters,
        drawn: first.position,
        language,
        onChange: (parameters) => change({ parameters }),
      })
    : nothing
}

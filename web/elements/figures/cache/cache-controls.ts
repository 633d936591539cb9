// The controls of <wf-cache>: the one below the picture, and the others, behind “More”.

import { html, nothing } from 'lit'
import { choiceControl, rangeControl, segmentsControl } from '../../parts/controls/controls.js'
import { textBox } from '../../parts/trained/text-box.js'
import type { TrainedWords } from '../../parts/trained/trained-words.js'
import { type CacheDrawing, STORAGES_OF } from './cache-drawing.js'
import {
  type CacheEncoding,
  type CacheState,
  ENCODINGS,
  OPERATIONS,
  type Operation,
  PADDINGS,
  type Padding,
  SCALINGS,
  type Scaling,
  type Storage,
} from './cache-fields.js'
import { EVICTED, LONGEST } from './cache-plan.js'
import type { CacheWords } from './messages.js'

export interface Panel {
  state: CacheState
  drawing: CacheDrawing
  words: CacheWords
  trained: TrainedWords
  change: (changes: Partial<CacheState>) => void
}

/** There before the first drawing is: nothing below it moves when that comes. */
export function operationControl(
  { state, words, change }: Omit<Panel, 'drawing' | 'trained'>,
  drawing?: CacheDrawing,
) {
  const evict = words.evict(drawing?.evictable ?? EVICTED)
  return segmentsControl({
    id: 'operation',
    label: words.operation,
    value: state.operation,
    options: OPERATIONS.map((value) => ({
      value,
      name: value === 'evict' ? evict : words.operations[value],
    })),
    onChange: (operation) => change({ operation: operation as Operation }),
  })
}

export function moreControls(panel: Panel) {
  return html`
    ${encoding(panel)} ${keys(panel)} ${padding(panel)} ${panel.state.encoding === 'rope' ? scaling(panel) : nothing}
    ${start(panel)} ${head(panel)} ${text(panel)}
  `
}

/** What another encoding has no room for gives way. */
function encoding({ state, words, change }: Panel) {
  const choose = (encoding: CacheEncoding) => {
    const keys = STORAGES_OF[encoding].includes(state.keys) ? state.keys : 'positioned'
    const scaling = encoding === 'rope' ? state.scaling : 'none'
    change({ encoding, keys, scaling, layer: undefined, head: undefined })
  }
  return choiceControl({
    id: 'encoding',
    label: words.encoding,
    value: state.encoding,
    options: ENCODINGS.map((value) => ({ value, name: words.encodings[value] })),
    onChange: (value) => choose(value as CacheEncoding),
  })
}

function keys({ state, words, change }: Panel) {
  const storages = STORAGES_OF[state.encoding]
  return choiceControl({
    id: 'keys',
    label: words.keys[state.encoding],
    value: state.keys,
    options: storages.map((value) => ({ value, name: words.storages[state.encoding][value] ?? value })),
    onChange: (value) => change({ keys: value as Storage }),
  })
}

function padding({ state, words, change }: Panel) {
  return choiceControl({
    id: 'padding',
    label: words.padding,
    value: state.padding,
    options: PADDINGS.map((value) => ({ value, name: words.paddings[value] })),
    onChange: (value) => change({ padding: value as Padding }),
  })
}

/** Up to the length of training, dynamic NTK changes nothing: the text is moved beyond. */
function scaling({ state, drawing, words, change }: Panel) {
  const choose = (scaling: Scaling) => {
    const beyond = scaling === 'dynamic' && state.start < drawing.context
    change({ scaling, ...(beyond ? { start: drawing.context } : {}) })
  }
  return choiceControl({
    id: 'scaling',
    label: words.scaling,
    value: state.scaling,
    options: SCALINGS.map((value) => ({ value, name: words.scalings[value] })),
    onChange: (value) => choose(value as Scaling),
  })
}

/** Farthest stop of the slider; attributes and links may go on. */
const SLIDER_END = 512

function start({ state, drawing, words, change }: Panel) {
  return rangeControl({
    id: 'start',
    label: words.start,
    min: 0,
    max: Math.min(SLIDER_END, drawing.farthest),
    value: state.start,
    onChange: (value) => change({ start: Math.round(value) }),
  })
}

function head({ drawing, words, change }: Panel) {
  const { layers, heads, layer, usual } = drawing
  const all = Array.from({ length: layers * heads }, (_, i) => [Math.floor(i / heads), i % heads] as const)
  const isUsual = (l: number, h: number) => l === usual.layer && h === usual.head
  return choiceControl({
    id: 'head',
    label: words.head,
    value: `${layer}.${drawing.head}`,
    options: all.map(([l, h]) => ({
      value: `${l}.${h}`,
      name: isUsual(l, h) ? words.usualHead(l + 1, h + 1) : words.nthHead(l + 1, h + 1),
    })),
    onChange: (value) => {
      const [layer = 0, head = 0] = value.split('.').map(Number)
      change(isUsual(layer, head) ? { layer: undefined, head: undefined } : { layer, head })
    },
  })
}

function text({ state, drawing, words, trained, change }: Panel) {
  return textBox({
    text: state.text,
    prepared: drawing.prepared,
    context: LONGEST,
    known: drawing.characters,
    words: trained,
    gap: words.gap,
    onChange: (text) => change({ text }),
  })
}

// The body of <wf-ledger>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import { choiceControl, rangeControl, switchControl } from '../../parts/controls/controls.js'
import { EXAMPLE_HEAD_DIM, EXAMPLE_HEADS } from '../../parts/example/example-attention.js'
import { exampleNote } from '../../parts/example/example-notes.js'
import { LONGEST_SENTENCE, sentence } from '../../parts/example/sentence.js'
import { positionCode } from '../../parts/export/position-code.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { settable } from '../../parts/positions/chosen-parameters.js'
import { lookOfEncoding } from '../../parts/positions/looks.js'
import { parameterControls } from '../../parts/positions/parameter-controls.js'
import { menuName, titleOf } from '../../parts/positions/titles.js'
import { signOf } from '../../parts/trained/passage.js'
import { stackControl } from '../../parts/trained/stack-control.js'
import { textBox } from '../../parts/trained/text-box.js'
import { ownModelOf } from '../../parts/trained/trained-figure-element.js'
import { wordsOfPieces } from '../../parts/trained/trained-words.js'
import { ledgerCsv, type Named } from './ledger-content.js'
import { drawLedger, type LedgerDrawing } from './ledger-drawing.js'
import type { ledgerFields } from './ledger-fields.js'
import { ledgerStyles } from './ledger-styles.js'
import { LedgerViewElement } from './ledger-view-element.js'
import { LEDGER_TOKENS } from './limits.js'
import { type LedgerWords, ledgerWords } from './messages.js'

type Seen = At<typeof ledgerFields, LedgerWords>

export const ledgerFigure: FigureBody<typeof ledgerFields, LedgerWords, LedgerDrawing> = {
  hue: ({ state }) => lookOfEncoding(state.encoding).tone,
  words: ledgerWords,
  uses: { 'wf-ledger-view': LedgerViewElement },

  async compute({ library, state, complain }) {
    const drawing = await drawLedger(library, state)
    drawing.refusals.forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,

  picture(at, drawing) {
    const { frame, change, language } = at
    const figure = {
      ...named(at, drawing),
      cell: cellOf(at, drawing),
      title: nameOf(drawing, language),
      frame,
      choose: change,
    }
    return html`<wf-ledger-view .figure=${figure}></wf-ledger-view>`
  },

  controls,

  caption({ words, language }, { entry, terms, gap }) {
    const names = terms.map(({ term }) => words.terms[term]).join(words.and)
    const title = titleOf(entry, language)
    const note = exampleNote(entry, title, language)
    const checked = gap === 0 ? words.same : words.checked(short(gap))
    const sentences = [words.termsAre(names), checked, ...(note ? [note] : []), words.sentence]
    return [html`<strong>${title}</strong>${words.stop}`, sentences.join(words.gap)]
  },

  exports(at, drawing) {
    const { element, language, words } = at
    const title = words.label(nameOf(drawing, language), drawing.head + 1)
    return {
      scene: async () =>
        (await import('./ledger-scene.js')).ledgerScene(
          named(at, drawing),
          cellOf(at, drawing).row,
          element,
          title,
        ),
      csv: async () => ledgerCsv(named(at, drawing), (await import('../../parts/export/csv.js')).csvLine),
      ...(drawing.model ? {} : { code: () => libraryCode(drawing) }),
    }
  },
}

/** The figure of a model that the page has loaded. */
export const ledgerOfModel: typeof ledgerFigure = {
  ...ledgerFigure,
  styles: ledgerStyles,

  async compute({ library, state, element, complain }) {
    const own = ownModelOf(element)
    const drawing = own
      ? await (await import('./drawing-of-model.js')).drawLedgerOfModel(library, own, state)
      : await drawLedger(library, state)
    drawing.refusals.forEach(complain)
    return drawing
  },

  picture(at, drawing) {
    const { state, language, words, change } = at
    const { prepared, context = LEDGER_TOKENS } = drawing.model ?? {}
    const box =
      prepared &&
      textBox({
        text: state.text,
        prepared,
        context,
        known: [],
        words: wordsOfPieces[language],
        gap: words.gap,
        onChange: (text) => change({ text }),
      })
    return html`${box ?? nothing} ${ledgerFigure.picture(at, drawing)}`
  },

  controls(at, drawing) {
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
  },

  caption({ words, language }, { terms, gap, model }) {
    const names = terms.map(({ term }) => words.terms[term]).join(words.and)
    const checked = gap === 0 ? words.same : words.checked(short(gap))
    const how = model?.stack === 'cross' ? words.ofCross : words.ofModel
    const sentences = [words.termsAre(names), how, ...(model?.embedded ? [words.inContent] : []), checked]
    if (model?.stack && model.stack !== 'encoder') sentences.push(wordsOfPieces[language].decoded)
    return [html`<strong>${model?.title}</strong>${words.stop}`, sentences.join(words.gap)]
  },
}

function named({ language, words }: Seen, drawing: LedgerDrawing): Named {
  const { model } = drawing
  if (model) return { drawing, words, queries: model.queries.map(signOf), keys: model.keys.map(signOf) }
  const names = sentence(language, drawing.tokens, drawing.text)
  return { drawing, words, queries: names, keys: names }
}

function nameOf({ entry, model }: LedgerDrawing, language: Language): string {
  return model?.title ?? titleOf(entry, language)
}

function cellOf({ state }: Seen, { scores }: LedgerDrawing) {
  return { row: Math.min(state.query, scores.rows - 1), column: Math.min(state.key, scores.columns - 1) }
}

/** The query and the key of the score that is written out. */
function places(at: Seen, drawing: LedgerDrawing) {
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

function controls(at: Seen, drawing: LedgerDrawing) {
  const { state, words, language, change } = at
  const { entries, alwaysCausal } = drawing
  const entry = entries.find(({ type }) => type === state.encoding) ?? drawing.entry
  return html`
    ${
      state.fixed
        ? nothing
        : choiceControl({
            id: 'encoding',
            label: words.encoding,
            value: entry.type,
            options: entries.map((one) => ({ value: one.type, name: menuName(one, language) })),
            onChange: (encoding) => change({ encoding, parameters: {} }),
          })
    }
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

function libraryCode({ position, tokens }: LedgerDrawing): string {
  const shape = [EXAMPLE_HEADS, tokens, EXAMPLE_HEAD_DIM]
  return `import { load } from 'whereformer'

const wf = await load()
const x = { data: new Float32Array(${shape.join(' * ')}).map(Math.random), shape: [${shape.join(', ')}] } // [heads, tokens, headDim]
const { scores, ledger } = wf.attention(x, x, x, { position: ${positionCode(position)}, return: ['scores', 'ledger'] })
// scores = ledger.content + ledger.rotation + … + ledger.bias + ledger.mask`
}

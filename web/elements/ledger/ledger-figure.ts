// What <wf-ledger> shows and says; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { choiceControl, rangeControl, switchControl } from '../controls/controls.js'
import { short } from '../element/format.js'
import { settable } from '../encoding/chosen-parameters.js'
import { titleOf } from '../encoding/encoding-controls.js'
import { parameterControls } from '../encoding/parameter-controls.js'
import { EXAMPLE_HEADS } from '../example/example-attention.js'
import { exampleNote } from '../example/example-notes.js'
import { LONGEST_SENTENCE, sentence } from '../example/sentence.js'
import type { At, FigureBody } from '../figure/figure-body.js'
import { ledgerCsv, type Named } from './ledger-content.js'
import { drawLedger, type LedgerDrawing } from './ledger-drawing.js'
import type { ledgerFields } from './ledger-fields.js'
import { LedgerViewElement } from './ledger-view-element.js'
import { type LedgerWords, ledgerWords } from './messages.js'

type Seen = At<typeof ledgerFields, LedgerWords>

export const ledgerFigure: FigureBody<typeof ledgerFields, LedgerWords, LedgerDrawing> = {
  words: ledgerWords,
  uses: { 'wf-ledger-view': LedgerViewElement },

  async compute({ library, state, complain }) {
    const drawing = await drawLedger(library, state)
    for (const [name, wanted] of drawing.complaints) complain(name, wanted)
    return drawing
  },

  look: ({ words }) => words.look,

  picture(at, drawing) {
    const { frame, change, language } = at
    const figure = {
      ...named(at, drawing),
      ...{ cell: cellOf(at, drawing), title: titleOf(drawing.entry, language), frame, choose: change },
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
    const title = words.label(titleOf(drawing.entry, language), drawing.head + 1)
    return {
      scene: async () =>
        (await import('./ledger-scene.js')).ledgerScene(
          named(at, drawing),
          cellOf(at, drawing).row,
          element,
          title,
        ),
      csv: async () => ledgerCsv(named(at, drawing), (await import('../export/csv.js')).csvLine),
      code: () => libraryCode(drawing),
    }
  },
}

function named({ language, words }: Seen, drawing: LedgerDrawing): Named {
  return { drawing, words, names: sentence(language, drawing.tokens, drawing.text) }
}

function cellOf({ state }: Seen, { tokens }: LedgerDrawing) {
  return { row: Math.min(state.query, tokens - 1), column: Math.min(state.key, tokens - 1) }
}

function controls(at: Seen, drawing: LedgerDrawing) {
  const { state, words, language, change } = at
  const { entries, alwaysCausal } = drawing
  const entry = entries.find(({ type }) => type === state.encoding) ?? drawing.entry
  const { row, column } = cellOf(at, drawing)
  const names = sentence(language, drawing.tokens, drawing.text)
  const chooser = (id: 'query' | 'key', label: string, value: number) =>
    choiceControl({
      ...{ id, label, value: String(value) },
      options: names.map((name, i) => ({ value: String(i), name: words.named(i, name) })),
      onChange: (chosen) => change({ [id]: Number(chosen) }),
    })
  return html`
    ${
      state.fixed
        ? nothing
        : choiceControl({
            ...{ id: 'encoding', label: words.encoding, value: entry.type },
            options: entries.map((one) => ({ value: one.type, name: titleOf(one, language) })),
            onChange: (encoding) => change({ encoding, parameters: {} }),
          })
    }
    ${chooser('query', words.queryControl, row)} ${chooser('key', words.keyControl, column)}
    ${choiceControl({
      ...{ id: 'head', label: words.head, value: String(Math.min(state.head, EXAMPLE_HEADS - 1)) },
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
      ...{ id: 'tokens', label: words.tokens, min: 2, max: LONGEST_SENTENCE, value: state.tokens },
      onChange: (tokens) => change({ tokens: Math.round(tokens) }),
    })}
    ${rangeControl({
      ...{ id: 'seed', label: words.seed, min: 0, max: 1000, value: state.seed },
      onChange: (seed) => change({ seed: Math.round(seed) }),
    })}
    ${
      alwaysCausal
        ? nothing
        : switchControl({
            ...{ id: 'causal', label: words.causal, value: state.causal },
            onChange: (causal) => change({ causal }),
          })
    }
    ${
      settable(entry).length
        ? parameterControls({
            ...{ entry, values: state.parameters, drawn: drawing.position, language },
            onChange: (parameters) => change({ parameters }),
          })
        : nothing
    }
      </div>
    </details>
  `
}

function libraryCode({ entry }: LedgerDrawing): string {
  return `import { load } from 'whereformer'

const wf = await load()
// query, key, value: [heads, tokens, headDim]
const { scores, ledger } = wf.attention(query, key, value, { position: { type: '${entry.type}' /* … */ }, return: ['scores', 'ledger'] })
// scores = ledger.content + ledger.rotation + … + ledger.bias + ledger.mask`
}

// The body of <wf-ledger>; loaded when the element first becomes visible.

import { html } from 'lit'
import { short } from '../../../content/format.js'
import { EXAMPLE_HEAD_DIM, EXAMPLE_HEADS } from '../../parts/example/example-attention.js'
import { exampleNote } from '../../parts/example/example-notes.js'
import { positionCode } from '../../parts/export/position-code.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { unused } from '../../parts/figure/unused.js'
import { hueOfEncoding } from '../../parts/positions/looks.js'
import { titleOf } from '../../parts/positions/titles.js'
import { modelBaseOf, ownModelOf } from '../../parts/trained/trained-figure-element.js'
import { trainedWords, wordsOfPieces } from '../../parts/trained/trained-words.js'
import { drawLedgerOfModel } from './drawing-of-model.js'
import { ledgerCsv } from './ledger-content.js'
import { ledgerControls, modelControls, modelText } from './ledger-controls.js'
import { drawLedger, type LedgerDrawing } from './ledger-drawing.js'
import type { ledgerFields } from './ledger-fields.js'
import { drawLedgerOfTrained, isTrained, readsByTrained } from './ledger-of-trained.js'
import { ledgerStyles } from './ledger-styles.js'
import { LedgerViewElement } from './ledger-view-element.js'
import { type LedgerWords, ledgerWords } from './messages.js'
import { cellOf, type Here, named, nameOf } from './named.js'

export const ledgerFigure: FigureBody<typeof ledgerFields, LedgerWords, LedgerDrawing> = {
  hue: ({ state }) => hueOfEncoding(state.encoding),
  words: ledgerWords,
  uses: { 'wf-ledger-view': LedgerViewElement },
  styles: ledgerStyles,

  async compute({ library, state, element, progress, complain }) {
    const opening = { modelBase: modelBaseOf(element), onShare: progress }
    const ofModel = isTrained(state.encoding, opening.modelBase) ? 'vectors=head' : '–'
    const drawing = readsByTrained(state, opening.modelBase)
      ? await drawLedgerOfTrained(library, state, opening)
      : await drawLedger(library, state, ofModel)
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
    return html`${modelText(at, drawing)} <wf-ledger-view .figure=${figure}></wf-ledger-view>`
  },

  controls: ledgerControls,
  caption: (at, drawing) => (drawing.model ? captionOfModel(at, drawing) : captionOfExample(at, drawing)),

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
      ...(drawing.model?.known ? { besides: trainedWords[language].besides } : {}),
    }
  },
}

/** What a model that the page has loaded decides. */
const OF_EXAMPLE = ['encoding', 'vectors', 'tokens', 'causal', 'seed', 'parameters'] as const

/** The figure of a model that the page has loaded. */
export const ledgerOfModel: typeof ledgerFigure = {
  ...ledgerFigure,
  hue: () => 'other',

  async compute({ library, state, element, complain }) {
    const own = ownModelOf(element)
    const drawing = own ? await drawLedgerOfModel(library, own, state) : await drawLedger(library, state)
    unused(OF_EXAMPLE, '–').forEach(complain)
    drawing.refusals.forEach(complain)
    return drawing
  },

  controls: modelControls,
}

function captionOfExample({ words, language }: Here, { entry, terms, gap }: LedgerDrawing) {
  const title = titleOf(entry, language)
  const note = exampleNote(entry, title, language)
  const sentences = [...sums(words, { terms, gap }), ...(note ? [note] : []), words.sentence]
  return [html`<strong>${title}</strong>${words.stop}`, sentences.join(words.gap)]
}

function captionOfModel({ words, language }: Here, drawing: LedgerDrawing) {
  const { terms, gap, model } = drawing
  const [termsAre, checked] = sums(words, { terms, gap })
  const how = model?.stack === 'cross' ? words.ofCross : words.ofModel
  const sentences = [
    termsAre,
    how,
    ...(model?.embedded ? [words.inContent] : []),
    checked,
    ...(model?.known ? [words.ofTrained] : []),
    ...(model?.stack && model.stack !== 'encoder' ? [wordsOfPieces[language].decoded] : []),
  ]
  return [html`<strong>${nameOf(drawing, language)}</strong>${words.stop}`, sentences.join(words.gap)]
}

function sums(words: LedgerWords, { terms, gap }: Pick<LedgerDrawing, 'terms' | 'gap'>): [string, string] {
  const names = terms.map(({ term }) => words.terms[term]).join(words.and)
  return [words.termsAre(names), gap === 0 ? words.same : words.checked(short(gap))]
}

function libraryCode({ position, tokens }: LedgerDrawing): string {
  const shape = [EXAMPLE_HEADS, tokens, EXAMPLE_HEAD_DIM]
  return `import { load } from 'whereformer'

const wf = await load()
const x = { data: new Float32Array(${shape.join(' * ')}).map(Math.random), shape: [${shape.join(', ')}] } // [heads, tokens, headDim]
const { scores, ledger } = wf.attention(x, x, x, { position: ${positionCode(position)}, return: ['scores', 'ledger'] })
// scores = ledger.content + ledger.rotation + … + ledger.bias + ledger.mask`
}

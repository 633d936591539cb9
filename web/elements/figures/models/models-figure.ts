// The body of <wf-models>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { modelCards } from '../../../lib/families/cards.js'
import { choiceControl } from '../../parts/controls/controls.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { menuName } from '../../parts/positions/titles.js'
import { type ModelsWords, modelsWords } from './messages.js'
import { cardView } from './model-card-view.js'
import { type Here, hueOf, rowView } from './model-row.js'
import { drawModels, type ModelsDrawing } from './models-drawing.js'
import type { modelsFields } from './models-fields.js'
import { modelsStyles } from './models-styles.js'

export const modelsFigure: FigureBody<typeof modelsFields, ModelsWords, ModelsDrawing> = {
  words: modelsWords,
  styles: modelsStyles,

  async compute({ library, state, complain }) {
    const drawing = drawModels(modelCards, library.encodings, state)
    drawing.refusals.forEach(complain)
    return drawing
  },

  look: ({ state, words }) => (state.fixed ? words.lookFixed : words.look),

  picture(at, drawing) {
    const { cards, beyondFrom, open } = drawing
    return html`<ul class="models" aria-label=${at.words.list}>
      ${repeat(
        cards,
        ({ id }) => id,
        (card, i) => html`
          ${i === beyondFrom && i > 0 ? html`<li class="beyond">${at.words.beyond}</li>` : nothing}
          <li class=${card === open ? 'open' : nothing} .style=${`--_term-position: var(--_${hueOf(card)})`}>${rowView(at, drawing, card)}${card === open ? cardView(at, drawing, card, modelCards) : nothing}</li>
        `,
      )}
    </ul>`
  },

  controls,

  caption({ words, state }, { cards }) {
    return [...(state.fixed ? [] : [words.shown(cards.length, modelCards.length)]), words.code].join(
      words.gap,
    )
  },

  exports: (at, drawing) => ({
    scene: async () => (await import('./models-files.js')).modelsScene(at, drawing),
    csv: async () => (await import('./models-files.js')).modelsCsv(at, drawing),
    code: () =>
      `import { modelCards } from 'whereformer'\n\nmodelCards.find(({ id }) => id === '${drawing.open?.id ?? 'bert'}')`,
  }),
}

function controls({ state, words, language, change }: Here, { filters, entries }: ModelsDrawing) {
  if (state.fixed) return nothing
  const options = filters.map(({ type, count }) => {
    const entry = entries.find((known) => known.type === type)
    return { value: type, name: words.filterBy(entry ? menuName(entry, language) : type, count) }
  })
  return choiceControl({
    id: 'encoding',
    label: words.filter,
    value: state.encoding,
    options: [{ value: '', name: words.all(modelCards.length) }, ...options],
    onChange: (encoding) => change({ encoding }),
  })
}

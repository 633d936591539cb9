// The body of <wf-mistakes>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { short } from '../../../content/format.js'
import { choiceControl, rangeControl } from '../../parts/controls/controls.js'
import { unbroken } from '../../parts/element/unbroken.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { titleOf } from '../../parts/positions/titles.js'
import { mistakes } from './collection/index.js'
import { type MistakesWords, mistakesWords } from './messages.js'
import { drawMistake } from './mistakes-drawing.js'
import type { mistakesFields } from './mistakes-fields.js'
import { mistakesList, optionsOf } from './mistakes-list.js'
import { type Here, type MistakesPicture, verdict } from './mistakes-picture.js'
import { mistakesStyles } from './mistakes-styles.js'
import { mistakesTable } from './mistakes-table.js'

export const mistakesFigure: FigureBody<typeof mistakesFields, MistakesWords, MistakesPicture> = {
  words: mistakesWords,
  styles: mistakesStyles,

  async compute({ library, state, complain }) {
    const [drawing, { formulas }] = await Promise.all([
      drawMistake(library, mistakes, state),
      import('./formulas.generated.js'),
    ])
    const { mistake, known, trials } = drawing
    if (!known)
      complain({ name: 'mistake', wanted: mistakes.map(({ id }) => id).join(' | '), used: mistake.id })
    if ((state.input ?? 1) > trials.length)
      complain({ name: 'input', wanted: `1 … ${trials.length}`, used: trials.length })
    return {
      ...drawing,
      formulas: formulas[mistake.id] ?? ['', ''],
      entries: library.encodings.filter(({ type }) => mistake.types.includes(type)),
    }
  },

  look: ({ state, words }) => (state.fixed ? words.lookFixed : words.look),

  picture(at, drawing) {
    const { state, words, language, change } = at
    if (state.fixed) return html`<div class="mistakes alone">${shownView(at, drawing)}</div>`
    const choose = (mistake: string) => mistake !== state.mistake && change({ mistake, input: undefined })
    return html`<div class="mistakes">
      ${mistakesList(words.list, language, drawing.known ? state.mistake : drawing.mistake.id, choose)}
      <div class="chooser">
        ${choiceControl({
          id: 'mistake',
          label: words.list,
          value: drawing.mistake.id,
          options: optionsOf(language),
          onChange: choose,
        })}
      </div>
      ${shownView(at, drawing)}
    </div>`
  },

  controls({ words, change }, { trials, shown }) {
    if (trials.length === 1) return nothing
    return rangeControl({
      id: 'input',
      label: words.input,
      min: 1,
      max: trials.length,
      value: shown + 1,
      words: words.inputOf(shown + 1, trials.length, trials[shown]?.at ?? ''),
      onChange: (input) => change({ input }),
    })
  },

  caption({ words, language }, { trials, error, entries }) {
    const links = entries.map((entry, i) => {
      const { link, paper } = entry
      const name = titleOf(entry, language)
      return html`${i ? words.comma : nothing}${link ? html`<a href=${link} title=${paper}>${name}</a>` : name}`
    })
    return html`${words.checked(trials.length, atMost(error))}${words.gap}${words.about}${words.colon}${links}${words.stop}`
  },

  exports: (at, drawing) => ({
    scene: async () => (await import('./mistakes-files.js')).mistakesScene(at, drawing),
    csv: async () => (await import('./mistakes-files.js')).mistakesCsv(at, drawing),
  }),
}

/** Rounded up, so that it stays a bound; below float32 nothing more can be said. */
function atMost(error: number): string {
  if (!(error > 1e-7)) return '10⁻⁷'
  const power = 10 ** Math.floor(Math.log10(error))
  return short(Math.ceil(error / power) * power)
}

function shownView(at: Here, drawing: MistakesPicture) {
  const { words, language } = at
  const { mistake, formulas } = drawing
  const trial = drawing.trials[drawing.shown]
  return html`<div class="shown">
    <p class="name">${unbroken(mistake.title[language])}</p>
    <div class="sides">
      ${sideView(words.written, mistake.claim[language], formulas[0], words.wrongFormula, true)}
      ${sideView(words.right, mistake.right[language], formulas[1], words.rightFormula, false)}
    </div>
    <p>${words.at}${words.colon}<code>${trial?.at}</code></p>
    ${mistakesTable(drawing, words)}
    <p class="verdict" role="status">${unbroken(verdict(at, drawing))}</p>
  </div>`
}

function sideView(heading: string, text: string, formula: string, label: string, wrong: boolean) {
  return html`<div class="side ${wrong ? 'wrong' : ''}">
    <p class="head-of">${heading}</p>
    <p>${unbroken(text)}</p>
    <span class="formula" tabindex="0" role="group" aria-label=${label}>${unsafeHTML(formula)}</span>
  </div>`
}

// The body of <wf-identify>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import type { EncodingEntry, Explanation, Position } from 'whereformer'
import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import { choiceControl } from '../../parts/controls/controls.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { formulaRefusals } from '../../parts/formula/formula-refusals.js'
import { openOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { ownTitle } from '../../parts/formula/own-title.js'
import { choiceName, nameOf } from '../../parts/positions/parameter-names.js'
import { clear, give, givenTo, isReading, type Offer, offerIn } from './identify-arrays.js'
import { drawIdentified, type IdentifyDrawing, type Side } from './identify-drawing.js'
import { EXAMPLES, type Example, type identifyFields } from './identify-fields.js'
import { identifyStyles } from './identify-styles.js'
import { type IdentifyWords, identifyWords } from './messages.js'

type Here = At<typeof identifyFields, IdentifyWords>
type Picture = IdentifyDrawing & { entries: readonly EncodingEntry[] }

export const identifyFigure: FigureBody<typeof identifyFields, IdentifyWords, Picture> = {
  words: identifyWords,
  styles: identifyStyles,

  async compute({ library, state, element, complain }) {
    for (;;) {
      const own = givenTo(element)
      const drawing = await drawIdentified(
        library,
        state.example,
        own.arrays,
        openOwn(library, element, state),
      )
      const isNewest = state.example !== 'none' || own === givenTo(element)
      if (!isNewest) continue
      formulaRefusals(drawing.own, state, `example=${OWN}`).forEach(complain)
      return { ...drawing, entries: library.encodings }
    }
  },

  look: ({ words }) => words.look,

  picture(at, drawing) {
    const { words } = at
    return html`<div class="identify">
      <div class="arrays">${arrayView(at, drawing, 'input')}${arrayView(at, drawing, 'output')}</div>
      <p class="quiet">${words.formats}</p>
      ${troubleView(at, drawing) ?? answerView(at, drawing)}
    </div>`
  },

  controls({ state, words, language, change }, { own }) {
    const examples = choiceControl({
      id: 'example',
      label: words.example,
      value: state.example,
      options: EXAMPLES.map((value) => ({
        value,
        name: value === OWN ? ownTitle[language] : words.examples[value],
      })),
      onChange: (example) => change({ example: example as Example }),
    })
    return [examples, own?.control({ state, language, onChange: change }) ?? nothing]
  },
}

/** Why there is no answer: what came is no array, or the arrays do not go together. */
function troubleView({ words, state, element }: Here, { trouble }: Picture) {
  const given = state.example === 'none' ? givenTo(element).trouble : undefined
  const message = given ? given.message : trouble
  if (!given && message === undefined) return undefined
  return html`<div role="alert" class="trouble-of">
    <p>${given ? given.say(words) : words.refused}</p>
    ${message === undefined ? nothing : html`<p class="quiet">${words.library} <code>${message}</code></p>`}
  </div>`
}

function arrayView(at: Here, { shapes }: Picture, side: Side) {
  const { words, element } = at
  const shape = shapes[side]
  const said = shape ? words.shape(`[${shape.join(', ')}]`) : words.empty
  return html`<div class="array" @dragover=${(event: Event) => event.preventDefault()} @drop=${onDrop(at, side)}>
    <label for=${side}>${words.sides[side]}</label>
    <textarea id=${side} rows="2" placeholder=${words.paste} .value=${live('')} @input=${onText(at, side)} @paste=${onPaste(at, side)}></textarea>
    <p class="buttons">
      <button type="button" class="file-of" @click=${pick}>${words.choose}</button>
      <input type="file" hidden aria-label=${words.choose} @change=${onPick(at, side)} />
      <span class="quiet shape" role="status">${isReading(element, side) ? words.reading : said}</span>
    </p>
  </div>`
}

function pick({ currentTarget }: Event): void {
  ;((currentTarget as HTMLElement).nextElementSibling as HTMLInputElement).click()
}

const onPick = (at: Here, side: Side) => (event: Event) => {
  const input = event.target as HTMLInputElement
  const [file] = input.files ?? []
  input.value = '' // the same file may be chosen again
  if (file) void take(at, side, { file })
}

const onDrop = (at: Here, side: Side) => (event: DragEvent) => {
  event.preventDefault()
  if (event.dataTransfer) void take(at, side, offerIn(event.dataTransfer, at.words.sides[side]))
}

/** A file in the clipboard; text goes into the box. */
const onPaste = (at: Here, side: Side) => (event: ClipboardEvent) => {
  if (!event.clipboardData?.files.length) return
  event.preventDefault()
  void take(at, side, offerIn(event.clipboardData, at.words.sides[side]))
}

const onText = (at: Here, side: Side) => (event: Event) => {
  const text = (event.target as HTMLTextAreaElement).value.trim()
  if (text) void take(at, side, { text, label: at.words.sides[side] })
}

/** Never rejects: what is wrong with an offer is part of what is given. */
async function take({ element, change, recompute }: Here, side: Side, offer: Offer): Promise<void> {
  const figure = element as HTMLElement & { example: Example; requestUpdate(): void }
  if (figure.example !== 'none') {
    clear(element)
    change({ example: 'none' })
  }
  const given = give(element, side, offer)
  figure.requestUpdate() // says that it is being read
  if ((await given) && figure.example === 'none') recompute()
}

function answerView(at: Here, { found, entries }: Picture) {
  const { words } = at
  if (!found) return html`<p role="status">${words.waiting}</p>`
  const { verdict, explanations, nearest, tolerance, precision } = found
  const isOfData = explanations[0]?.free !== undefined
  const several = isOfData ? words.ofData : words.several(explanations.length)
  const sentence = { one: words.one, none: words.none, several }[verdict]
  const all = verdict === 'none' ? nearest.slice(0, 1) : explanations.slice(0, 3)
  return html`<p role="status" class="verdict">${sentence}</p>
    ${all.map((explanation) => explanationView(at, explanation, entries))}
    <p class="quiet">${words.tolerance(short(tolerance), precision)}</p>`
}

function explanationView(
  { words, language }: Here,
  explanation: Explanation,
  entries: readonly EncodingEntry[],
) {
  const { position, mistake, difference, changes, same } = explanation
  const titles = [position ?? []].flat().map(({ type }) => {
    const entry = entries.find((one) => one.type === type)
    return (language === 'zh' ? entry?.titleZh : entry?.title) ?? type
  })
  const besides = Object.keys(words.conventions).flatMap((key) => {
    const value = explanation[key as keyof Explanation]
    const text = Array.isArray(value) ? `${value.slice(0, 8).join(', ')} …` : value
    return value === undefined ? [] : [`${words.conventions[key]}${value === true ? '' : ` ${text}`}`]
  })
  return html`<div class="explanation">
    <p><b>${titles.join(' + ')}</b>${besides.map((text) => html` · ${text}`)} · ${words.difference(short(difference))}</p>
    ${mistake ? html`<p>${words.mistake}${words.colon}<code>${mistake}</code></p>` : nothing}
    ${position ? html`<p><code>${text(position, words)}</code></p>` : nothing}
    ${same.slice(0, 2).map((other) => html`<p class="quiet">${words.same} <code>${text(other, words)}</code></p>`)}
    ${changes.length > 0 ? changesView(words, language, changes.slice(0, 5)) : nothing}
  </div>`
}

const text = (position: Position, words: IdentifyWords): string =>
  JSON.stringify(position, (_, value) =>
    typeof value === 'object' && value !== null && 'shape' in value ? words.table : value,
  )

function changesView(words: IdentifyWords, language: Language, changes: Explanation['changes']) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.changes}>
    <table>
      <caption class="quiet">${words.changes}</caption>
      <thead>
        <tr>
          <th scope="col">${words.convention}</th>
          <th scope="col">${words.value}</th>
          <th scope="col">${words.apart}</th>
        </tr>
      </thead>
      <tbody>
        ${changes.map(
          ({ convention, value, difference }) => html`<tr>
            <th scope="row">${words.conventions[convention] ?? nameOf(convention, language)}</th>
            <td>${valueView(convention, value, words, language)}</td>
            <td class="number">${short(difference)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** A parameter and its value by their names for readers; lists and the like as the library has them. */
function valueView(
  convention: string,
  value: Explanation['changes'][number]['value'],
  words: IdentifyWords,
  language: Language,
) {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return short(value)
  return choiceName(convention, String(value), language)
}

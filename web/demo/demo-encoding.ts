// The map of any encoding of the catalogue, with its parameters.

import { html, nothing } from 'lit'
import type { EncodingEntry } from 'whereformer'
import type { Reading as CellReading } from '../elements/heat-map-element.js'
import '../elements/color-scale-element.define.js'
import '../elements/heat-map-element.define.js'
import { DemoElement } from './demo-element.js'
import { BIAS_HEADS, canDraw, drawEncoding, type EncodingPicture, layoutOf } from './encoding-picture.js'
import type { Library, OpenModel } from './engine.js'
import { short } from './format.js'
import { Latest } from './latest.js'
import type { Language } from './messages/index.js'
import { ENCODING_LIMITS, type PageState } from './page-state.js'
import { type Trouble, troubleOf } from './trouble.js'
import { choiceControl, rangeControl, troubleView } from './views.js'

export class DemoEncodingElement extends DemoElement {
  static override properties = {
    ...DemoElement.properties,
    library: { attribute: false },
    learnedOpen: { attribute: false },
    state: { attribute: false },
    picture: { state: true },
    trouble: { state: true },
  }

  declare library: Library | undefined
  declare learnedOpen: OpenModel | undefined
  declare state: PageState
  declare protected picture: EncodingPicture | undefined
  declare protected trouble: Trouble | undefined

  readonly #draw = new Latest((state: PageState) => this.#drawNow(state))

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (['library', 'learnedOpen', 'state'].some((key) => changed.has(key))) this.#draw.request(this.state)
  }

  override render() {
    const { messages, picture } = this
    return html`
      <h2>${messages.encoding.heading}</h2>
      <p class="look">${messages.encoding.look}</p>
      <figure class="with-side">
        ${picture ? this.#map(picture) : html`<div class="placeholder square"></div>`}
        <div class="side">
          <div class="controls stacked">${this.#controls()}</div>
          ${picture ? this.#scale(picture) : nothing}
          <figcaption>${this.#caption()}</figcaption>
          ${troubleView(messages, this.trouble, () => this.choose('reload', null))}
        </div>
      </figure>
    `
  }

  get #entry(): EncodingEntry | undefined {
    const entries = this.library?.encodings ?? []
    return entries.find(({ type }) => type === this.state.encoding) ?? entries[0]
  }

  #map(picture: EncodingPicture) {
    const { messages } = this
    const { matrix, range } = picture
    const words = messages.encoding
    return html`<wf-heat-map
        .matrix=${matrix}
        .colors=${picture.colors}
        .low=${range.low}
        .high=${range.high}
        ?causal=${picture.causal}
        .label=${words.label(this.#title(picture.type))}
        .summary=${words.summary(matrix.rows, matrix.columns, short(range.low), short(range.high))}
        .hint=${messages.map.hint}
        .rowTitle=${picture.relative ? words.query : words.position}
        .columnTitle=${picture.relative ? words.key : words.dimension}
        .describe=${(cell: CellReading) => this.#describe(cell, picture.relative)}
      ></wf-heat-map>`
  }

  #scale({ colors, range, causal }: EncodingPicture) {
    return html`<wf-color-scale
      .colors=${colors}
      .low=${range.low}
      .high=${range.high}
      .format=${short}
      .maskedLabel=${causal ? this.messages.map.masked : ''}
    ></wf-color-scale>`
  }

  #describe({ row, column, value, hidden }: CellReading, relative: boolean): string {
    const words = this.messages.encoding
    if (hidden) return words.hiddenBiasCell(row, column)
    return relative ? words.biasCell(row, column, short(value)) : words.featureCell(row, column, short(value))
  }

  #title(type: string): string {
    const entry = this.library?.encodings.find((known) => known.type === type)
    return (this.#language === 'zh' ? entry?.titleZh : entry?.title) ?? type
  }

  get #language(): Language {
    return this.state.lang
  }

  // Sliders follow from the parameters that the catalogue lists.
  #controls() {
    const entry = this.#entry
    const { messages, state } = this
    const has = (name: string) => entry?.parameters.some((parameter) => parameter.name === name)
    const relative = entry?.doors.includes('bias')
    return [
      choiceControl({
        id: 'encoding-type',
        label: messages.encoding.choose,
        value: entry?.type ?? '',
        options: (this.library?.encodings ?? []).map(({ type }) => ({
          value: type,
          name: this.#title(type),
        })),
        onChange: (encoding) => this.#set({ encoding }),
      }),
      this.#range('length'),
      relative || has('table') ? nothing : this.#range('dim', 2),
      has('base') ? this.#range('base') : nothing,
      has('layout') ? this.#layout(entry) : nothing,
      relative && !has('table')
        ? choiceControl({
            id: 'encoding-head',
            label: messages.encoding.head,
            value: String(state.biasHead % BIAS_HEADS),
            options: Array.from({ length: BIAS_HEADS }, (_, i) => ({
              value: String(i),
              name: messages.attention.nth(i + 1, BIAS_HEADS),
            })),
            onChange: (value) => this.#set({ biasHead: Number(value) }),
          })
        : nothing,
    ]
  }

  #range(key: 'length' | 'dim' | 'base', step = 1) {
    return rangeControl({
      id: `encoding-${key}`,
      label: this.messages.encoding[key],
      ...ENCODING_LIMITS[key],
      step,
      value: this.state[key],
      onChange: (value) => this.#set({ [key]: value }),
    })
  }

  #layout(entry: EncodingEntry | undefined) {
    const choices = entry?.parameters.find(({ name }) => name === 'layout')?.choices ?? []
    return choiceControl({
      id: 'encoding-layout',
      label: this.messages.encoding.layout,
      value: layoutOf(entry, this.state.layout),
      options: choices.map((value) => ({ value, name: value })),
      onChange: (layout) => this.#set({ layout }),
    })
  }

  #caption() {
    const entry = this.#entry
    if (!entry) return nothing
    return html`${this.#sentence(entry.type)}
    ${entry.link ? html`${this.messages.encoding.paper} <a href=${entry.link}>${entry.paper}</a>` : nothing}`
  }

  #sentence(type: string): string {
    const { picture } = this
    const words = this.messages.encoding
    if (type === 'alibi') return words.alibi(short(picture?.slope ?? 0))
    if (type === 'rope' && picture?.waves) {
      const { pairs, fast, slow } = picture.waves
      return [words.rope, words.ropeWaves(pairs, short(fast), short(slow))].join(this.messages.gap)
    }
    const known = {
      none: words.none,
      sinusoidal: words.sinusoidal,
      learned: words.learned,
      rope: words.rope,
      t5: words.t5,
    }
    return known[type as keyof typeof known] ?? words.unknown
  }

  #set(change: Partial<PageState>): void {
    this.choose('encoding', change)
  }

  async #drawNow(state: PageState): Promise<void> {
    const { library, learnedOpen } = this
    const entry = this.#entry
    if (!library || !entry || !canDraw(entry.type)) return
    if (entry.type === 'learned' && !learnedOpen) return
    const choice = {
      length: state.length,
      dim: state.dim - (state.dim % 2),
      base: state.base,
      layout: layoutOf(entry, state.layout),
      biasHead: state.biasHead % BIAS_HEADS,
    }
    try {
      this.picture = await drawEncoding(library, entry.type, choice, learnedOpen?.model.position)
      this.trouble = undefined
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }
}

customElements.define('demo-encoding', DemoEncodingElement)

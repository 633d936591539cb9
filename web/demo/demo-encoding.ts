// The map of any encoding of the catalogue, with its parameters.

import { html, nothing } from 'lit'
import type { EncodingEntry } from 'whereformer'
import type { Reading as CellReading } from '../elements/heat-map-element.js'
import { valueAt } from '../elements/matrix.js'
import '../elements/color-scale-element.define.js'
import '../elements/heat-map-element.define.js'
import { DemoElement } from './demo-element.js'
import { type Door, doorOf } from './encoding-numbers.js'
import { drawEncoding, type EncodingPicture, knownChoice, parameterOf } from './encoding-picture.js'
import type { Library, OpenModel } from './engine.js'
import { short } from './format.js'
import { Latest } from './latest.js'
import type { Language, Messages } from './messages/index.js'
import { DEFAULTS, ENCODING_LIMITS, type PageState } from './page-state.js'
import { type Trouble, troubleOf } from './trouble.js'
import { choiceControl, type Option, rangeControl, troubleView } from './views.js'

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

  // A link may name an encoding that there is not.
  get #entry(): EncodingEntry | undefined {
    return this.#entryOf(this.state.encoding) ?? this.#entryOf(DEFAULTS.encoding)
  }

  #entryOf(type: string): EncodingEntry | undefined {
    return this.library?.encodings.find((entry) => entry.type === type)
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
        .summary=${this.#summary(picture)}
        .hint=${messages.map.hint}
        .rowTitle=${picture.relative ? words.query : words.position}
        .columnTitle=${picture.relative ? words.key : words.dimension}
        .describe=${(cell: CellReading) => this.#describe(cell, picture)}
      ></wf-heat-map>`
  }

  #summary({ door, matrix: { data, rows, columns }, range }: EncodingPicture): string {
    const words = this.messages.encoding
    if (door !== 'mask') return words.summary(rows, columns, short(range.low), short(range.high))
    return words.maskSummary(rows, columns, data.filter((seen) => seen === 1).length)
  }

  #scale({ door, colors, range, causal }: EncodingPicture) {
    const { map, encoding } = this.messages
    return html`<wf-color-scale
      .colors=${colors}
      .low=${range.low}
      .high=${range.high}
      .format=${short}
      .seenLabel=${door === 'mask' ? encoding.seen : ''}
      .maskedLabel=${door === 'mask' ? encoding.masked : causal ? map.masked : ''}
    ></wf-color-scale>`
  }

  #describe(cell: CellReading, { door, relative, before }: EncodingPicture): string {
    const words = this.messages.encoding
    const { row, column, value } = cell
    if (cell.hidden) return words.hiddenBiasCell(row, column)
    if (door === 'mask') return words.maskCell(row, column, Number.isNaN(value) ? words.masked : words.seen)
    if (before) return words.scoreCell(row, column, short(valueAt(before, cell)), short(value))
    return relative ? words.biasCell(row, column, short(value)) : words.featureCell(row, column, short(value))
  }

  #title(type: string): string {
    const entry = this.library?.encodings.find((known) => known.type === type)
    return (this.#language === 'zh' ? entry?.titleZh : entry?.title) ?? type
  }

  get #language(): Language {
    return this.state.lang
  }

  // What can be set follows from the parameters that the catalogue lists, and from what the picture shows.
  #controls() {
    const entry = this.#entry
    const { state } = this
    const has = (name: string) => parameterOf(entry, name) !== undefined
    return [
      choiceControl({
        id: 'encoding-type',
        label: this.messages.encoding.choose,
        value: entry?.type ?? '',
        options: this.#options(),
        onChange: (encoding) => this.#set({ encoding }),
      }),
      this.#range('length', state.length),
      this.#hasWidth(entry) || has('dim') ? this.#range('dim', state.dim, 2) : nothing,
      has('base') ? this.#range('base', baseOf(entry, state)) : nothing,
      has('layout') ? this.#choice(entry, 'layout') : nothing,
      has('kind') ? this.#choice(entry, 'kind') : nothing,
      this.#headChoice(entry),
    ]
  }

  /** In the order of the doors; those of one door in the order of the catalogue. */
  #options(): Option[] {
    const entries = this.library?.encodings ?? []
    const doors = new Map<Door | undefined, EncodingEntry[]>([[undefined, []]])
    for (const entry of entries) {
      const door = doorOf(entry)
      doors.set(door, [...(doors.get(door) ?? []), entry])
    }
    return [...doors].flatMap(([door, members]) =>
      members.map(({ type }) => ({
        value: type,
        name: this.#title(type),
        group: door && this.messages.encoding.doors[door],
      })),
    )
  }

  /** Whether its picture has a column for each dimension, as many as the reader likes. */
  #hasWidth(entry: EncodingEntry | undefined): boolean {
    const door = entry && doorOf(entry)
    return entry?.type !== 'learned' && (door === undefined || door === 'embed' || door === 'rotate')
  }

  #headChoice(entry: EncodingEntry | undefined) {
    const { messages, picture, state } = this
    if (!picture || picture.type !== entry?.type || picture.heads === 1) return nothing
    const { heads } = picture
    return choiceControl({
      id: 'encoding-head',
      label: messages.encoding.head,
      value: String(state.biasHead % heads),
      options: Array.from({ length: heads }, (_, i) => ({
        value: String(i),
        name: messages.attention.nth(i + 1, heads),
      })),
      onChange: (value) => this.#set({ biasHead: Number(value) }),
    })
  }

  #range(key: 'length' | 'dim' | 'base', value: number, step = 1) {
    return rangeControl({
      id: `encoding-${key}`,
      label: this.messages.encoding[key],
      ...ENCODING_LIMITS[key],
      step,
      value,
      onChange: (chosen) => this.#set({ [key]: chosen }),
    })
  }

  #choice(entry: EncodingEntry | undefined, key: 'layout' | 'kind') {
    return choiceControl({
      id: `encoding-${key}`,
      label: this.messages.encoding[key],
      value: knownChoice(entry, key, this.state[key]),
      options: (parameterOf(entry, key)?.choices ?? []).map((value) => ({ value, name: value })),
      onChange: (chosen) => this.#set({ [key]: chosen }),
    })
  }

  #caption() {
    const entry = this.#entry
    if (!entry) return nothing
    const { encoding, gap } = this.messages
    const sentences = this.#sentences(entry).join(gap)
    return entry.link
      ? html`${sentences}${gap}${encoding.paper}${gap}<a href=${entry.link}>${entry.paper}</a>`
      : sentences
  }

  #sentences(entry: EncodingEntry): string[] {
    const words = this.messages.encoding
    const picture = this.picture?.type === entry.type ? this.picture : undefined
    const own = this.#ownSentences(entry.type, picture)
    if (own) return own
    const door = doorOf(entry)
    const sentences = [door ? words.shown[door] : words.none]
    const tokens = tokensOf(entry.type, this.state.kind)
    if (tokens) sentences.push(words.tokens[tokens])
    if (picture?.tables === 'rows') sentences.push(words.rows)
    if (picture?.tables === 'examples') sentences.push(words.examples)
    return sentences
  }

  /** Of encodings that the page says more about. */
  #ownSentences(type: string, picture: EncodingPicture | undefined): string[] | undefined {
    const words = this.messages.encoding
    const waves = picture?.waves
    const known: Record<string, string[]> = {
      sinusoidal: [words.sinusoidal],
      learned: [words.learned],
      rope: waves
        ? [words.rope, words.ropeWaves(waves.pairs, short(waves.fast), short(waves.slow))]
        : [words.rope],
      alibi: [words.alibi(short(picture?.slope ?? 0))],
      t5: [words.t5],
    }
    return Object.hasOwn(known, type) ? known[type] : undefined
  }

  #set(change: Partial<PageState>): void {
    this.choose('encoding', change)
  }

  async #drawNow(state: PageState): Promise<void> {
    const { library, learnedOpen } = this
    const entry = this.#entry
    if (!library || !entry || (entry.type === 'learned' && !learnedOpen)) return
    const { length, dim, base, layout, kind, biasHead: head } = state
    const choice = { length, dim, base, layout, kind, head }
    try {
      this.picture = await drawEncoding(library, entry, choice, learnedOpen?.model.position)
      this.trouble = undefined
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }
}

/** What the tokens of an example are, where that is not plain text. */
function tokensOf(type: string, kind: string): keyof Messages['encoding']['tokens'] | undefined {
  const known = {
    rope2d: 'square',
    swin: 'square',
    swinV2: 'square',
    mask: kind === 'neighborhood' ? 'square' : undefined,
    mrope: 'image',
    graphormer: 'tree',
    abacus: 'numerals',
    xlnet: 'halves',
  } as const
  return Object.hasOwn(known, type) ? known[type as keyof typeof known] : undefined
}

/** The chosen base, else the encoding's own. */
function baseOf(entry: EncodingEntry | undefined, { base }: PageState): number {
  return base ?? Number(parameterOf(entry, 'base')?.default ?? Number.NaN)
}

customElements.define('demo-encoding', DemoEncodingElement)

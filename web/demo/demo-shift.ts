// One slider moves the sentence: the map of the RoPE model stays, the map of the learned table does not.

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Matrix } from '../elements/matrix.js'
import '../elements/color-scale-element.define.js'
import '../elements/heat-map-element.define.js'
import { DemoElement } from './demo-element.js'
import type { ModelName, OpenModel } from './engine.js'
import { change, short, weight } from './format.js'
import { Latest } from './latest.js'
import { LARGEST_SHIFT } from './page-state.js'
import { mapCounts, type Reading } from './reading.js'
import { type ComparedMaps, type Comparison, comparedMaps, compareShift } from './shift-comparison.js'
import { LAST_STOP, shiftAtStop, stopOfShift } from './shift-scale.js'
import { type Trouble, troubleOf } from './trouble.js'
import { attentionCell, clampInput, headChooser, troubleView } from './views.js'

// Differences smaller than this are not blown up to full colour.
const SMALLEST_SCALE = 0.05

interface Request {
  characters: string[]
  shift: number
}

export class DemoShiftElement extends DemoElement {
  static override properties = {
    ...DemoElement.properties,
    open: { attribute: false },
    learnedOpen: { attribute: false },
    characters: { attribute: false },
    layer: { type: Number },
    head: { type: Number },
    shift: { type: Number },
    rope: { state: true },
    learned: { state: true },
    trouble: { state: true },
  }

  declare open: OpenModel | undefined
  declare learnedOpen: OpenModel | undefined
  declare characters: string[] | undefined
  declare layer: number
  declare head: number
  declare shift: number
  declare protected rope: Comparison | undefined
  declare protected learned: Comparison | undefined
  declare protected trouble: Trouble | undefined

  readonly #compare = new Latest((request: Request) => this.#compareNow(request))

  protected override willUpdate(changed: Map<string, unknown>): void {
    const news = ['open', 'learnedOpen', 'characters', 'shift'].some((key) => changed.has(key))
    const { characters, shift } = this
    if (news && characters) this.#compare.request({ characters, shift })
  }

  override render() {
    const { messages, layer, head } = this
    const rope = comparedMaps(this.rope, layer, head)
    const learned = comparedMaps(this.learned, layer, head)
    // both models share one scale, so that "no change" looks the same in both
    const end = Math.max(SMALLEST_SCALE, rope?.largest ?? 0, learned?.largest ?? 0)
    return html`
      <h2>${messages.shift.heading}</h2>
      <p class="look">${messages.shift.look}</p>
      <figure>
        <div class="pairs">${this.#model('rope', rope, end)} ${this.#model('learned', learned, end)}</div>
        ${this.#slider()} ${this.rope ? this.#legend(this.rope.start, end) : nothing}
        <p class="position-note" aria-live="polite">${this.#note(this.learnedOpen?.context)}</p>
        ${troubleView(messages, this.trouble, () => this.choose('reload', null))}
        <figcaption>${messages.shift.why}</figcaption>
      </figure>
    `
  }

  #model(name: ModelName, maps: ComparedMaps | undefined, end: number) {
    const { messages } = this
    const comparison = this[name]
    const words = messages.shift
    return html`<section class="model" data-model=${name}>
      <h3>${words[name]}</h3>
      <div class="maps">
        ${this.#map(name, words.at(0), maps?.start)}
        ${this.#map(name, words.at(comparison?.shift ?? this.shift), maps?.moved)}
        ${this.#map(name, words.difference, maps?.difference, end)}
      </div>
      <p class="change">
        <span>${comparison ? words.change(mapCount(comparison.start)) : nothing}</span>
        <output>${comparison ? change(comparison.change) : '…'}</output>
      </p>
    </section>`
  }

  // Differences come with the end of their signed scale; weights lie between 0 and 1.
  #map(name: ModelName, title: string, matrix: Matrix | undefined, end?: number) {
    const { messages } = this
    const signed = end !== undefined
    const characters = this[name]?.start.characters ?? []
    return html`<div>
      <p class="at">${title}</p>
      ${
        matrix
          ? html`<wf-heat-map
            compact
            causal
            .matrix=${matrix}
            .colors=${signed ? 'signed' : 'sequential'}
            .low=${signed ? -end : 0}
            .high=${signed ? end : 1}
            .label=${messages.shift.map(messages.shift[name], title)}
            .describe=${attentionCell(messages, characters, signed ? change : weight)}
          ></wf-heat-map>`
          : html`<div class="placeholder square"></div>`
      }
    </div>`
  }

  #slider() {
    const { messages, characters = [] } = this
    const rows = this.learnedOpen?.context
    const fits = rows === undefined ? undefined : rows - characters.length
    const slide = (event: Event) => {
      this.choose('shift', shiftAtStop((event.target as HTMLInputElement).valueAsNumber))
    }
    const type = (event: Event) => {
      const shift = clampInput(event, 0, LARGEST_SHIFT)
      if (shift !== undefined) this.choose('shift', Math.round(shift))
    }
    return html`
      <div class="controls shift-control">
        <label for="shift-slider">${messages.shift.slider}</label>
        <span class="track">
          <input
            id="shift-slider"
            type="range"
            min="0"
            max=${LAST_STOP}
            .value=${live(String(stopOfShift(this.shift)))}
            aria-valuetext=${this.shift}
            @input=${slide}
          />
          ${fits === undefined ? nothing : this.#tableEnd(fits)}
        </span>
        <input
          type="number"
          aria-label=${messages.shift.slider}
          min="0"
          max=${LARGEST_SHIFT}
          .value=${live(String(this.shift))}
          @change=${type}
        />
      </div>
    `
  }

  #legend(reading: Reading, end: number) {
    const { messages } = this
    return html`<div class="controls">
      ${headChooser({
        messages,
        id: 'shift',
        ...mapCounts(reading),
        layer: this.layer,
        head: this.head,
        onChange: ({ layer, head }) => this.choose('shift-head', { shiftLayer: layer, shiftHead: head }),
      })}
      <wf-color-scale
        .label=${messages.shift.weight}
        .low=${0}
        .high=${1}
        .format=${short}
        .maskedLabel=${messages.map.masked}
      ></wf-color-scale>
      <wf-color-scale
        .label=${messages.shift.difference}
        colors="signed"
        .low=${-end}
        .high=${end}
        .format=${short}
      ></wf-color-scale>
    </div>`
  }

  // Where on the slider the learned table ends.
  #tableEnd(fits: number) {
    const at = `${(100 * stopOfShift(fits)) / LAST_STOP}%`
    return html`<svg class="table-end" aria-hidden="true">
      <line x1=${at} x2=${at} y1="0" y2="8" />
      <text x=${at} y="20" text-anchor="middle">${this.messages.shift.tableEnd}</text>
    </svg>`
  }

  #note(rows = 0) {
    const { messages, shift, characters = [], learned } = this
    const last = shift + characters.length - 1
    if (!learned?.refusal) return characters.length ? messages.shift.positions(shift, last) : nothing
    const sentences = [messages.shift.past(rows, last, learned.shift), messages.shift.trained(rows - 1)]
    return html`${sentences.join(messages.gap)}
      <span class="quiet">${messages.trouble.detail} <code>${learned.refusal}</code></span>`
  }

  async #compareNow({ characters, shift }: Request): Promise<void> {
    this.trouble = undefined
    await this.#compareModel('rope', this.open, characters, shift)
    await this.#compareModel('learned', this.learnedOpen, characters, shift)
  }

  async #compareModel(
    name: ModelName,
    open: OpenModel | undefined,
    characters: string[],
    shift: number,
  ): Promise<void> {
    if (!open) return
    try {
      this[name] = await compareShift(open, characters, shift, this[name])
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }
}

function mapCount(reading: Reading): number {
  const { layers, heads } = mapCounts(reading)
  return layers * heads
}

customElements.define('demo-shift', DemoShiftElement)

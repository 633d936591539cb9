// <wf-color-scale>: the colours of a map with their ends, zero, and what hatching means.

import { html, nothing, type TemplateResult } from 'lit'
import { baseStyles } from '../element/element-styles.js'
import { StyledElement } from '../element/styled-element.js'
import type { ColorMapName } from './color-maps.js'
import { colorScaleStyles } from './color-scale-styles.js'
import { MatrixCanvasElement } from './matrix-canvas-element.js'

const STEPS = 256

export class ColorScaleElement extends StyledElement {
  static readonly uses = { 'wf-matrix-canvas': MatrixCanvasElement }

  static override styles = [baseStyles, colorScaleStyles]

  static override properties = {
    colors: {},
    low: { type: Number },
    high: { type: Number },
    format: { attribute: false },
    label: {},
    seenLabel: { attribute: 'seen-label' },
    maskedLabel: { attribute: 'masked-label' },
  }

  declare colors: ColorMapName
  declare low: number
  declare high: number
  declare format: (value: number) => string
  /** Name of the measured quantity; may be empty. */
  declare label: string
  /** Set when cells are only seen or masked: says so of the highest colour, in place of the bar. */
  declare seenLabel: string
  /** Empty when nothing is masked. */
  declare maskedLabel: string

  constructor() {
    super()
    this.colors = 'sequential'
    this.low = 0
    this.high = 1
    this.format = String
    this.label = ''
    this.seenLabel = ''
    this.maskedLabel = ''
  }

  override render() {
    return html`
      ${this.seenLabel ? this.#key(html`<wf-matrix-canvas .matrix=${one} .colors=${this.colors}></wf-matrix-canvas>`, this.seenLabel) : this.#bar()}
      ${this.maskedLabel ? this.#key(html`<span class="hatched"></span>`, this.maskedLabel) : nothing}
    `
  }

  #bar() {
    const signed = this.low < 0 && this.high > 0
    return html`<div class="bar">
      ${this.label}
      <wf-matrix-canvas .matrix=${ramp} .colors=${this.colors}></wf-matrix-canvas>
      <div class="ends">
        <span>${this.format(this.low)}</span>
        ${signed ? html`<span>0</span>` : nothing}
        <span>${this.format(this.high)}</span>
      </div>
    </div>`
  }

  #key(swatch: TemplateResult, words: string) {
    return html`<span class="key"><span class="swatch">${swatch}</span>${words}</span>`
  }
}

const ramp = {
  data: Float32Array.from({ length: STEPS }, (_, i) => i / (STEPS - 1)),
  rows: 1,
  columns: STEPS,
}

const one = { data: Float32Array.of(1), rows: 1, columns: 1 }

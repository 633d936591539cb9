// <wf-color-scale>: the colours of a map with their ends, zero, and what hatching means.

import { css, html, LitElement, nothing } from 'lit'
import type { ColorMapName } from './color-maps.js'
import { baseStyles, hatching } from './element-styles.js'
import './matrix-canvas-element.define.js'

const STEPS = 256

export class ColorScaleElement extends LitElement {
  static override styles = [
    baseStyles,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 24px;
        align-items: end;
      }
      .bar {
        width: 200px;
      }
      wf-matrix-canvas {
        height: 10px;
      }
      .ends {
        display: flex;
        justify-content: space-between;
      }
      .masked {
        display: flex;
        gap: 8px;
        align-items: center;
      }
      .swatch {
        ${hatching}
        width: 20px;
        height: 14px;
      }
      @media (forced-colors: active) {
        .bar wf-matrix-canvas,
        .swatch {
          outline: 1px solid CanvasText;
        }
      }
    `,
  ]

  static override properties = {
    colors: {},
    low: { type: Number },
    high: { type: Number },
    format: { attribute: false },
    label: {},
    maskedLabel: { attribute: 'masked-label' },
  }

  declare colors: ColorMapName
  declare low: number
  declare high: number
  declare format: (value: number) => string
  /** What is measured; may be empty. */
  declare label: string
  /** Empty when nothing is masked. */
  declare maskedLabel: string

  constructor() {
    super()
    this.colors = 'sequential'
    this.low = 0
    this.high = 1
    this.format = String
    this.label = ''
    this.maskedLabel = ''
  }

  override render() {
    const signed = this.low < 0 && this.high > 0
    return html`
      <div class="bar">
        ${this.label}
        <wf-matrix-canvas .matrix=${ramp} .colors=${this.colors}></wf-matrix-canvas>
        <div class="ends">
          <span>${this.format(this.low)}</span>
          ${signed ? html`<span>0</span>` : nothing}
          <span>${this.format(this.high)}</span>
        </div>
      </div>
      ${
        this.maskedLabel
          ? html`<span class="masked"><span class="swatch"></span>${this.maskedLabel}</span>`
          : nothing
      }
    `
  }
}

const ramp = {
  data: Float32Array.from({ length: STEPS }, (_, i) => i / (STEPS - 1)),
  rows: 1,
  columns: STEPS,
}

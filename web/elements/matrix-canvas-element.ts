// <wf-matrix-canvas>: a matrix as pixels, one per cell, scaled by CSS. No axes, no interaction.

import { css, html, LitElement, type PropertyValues } from 'lit'
import { type ColorMapName, colorTable } from './color-maps.js'
import { baseStyles, hatching } from './element-styles.js'
import { type Matrix, paintMatrix } from './matrix.js'
import { SchemeController, schemeProbe } from './scheme-controller.js'

export class MatrixCanvasElement extends LitElement {
  static override styles = [
    baseStyles,
    css`
      canvas {
        ${hatching}
        display: block;
        width: 100%;
        height: 100%;
        image-rendering: pixelated;
        ${schemeProbe}
      }
    `,
  ]

  static override properties = {
    matrix: { attribute: false },
    colors: {},
    low: { type: Number },
    high: { type: Number },
    causal: { type: Boolean },
  }

  declare matrix: Matrix | undefined
  declare colors: ColorMapName
  declare low: number
  declare high: number
  declare causal: boolean

  /** Kept from one picture to the next of the same size. */
  #image: ImageData | undefined
  readonly #scheme = new SchemeController(this)

  constructor() {
    super()
    this.colors = 'sequential'
    this.low = 0
    this.high = 1
    this.causal = false
  }

  override render() {
    return html`<canvas part="canvas" aria-hidden="true"></canvas>`
  }

  protected override updated(_: PropertyValues): void {
    const canvas = this.renderRoot.querySelector('canvas')
    if (!canvas || !this.matrix) return
    const { rows, columns } = this.matrix
    if (canvas.width !== columns || canvas.height !== rows) {
      canvas.width = columns
      canvas.height = rows
      this.#image = undefined
    }
    const context = canvas.getContext('2d')
    if (!context || rows === 0 || columns === 0) return
    this.#image ??= context.createImageData(columns, rows)
    const image = this.#image
    const table = colorTable(this.colors, this.#scheme.scheme(canvas))
    paintMatrix(new Uint32Array(image.data.buffer), this.matrix, table, this, this.causal)
    context.putImageData(image, 0, 0)
  }
}

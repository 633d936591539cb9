// <wf-matrix-canvas>: a matrix as pixels, one per cell, scaled by CSS. No axes, no interaction.

import { html, type PropertyValues } from 'lit'
import { canDraw, onceAFrame } from '../element/canvas.js'
import { baseStyles } from '../element/element-styles.js'
import { SchemeController } from '../element/scheme-controller.js'
import { StyledElement } from '../element/styled-element.js'
import { type ColorMapName, colorTable, hueOf } from './color-maps.js'
import { type Matrix, paintMatrix } from './matrix.js'
import { matrixCanvasStyles } from './matrix-canvas-styles.js'

/** Cells painted per task: 512 × 512, about 2 ms. */
const AT_ONCE = 2 ** 18

export class MatrixCanvasElement extends StyledElement {
  static override styles = [baseStyles, matrixCanvasStyles]

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

  /** Reused while the size stays the same. */
  #image: ImageData | undefined
  #paintings = 0
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
    if (canDraw()) this.#ask()
  }

  readonly #ask = onceAFrame(() => {
    const canvas = this.renderRoot.querySelector('canvas')
    if (!canvas || !this.matrix?.rows || !this.matrix.columns) return
    this.#paint(canvas, this.matrix).catch((cause) => this.fail(cause))
  })

  /** Double-buffered: the old image stays until the new one is complete; a newer request replaces an unfinished one. */
  async #paint(canvas: HTMLCanvasElement, matrix: Matrix): Promise<void> {
    const { rows, columns } = matrix
    const painting = ++this.#paintings
    if (this.#image?.width !== columns || this.#image.height !== rows)
      this.#image = new ImageData(columns, rows)
    const image = this.#image
    const pixels = new Uint32Array(image.data.buffer)
    const table = colorTable(this.colors, this.#scheme.scheme(canvas), hueOf(canvas))
    const part = Math.ceil(AT_ONCE / columns)
    for (let row = 0; row < rows; row += part) {
      if (row) await new Promise((resolve) => setTimeout(resolve))
      if (painting !== this.#paintings) return
      paintMatrix(pixels, matrix, table, this, this.causal, row, Math.min(rows, row + part))
    }
    if (canvas.width !== columns) canvas.width = columns
    if (canvas.height !== rows) canvas.height = rows
    canvas.getContext('2d')?.putImageData(image, 0, 0)
  }
}

// A matrix as a scene with axes and colour scale, and as CSV.

import { short } from '../../../content/format.js'
import { schemeOf } from '../element/scheme-controller.js'
import { csvLine } from '../export/csv.js'
import { type Scene, type SceneColors, type Shape, sceneColors } from '../export/scene.js'
import { type ColorTable, colorTable, hueOf } from './color-maps.js'
import { isHidden, type Matrix, paintMatrix, valueAt } from './matrix.js'
import type { MatrixContent } from './matrix-view-element.js'

const MAP = 480
const LEFT = 56
const TOP = 48

export function matrixScene(content: MatrixContent, element: HTMLElement, title: string): Scene {
  const { matrix } = content
  const colors = sceneColors(element)
  const table = colorTable(content.colors, schemeOf(element), hueOf(element))
  const cell = MAP / Math.max(matrix.rows, matrix.columns)
  const [width, height] = [matrix.columns * cell, matrix.rows * cell]
  const map: Shape[] = [
    { kind: 'path', d: box(LEFT, TOP, width, height), fill: colors.line },
    { kind: 'image', x: LEFT, y: TOP, width, height, pixels: pixelsOf(content, table) },
    { kind: 'text', x: LEFT, y: 16, text: content.columnTitle, color: colors.soft },
    {
      kind: 'text',
      x: 14,
      y: TOP,
      text: content.rowTitle,
      color: colors.soft,
      rotation: -90,
      anchor: 'end',
    },
  ]
  const bottom = TOP + height + 24
  return {
    width: LEFT + Math.max(width, 240) + 16,
    height: bottom + 44,
    background: colors.paper,
    title,
    shapes: [
      ...map,
      ...ticks(matrix.columns, content.columnNames, cell).map(
        ([at, text]): Shape => ({
          kind: 'text',
          x: LEFT + at,
          y: TOP - 8,
          text,
          anchor: 'middle',
          size: 11,
          color: colors.soft,
        }),
      ),
      ...ticks(matrix.rows, content.rowNames, cell).map(
        ([at, text]): Shape => ({
          kind: 'text',
          x: LEFT - 6,
          y: TOP + at + 4,
          text,
          anchor: 'end',
          size: 11,
          color: colors.soft,
        }),
      ),
      ...scaleShapes(content, colors, table, bottom),
    ],
  }
}

function pixelsOf({ matrix, range, causal }: MatrixContent, table: ColorTable): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = matrix.columns
  canvas.height = matrix.rows
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const image = context.createImageData(matrix.columns, matrix.rows)
  paintMatrix(new Uint32Array(image.data.buffer), matrix, table, range, causal)
  context.putImageData(image, 0, 0)
  return canvas
}

function ticks(
  count: number,
  names: readonly string[] | undefined,
  cell: number,
): [at: number, text: string][] {
  let step = 1
  while (step * cell < 26) step *= 2
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => {
    const index = i * step
    return [(index + 0.5) * cell, names?.[index] ?? String(index)]
  })
}

function scaleShapes(content: MatrixContent, colors: SceneColors, table: ColorTable, y: number): Shape[] {
  if (content.seenLabel)
    return [{ kind: 'text', x: LEFT, y: y + 12, text: content.seenLabel, color: colors.soft }]
  const { low, high } = content.range
  const data = Float32Array.from({ length: 256 }, (_, i) => i / 255)
  const ramp = {
    ...content,
    matrix: { data, rows: 1, columns: 256 },
    range: { low: 0, high: 1 },
    causal: false,
  }
  const text = (x: number, value: string, anchor: 'start' | 'middle' | 'end'): Shape => ({
    kind: 'text',
    x,
    y: y + 24,
    text: value,
    anchor,
    size: 11,
    color: colors.soft,
  })
  return [
    { kind: 'image', x: LEFT, y, width: 200, height: 10, pixels: pixelsOf(ramp, table) },
    text(LEFT, short(low), 'start'),
    text(LEFT + 200, short(high), 'end'),
    ...(low < 0 && high > 0 ? [text(LEFT + 100, '0', 'middle')] : []),
  ]
}

const box = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`

/** Row by row, with a line of column names first; masked cells are empty. */
export function matrixCsv(
  matrix: Matrix,
  causal: boolean,
  rowNames?: readonly string[],
  columnNames?: readonly string[],
): string {
  const indices = (count: number) => Array.from({ length: count }, (_, i) => i)
  const name = (names: readonly string[] | undefined, i: number) => names?.[i] ?? i
  const header = csvLine(['', ...indices(matrix.columns).map((column) => name(columnNames, column))])
  const lines = indices(matrix.rows).map((row) =>
    csvLine([
      name(rowNames, row),
      ...indices(matrix.columns).map((column) => {
        const cell = { row, column }
        const value = valueAt(matrix, cell)
        return isHidden(cell, causal) || Number.isNaN(value) ? '' : value
      }),
    ]),
  )
  return `${[header, ...lines].join('\n')}\n`
}

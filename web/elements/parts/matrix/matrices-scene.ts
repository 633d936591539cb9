// Several maps of the same tokens in one file: side by side as a picture, cell by cell as a table.

import { csvLine } from '../export/csv.js'
import type { Scene, Shape } from '../export/scene.js'
import { isHidden, valueAt } from './matrix.js'
import { matrixScene } from './matrix-scene.js'
import type { MatrixContent } from './matrix-view-element.js'

export interface TitledMatrix {
  title: string
  content: MatrixContent
}

const HEADING = 28

export function matricesScene(maps: readonly TitledMatrix[], element: HTMLElement, title: string): Scene {
  const scenes = maps.map(({ content }) => matrixScene(content, element, title))
  const lefts = scenes.map((_, i) => scenes.slice(0, i).reduce((x, { width }) => x + width, 0))
  const text = scenes[0]?.shapes.find(({ kind }) => kind === 'text') as { color: string } | undefined
  const shapes = scenes.flatMap((scene, i): Shape[] => {
    const [x = 0, name = ''] = [lefts[i], maps[i]?.title]
    const heading = {
      kind: 'text',
      x: x + 56,
      y: 18,
      text: name,
      bold: true,
      color: text?.color ?? '#000',
    } as const
    return [heading, ...scene.shapes.map((shape) => moved(shape, x, HEADING))]
  })
  return {
    width: scenes.reduce((sum, { width }) => sum + width, 0),
    // spread: one per map that is drawn
    height: HEADING + Math.max(...scenes.map(({ height }) => height)),
    background: scenes[0]?.background ?? '',
    title,
    shapes,
  }
}

// The paths of a map start with "M x y" and go on relative to it.
function moved(shape: Shape, dx: number, dy: number): Shape {
  if (shape.kind !== 'path') return { ...shape, x: shape.x + dx, y: shape.y + dy }
  const d = shape.d.replace(/M(\S+) ([-\d.]+)/g, (_, x, y) => `M${Number(x) + dx} ${Number(y) + dy}`)
  return { ...shape, d }
}

/** One line per cell: row, column, and its value in each of the maps; masked cells are left out. */
export function matricesCsv(maps: readonly TitledMatrix[]): string {
  const [first] = maps
  if (!first) return ''
  const { matrix, causal, rowNames = [], columnNames = [], rowTitle, columnTitle } = first.content
  const key = columnTitle.replace(/\s*→$/, '')
  const lines = [
    csvLine([rowTitle, `${rowTitle} (name)`, key, `${key} (name)`, ...maps.map(({ title }) => title)]),
  ]
  for (let row = 0; row < matrix.rows; row++) {
    for (let column = 0; column < matrix.columns; column++) {
      const cell = { row, column }
      if (isHidden(cell, causal)) continue
      const values = maps.map(({ content }) => valueAt(content.matrix, cell))
      const shown = values.map((value) => (Number.isNaN(value) ? '' : value))
      lines.push(csvLine([row, rowNames[row] ?? '', column, columnNames[column] ?? '', ...shown]))
    }
  }
  return `${lines.join('\n')}\n`
}

// Exports of a matrix; the writers are loaded on demand.

import type { Exports } from '../export/exports.js'
import type { MatrixContent } from './matrix-view-element.js'

export function matrixExports(element: HTMLElement, content: MatrixContent, title: string): Exports {
  const { matrix, causal, rowNames, columnNames } = content
  return {
    scene: async () => (await import('./matrix-scene.js')).matrixScene(content, element, title),
    csv: async () => (await import('./matrix-scene.js')).matrixCsv(matrix, causal, rowNames, columnNames),
  }
}

// Matrices and lines as files. What writes them is loaded when somebody saves.

import type { Exports } from '../figure/figure-body.js'
import type { LinesContent } from '../lines/line.js'
import type { MatrixContent } from '../matrix-view-element.js'

export function matrixExports(element: HTMLElement, content: MatrixContent, title: string): Exports {
  const { matrix, causal, rowNames, columnNames } = content
  return {
    scene: async () => (await import('./writers.js')).matrixScene(content, element, title),
    csv: async () => (await import('./writers.js')).matrixCsv(matrix, causal, rowNames, columnNames),
  }
}

export function linesExports(element: HTMLElement, content: LinesContent, title: string): Exports {
  return {
    scene: async () => (await import('./writers.js')).linesScene(content, element, title),
    csv: async () => (await import('./writers.js')).linesCsv(content),
  }
}

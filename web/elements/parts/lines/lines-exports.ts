// Exports of a line chart; the writers are loaded on demand.

import type { Exports } from '../export/exports.js'
import type { LinesContent } from './line.js'

export function linesExports(element: HTMLElement, content: LinesContent, title: string): Exports {
  return {
    scene: async () => (await import('./lines-scene.js')).linesScene(content, element, title),
    csv: async () => (await import('./lines-scene.js')).linesCsv(content),
  }
}

// Lines as files. What writes them is loaded when somebody saves.

import type { Exports } from '../export/exports.js'
import type { LinesContent } from './line.js'

export function linesExports(element: HTMLElement, content: LinesContent, title: string): Exports {
  return {
    scene: async () => (await import('./lines-scene.js')).linesScene(content, element, title),
    csv: async () => (await import('./lines-scene.js')).linesCsv(content),
  }
}

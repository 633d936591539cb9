// Files as which a figure can be saved; each is computed on demand.

import type { Scene } from './scene.js'

export interface Exports {
  /** The picture, for SVG and PNG. */
  scene?: () => Promise<Scene>
  /** The values as CSV. */
  csv?: () => string | Promise<string>
  /** JavaScript that computes the values with the library. */
  code?: () => string
  /** Which files the embedding page has to serve, as a sentence. */
  besides?: string
}

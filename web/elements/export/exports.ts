// What a figure can be saved as.

import type { Scene } from './scene.js'

/** What a figure can be saved as, besides its state. */
export interface Exports {
  /** The picture, for SVG and PNG. */
  scene?: () => Promise<Scene>
  /** The numbers, line by line. */
  csv?: () => string | Promise<string>
  /** JavaScript that computes them with the library. */
  code?: () => string
  /** What has to be beside a page that shows the figure, in words. */
  besides?: string
}

// Bytes that a reader of a page with one figure downloads, compressed (brotli): site/embed-sizes.ts measures them in the built files. Trained
// models of 1.6 MB, which a reader asks for, are not counted.

export interface EmbedSizes {
  /** inline.js, and the script beside it with the small models. */
  readonly script: number
  readonly smallModels: number
  /** The library, of the modules: engine and core. */
  readonly library: number
  /** By tag: registration, figure and lines, without the library. */
  readonly modules: Readonly<Record<string, number>>
  /** By tag: the page for frames, with all that it loads before it draws. */
  readonly frames: Readonly<Record<string, number>>
}

const READ_SMALL_MODELS = ['wf-arrows', 'wf-cache', 'wf-slide']
const FRAMES = ['frame', 'myst', 'jupyter']

/** @param kind of embed-codes.ts @returns undefined for a figure that was not measured */
export function downloadOf(sizes: EmbedSizes, kind: string, tag = ''): number | undefined {
  const models = READ_SMALL_MODELS.includes(tag) ? sizes.smallModels : 0
  if (kind === 'script') return sizes.script + models
  const figure = FRAMES.includes(kind) ? sizes.frames[tag] : sizes.modules[tag]
  const library = FRAMES.includes(kind) ? 0 : sizes.library
  return figure === undefined ? undefined : figure + library + models
}

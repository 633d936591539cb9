// The interface of a figure's body. A body is stateless: everything it needs is passed as `at`.

import type { CSSResult, TemplateResult } from 'lit'
import type { Bilingual, Language } from '../../../content/bilingual.js'
import type { Elements } from '../element/define-element.js'
import type { ColorToken } from '../element/tokens.js'
import type { AnyLibrary } from '../engine/library.js'
import type { Exports } from '../export/exports.js'
import type { Fields, StateOf } from './fields.js'
import type { Refusal } from './figure-state.js'
import type { FigureWords } from './words.js'

/** The context of a body. */
export interface At<F extends Fields, Words> {
  element: HTMLElement
  /** The settings, all valid. */
  state: StateOf<F>
  /** The body's texts, in the language of the element. */
  words: Words
  /** Texts common to all figures. */
  frame: FigureWords
  language: Language
  /** Applies changes by the reader: recomputes, redraws, fires wf-state. */
  change: (changes: Partial<StateOf<F>>) => void
  /** Rejects a setting that only the library can check: it is told, and gives way to what is used. */
  complain: (refusal: Refusal<F>) => void
  /** Reports what broke outside of a computation. */
  fail: (cause: unknown) => void
  /** Recomputes with unchanged settings, for a picture that depends on more than these. */
  recompute: () => void
}

/** Arguments of `compute` besides the context. */
export interface Means {
  library: AnyLibrary
  /** Reports the progress of its own download, 0 … 1; undefined while unknown. */
  progress: (share: number | undefined) => void
}

export interface FigureBody<F extends Fields, Words, Picture> {
  words: Bilingual<Words>
  /** The elements that it draws with. */
  uses?: Elements
  styles?: CSSResult
  /** Bytes loaded besides the engine; above 1 MB the reader is asked first. */
  download?: number
  /** The hue of what it shows of position: that of its encoding. RoPE's when absent. */
  hue?(at: At<F, Words>): ColorToken
  /** Errors are shown as a sentence; the old picture stays. */
  compute(at: At<F, Words> & Means): Promise<Picture>
  /** The first line: what to look at, or what to do. */
  look(at: At<F, Words>, picture: Picture | undefined): string | TemplateResult
  picture(at: At<F, Words>, picture: Picture): TemplateResult
  /** The one control directly under the picture, 44 px high; with it, all others stand behind “More”. */
  primary?(at: At<F, Words>, picture: Picture | undefined): unknown
  /** The settings, below the picture: see controls/controls.ts. */
  controls?(at: At<F, Words>, picture: Picture): unknown
  /** Below the settings, unless the page provides a caption. */
  caption?(at: At<F, Words>, picture: Picture): unknown
  /** See matrixExports and linesExports. */
  exports?(at: At<F, Words>, picture: Picture): Exports
}

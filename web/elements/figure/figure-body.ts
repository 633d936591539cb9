// What a figure brings along; everything else is the frame's. A body keeps nothing: what it needs comes in as `at`.

import type { CSSResult, TemplateResult } from 'lit'
import type { Elements } from '../element/define-element.js'
import type { Language, Tables } from '../element/language.js'
import type { AnyLibrary } from '../engine/library.js'
import type { Exports } from '../export/exports.js'
import type { Fields, StateOf } from './fields.js'
import type { FigureWords } from './words.js'

/** The element as its body sees it. */
export interface At<F extends Fields, Words> {
  element: HTMLElement
  /** The settings, all legal. */
  state: StateOf<F>
  /** The body's own words, in the language of the element. */
  words: Words
  /** Those of every figure. */
  frame: FigureWords
  language: Language
  /** The reader changed something: computes and draws anew, tells the page. */
  change: (changes: Partial<StateOf<F>>) => void
  /** Says that a setting is not possible; for what only the library knows. `wanted` is the same in every language. */
  complain: (name: keyof F & string, wanted: string) => void
  /** Computes once more, for a picture that depends on more than the settings. */
  recompute: () => void
}

/** What a body computes with. */
export interface Means {
  library: AnyLibrary
  /** How far a download of its own is, 0 … 1; undefined while nobody knows. */
  progress: (share: number | undefined) => void
}

export interface FigureBody<F extends Fields, Words, Picture> {
  words: Tables<Words>
  /** The elements that it draws with. */
  uses?: Elements
  styles?: CSSResult
  /** Bytes that it loads besides the engine; above 1 MB the reader is asked. */
  download?: number
  /** What it throws becomes a sentence, and the old picture stays. */
  compute(at: At<F, Words> & Means): Promise<Picture>
  /** The first line: what to look at, or what to do. */
  look(at: At<F, Words>, picture: Picture | undefined): string | TemplateResult
  picture(at: At<F, Words>, picture: Picture): TemplateResult
  /** The settings, below the picture: see controls/controls.ts. */
  controls?(at: At<F, Words>, picture: Picture): unknown
  /** Below the settings, unless the page brings a caption of its own. */
  caption?(at: At<F, Words>, picture: Picture): unknown
  /** matrixExports and linesExports make them of a matrix and of lines. */
  exports?(at: At<F, Words>, picture: Picture): Exports
}

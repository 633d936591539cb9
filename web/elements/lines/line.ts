// What is drawn as a line, and in which of the colours that mean something.

import type { Language } from '../element/language.js'

/** Content and position have one colour each in all figures; what is neither is text, and what stands behind is quiet. */
export type Tone = 'content' | 'position' | 'text' | 'quiet' | 'faint'

export interface Line {
  name: string
  /** One value per x; NaN leaves a gap. */
  values: ArrayLike<number>
  tone?: Tone
  /** Lengths of strokes and gaps: lines differ in more than hue. */
  dash?: readonly number[]
  /** Instead of the name in the legend; '' leaves it out. */
  legend?: string
  /** Points instead of a line through them. */
  points?: boolean
}

/** A value that is known beforehand, such as the training length: a line across the plot. */
export interface Mark {
  axis: 'x' | 'y'
  at: number
  name: string
}

/** What is known under the cursor. */
export interface LineReading {
  index: number
  x: number
  values: readonly number[]
}

export interface Axes {
  xTitle: string
  yTitle: string
  xLog: boolean
  yLog: boolean
}

/** What lines show, in the words of their figure. */
export interface LinesContent extends Axes {
  x: ArrayLike<number>
  lines: readonly Line[]
  marks: readonly Mark[]
  label: string
  /** The lines in one sentence. */
  summary: string
  /** The sentence for a place. */
  describe: (reading: LineReading) => string
  /** In CSS pixels; 260 when absent. */
  height?: number
}

/** Words that are the same for all lines. */
export interface LinesWords {
  linesHint: string
  /** The name of the table of values. */
  exact: string
  language: Language
}

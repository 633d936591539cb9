// A line chart: its lines, marks and texts.

import type { Language } from '../../../content/bilingual.js'
import type { ColorToken } from '../element/tokens.js'

/** A token of the design: the hue of an encoding, a role in a sum, ink; soft and line for the background. */
export type Tone = ColorToken

export interface Line {
  name: string
  /** A value for each x; NaN leaves a gap. */
  values: ArrayLike<number>
  tone?: Tone
  /** Dash pattern: lines must not differ by hue alone. */
  dash?: readonly number[]
  /** Legend text, default the name; '' omits it. */
  legend?: string
  /** Draw points, not a line. */
  points?: boolean
  /** The line is one of several whose mean is another line. */
  thin?: boolean
}

/** The area between two lines, such as the range over seeds; its values are those of lines. */
export interface Band {
  low: ArrayLike<number>
  high: ArrayLike<number>
  tone: Tone
}

/** A reference line across the plot, such as the training length. */
export interface Mark {
  axis: 'x' | 'y'
  at: number
  name: string
}

/** The values under the cursor. */
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
  /** Default: the range of the values. */
  yRange?: readonly [number, number]
  /** Default: round numbers. */
  xTicks?: readonly number[]
}

/** A line chart with its labels and texts. */
export interface LinesContent extends Axes {
  x: ArrayLike<number>
  lines: readonly Line[]
  /** Drawn below the lines. */
  bands?: readonly Band[]
  marks: readonly Mark[]
  label: string
  /** The lines in one sentence. */
  summary: string
  /** The sentence for a cursor position. */
  describe: (reading: LineReading) => string
  /** In CSS pixels; 260 when absent. */
  height?: number
}

/** Texts common to all line charts. */
export interface LinesWords {
  linesHint: string
  /** The name of the table of values; '' leaves it out, where the figure shows the values elsewhere. */
  exact: string
  language: Language
}

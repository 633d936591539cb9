// What the frame of a figure is drawn from.

import type { TemplateResult } from 'lit'
import type { Language } from '../element/language.js'
import type { Exports } from '../export/exports.js'
import type { Json } from './fields.js'
import type { Complaint } from './figure-state.js'
import type { Trouble } from './trouble.js'
import type { FigureWords } from './words.js'

/** Where a figure is on its way: not seen yet, waiting to be asked for a large download, at work, or done. */
export type Phase = 'unseen' | 'asking' | 'working' | 'ready' | 'failed'

/** The parts of the element that its frame works with. */
export interface FramedFigure extends HTMLElement {
  phase: Phase
  trouble: Trouble | undefined
  loaded: number | undefined
  menuOpen: boolean
  codeShown: boolean
  note: string
  controls: string
  readonly renderRoot: HTMLElement | DocumentFragment
  readonly stateText: string
  readonly linkName: string
  reset(): void
}

export interface Frame {
  figure: FramedFigure
  words: FigureWords
  language: Language
  complaints: readonly Complaint[]
  look: string | TemplateResult
  /** Undefined before the first one. */
  picture: TemplateResult | undefined
  /** Undefined = hidden. */
  controls: unknown
  caption: unknown
  /** The page's caption speaks of another state. */
  ownCaption: boolean
  exports: Exports
  download: number
  /** What is shown in place of a value that was refused. */
  shownValue: (name: string) => string
  /** The settings that differ from the defaults. */
  code: () => Record<string, Json>
  isChanged: boolean
  start: () => void
}

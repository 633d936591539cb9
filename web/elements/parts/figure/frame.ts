// The data from which the frame of a figure is drawn.

import type { TemplateResult } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import type { Json } from '../../../content/json.js'
import type { Exports } from '../export/exports.js'
import type { Complaint } from './figure-state.js'
import type { Trouble } from './trouble.js'
import type { FigureWords } from './words.js'

/** unseen: not yet visible; asking: waits for consent to a large download; working; ready; failed. */
export type Phase = 'unseen' | 'asking' | 'working' | 'ready' | 'failed'

/** Shows the code of a figure. */
export type CodeView = (frame: Frame) => TemplateResult

/** The part of the element that the frame uses. */
interface FramedFigure extends HTMLElement {
  phase: Phase
  trouble: Trouble | undefined
  loaded: number | undefined
  menuOpen: boolean
  moreShown: boolean
  codeShown: CodeView | undefined
  note: string
  refusedLink: string
  controls: string
  readonly renderRoot: HTMLElement | DocumentFragment
  readonly updateComplete: Promise<boolean>
  readonly stateText: string
  readonly linkName: string
  fail(cause: unknown): void
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
  /** Whether the body is loaded, which says where the controls stand. */
  isKnown: boolean
  /** The one control under the picture; undefined = all controls stand open. */
  primary: unknown
  /** Undefined = hidden. */
  controls: unknown
  caption: unknown
  /** The page's caption describes another state. */
  ownCaption: boolean
  exports: Exports
  download: number
  /** The value used in place of a rejected one; undefined if it is left out. */
  shownValue: (name: string) => string | undefined
  /** The settings that differ from the defaults. */
  code: () => Record<string, Json>
  isChanged: boolean
  start: () => void
}

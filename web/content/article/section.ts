// Structure of a chapter of the article and of a section of a side page. Both languages are side by side, so that no paragraph can be
// missing in one.

import { type Bilingual, say } from '../bilingual.js'
import type { Json } from '../json.js'
import type { FigureName } from './figures.js'

/** A text is HTML with three shorthands: $TeX$, <c>content</c> in ink, <o>position</o> in colour. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: Bilingual }
  | { readonly kind: 'heading'; readonly id: string; readonly text: Bilingual }
  /** A remark or a source, in the margin where there is one. */
  | { readonly kind: 'note'; readonly text: Bilingual }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Bilingual[] }
  /** A formula never appears without the sentence that reads it aloud. */
  | { readonly kind: 'formula'; readonly tex: string; readonly aloud: Bilingual }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** In states other than `when`, as in data-when of web/elements/parts/figure/page-caption.ts, the figure has its own caption. */
  | { readonly kind: 'figure'; readonly name: FigureName; readonly caption: Bilingual; readonly when: string }
  | { readonly kind: 'builder' }
  /** The table of site/fallbacks.ts with the four terms of a score, by method. */
  | { readonly kind: 'terms' }
  /** Links to the side pages. */
  | { readonly kind: 'pages' }
  /** The questions that no chapter asks, and the quiz of the mistakes. */
  | { readonly kind: 'quiz' }

export type FigureBlock = Extract<Block, { kind: 'figure' }>

/** A figure that stays while the steps pass it by. */
export interface StageBlock {
  readonly name: FigureName
  readonly caption: Bilingual
  readonly steps: readonly Step[]
}

/** Settings of the figure beside the steps: only those that the step speaks of. */
type Settings = Readonly<Record<string, Json>>

export type Step =
  /** A paragraph, and what it sets in the figure when it is read. */
  | { readonly kind: 'tell'; readonly text: Bilingual; readonly state: Settings }
  /** A question before its answer (questions.ts): the figure shows `state` until the reader has chosen, then `shows`. */
  | { readonly kind: 'ask'; readonly question: string; readonly state: Settings; readonly shows: Settings }
  /** What leads on to the next chapter. */
  | { readonly kind: 'lead'; readonly text: Bilingual }

export interface Section {
  readonly id: string
  readonly title: Bilingual
  readonly blocks: readonly Block[]
}

/** A question, one figure, the steps that answer it, and what leads on. */
export interface Chapter extends Section {
  /** Its name in the header. */
  readonly short: Bilingual
  readonly stage: StageBlock
}

export const paragraph = (en: string, zh: string): Block => ({ kind: 'paragraph', text: say(en, zh) })
export const heading = (id: string, en: string, zh: string): Block => ({
  kind: 'heading',
  id,
  text: say(en, zh),
})
export const note = (en: string, zh: string): Block => ({ kind: 'note', text: say(en, zh) })
export const formula = (tex: string, en: string, zh: string): Block => ({
  kind: 'formula',
  tex,
  aloud: say(en, zh),
})
export const code = (language: string, text: string): Block => ({ kind: 'code', language, text })
export const figure = (name: FigureName, en: string, zh: string, when = ''): Block => ({
  kind: 'figure',
  name,
  caption: { en, zh },
  when,
})
export const list = (...items: Bilingual[]): Block => ({ kind: 'list', ordered: false, items })
export const stage = (name: FigureName, caption: Bilingual, ...steps: Step[]): StageBlock => ({
  name,
  caption,
  steps,
})
export const step = (state: Settings, en: string, zh: string): Step => ({
  kind: 'tell',
  state,
  text: say(en, zh),
})
export const ask = (question: string, state: Settings, shows: Settings): Step => ({
  kind: 'ask',
  question,
  state,
  shows,
})
export const lead = (en: string, zh: string): Step => ({ kind: 'lead', text: say(en, zh) })
export const steps = (...items: Bilingual[]): Block => ({ kind: 'list', ordered: true, items })
export const builder: Block = { kind: 'builder' }
export const terms: Block = { kind: 'terms' }
export const sidePages: Block = { kind: 'pages' }
export const quiz: Block = { kind: 'quiz' }

export const section = (id: string, title: Bilingual, ...blocks: Block[]): Section => ({ id, title, blocks })

/** @param after what stands below the figure and its steps */
export const chapter = (
  id: string,
  names: { short: Bilingual; title: Bilingual },
  stage: StageBlock,
  ...after: Block[]
): Chapter => ({ id, ...names, stage, blocks: after })
